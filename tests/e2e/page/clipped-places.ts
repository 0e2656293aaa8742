// Lists where tables are looked at with long values (clipped-cells.test.ts), and which file's table stands where;
// tests/architecture/tables-walked.test.ts compares the list with the page's files.

/** `DOOR` and `PERSON` of a path become the ids of a door and of a person. */
interface Place {
  path: string;
  /** Buttons pressed in order to open a dialog or a part, with their Swedish and English names. */
  presses?: readonly RegExp[];
  /** Lists that must have rows there, besides the first, with their Swedish and English names. */
  lists?: readonly RegExp[];
}

const WEEKLY_CODES = /^(Veckokoder|Weekly codes)$/;
const GATES = /^(Grindar|Gates)$/;
const ANSWERED = [/^(Kopplade läsningar|Linked readings)$/, /^(Avfärdade läsningar|Dismissed readings)$/];

export const PLACES: Record<"system" | "nord", readonly Place[]> = {
  system: [
    { path: "/system-admin" },
    { path: "/system-admin/organizations" },
    { path: "/system-admin/controllers" },
    { path: "/system-admin/controllers", presses: [WEEKLY_CODES] },
    {
      path: "/system-admin/controllers?weekly-codes=1",
      presses: [/^(Generera nya|Generate new)$/, /^(Automatiskt|Automatic)/],
    },
    { path: "/system-admin/controllers", presses: [/^(Användare|Users)\b/] },
    {
      path: "/system-admin/controllers",
      presses: [/^(Fler åtgärder|More actions).*garageinfart 0$/, /^(Hantera åtkomstpunkter|Manage access points)/],
    },
    { path: "/system-admin/end-users" },
    { path: "/system-admin/groups" },
    { path: "/system-admin/schedules", lists: [/^(Kalendrar|Calendars)$/] },
    { path: "/system-admin/who?door=DOOR" },
    { path: "/system-admin/access-logs" },
    { path: "/system-admin/access-logs?log=gates" },
    { path: "/system-admin/access-logs?log=doors" },
    { path: "/system-admin/doors", lists: [GATES] },
    { path: "/system-admin/plates", lists: ANSWERED },
    { path: "/system-admin/admins" },
    { path: "/system-admin/sync", lists: [/^(Avvikelser|Differences)/] },
    { path: "/system-admin/sync?show=synced" },
    { path: "/system-admin/events" },
  ],
  nord: [
    { path: "/org-admin/end-users" },
    { path: "/org-admin/groups" },
    { path: "/org-admin/schedules" },
    { path: "/org-admin/who?user=PERSON" },
    { path: "/org-admin/access-logs" },
    { path: "/org-admin/access-logs?log=doors" },
    { path: "/org-admin/doors", lists: [GATES] },
    { path: "/org-admin/plates", lists: ANSWERED },
    { path: "/org-admin/sync?show=synced" },
    { path: "/org-admin/events" },
  ],
};

/** Maps a file of web/features with a table to a path above that shows it. */
export const TABLES_WALKED: Readonly<Record<string, string>> = {
  "administrators/administrators-table": "/system-admin/admins",
  "audit/audit-log": "/system-admin/events",
  "controllers/access-points-dialog": "/system-admin/controllers",
  "controllers/controller-users-table": "/system-admin/controllers",
  "controllers/controllers-table": "/system-admin/controllers",
  "doors/door-table": "/system-admin/doors",
  "doors/gate-list": "/system-admin/doors",
  "gates/alias-card": "/system-admin/plates",
  "gates/dismissed-card": "/system-admin/plates",
  "gates/near-miss-queue": "/system-admin/plates",
  "organizations/organizations-table": "/system-admin/organizations",
  "overview/newest-passages-table": "/system-admin",
  "passages/event-log": "/system-admin/access-logs",
  "passages/log-list": "/system-admin/access-logs?log=gates",
  "people/groups-table": "/system-admin/groups",
  "people/people-list": "/system-admin/end-users",
  "reconcile/controllers-card": "/system-admin/sync",
  "reconcile/drift-card": "/system-admin/sync",
  "reconcile/queue-card": "/system-admin/sync?show=synced",
  "schedules/calendars-table": "/system-admin/schedules",
  "schedules/schedules-table": "/system-admin/schedules",
  "weekly-codes/existing-codes": "/system-admin/controllers",
  "weekly-codes/timed-codes-table": "/system-admin/controllers?weekly-codes=1",
  "who/who-answer": "/system-admin/who?door=DOOR",
};

/** Tables that are not looked at, with the reason. */
export const TABLES_NOT_WALKED: Readonly<Record<string, readonly string[]>> = {
  "no cell hides anything: its words are broken, or it is as wide as they are": [
    "audit/audit-drawer",
    "operations/restore-backup-dialog",
    "overview/passages-card",
    "people/person-data-sections",
    "people/people-preview",
  ],
  "a file's lines, which scroll sideways": ["people/column-sample", "people/import-sample", "people/preview-table"],
  "a week to draw in, whose cells have no words": ["schedules/week-grid"],
};
