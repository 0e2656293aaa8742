// Calls about another tenant's schedules and groups, and previews, for the tenant matrix: name, body, and a text that appears only on
// success.
import type { TenantIds } from "#tests/support/tenant-world.ts";

type Call = [what: string, body: { action: string; [field: string]: unknown }, sign?: string];
type PreviewCall = [what: string, body: { call: string; body: unknown }, sign: string, granted?: boolean];

const DONE = '"success":true';

export function scheduleCalls(there: TenantIds & { readonly marker: string }): Call[] {
  const owned = { organization_id: there.organization, name: there.marker };
  const hours = [{ weekday: 1, from: 360, to: 1320, anchor: "2026-11-23" }];
  const days = [{ holiday: "public_holidays", from: null, until: null, hours: [] }];
  const { schedule, calendar } = there;
  return [
    ["lists the schedules there", { action: "LIST" }],
    ["changes a schedule there", { action: "SAVE", ...owned, id: schedule, hours, calendars: [calendar] }, DONE],
    ["changes a calendar there", { action: "SAVE_CALENDAR", ...owned, id: calendar, days }, DONE],
    ["removes a schedule there", { action: "REMOVE", id: schedule }, DONE],
    ["removes a calendar there", { action: "REMOVE_CALENDAR", id: calendar }, DONE],
  ];
}

/** Returns calls about groups as cells: the organisation's own one, and its group for the installation's. */
export function groupCells<Cell extends object>(
  { share }: TenantIds,
  group: { id: string },
  call: (name: string, what: string, body: object, sign?: string) => Cell,
): Cell[] {
  const calls: Call[] = [
    ["lists the groups there", { action: "LIST" }],
    ["changes a group there", { action: "SAVE", ...group }, DONE],
    ["changes members there", { action: "SET_MEMBERS", id: group.id, add: [], remove: [] }, DONE],
    ["makes a group there the default", { action: "SET_DEFAULT", id: group.id, is_default: true }, DONE],
    ["changes members of the common group there", { action: "SET_MEMBERS", id: share, add: [], remove: [] }, DONE],
  ];
  // The database refuses these beside both guards.
  const refused: Call[] = [
    ["changes the common group there", { action: "SAVE", ...group, id: share }, DONE],
    ["removes the common group there", { action: "REMOVE", id: share }, DONE],
    ["changes the common group for all", { action: "SAVE", ...group, organization_id: null }, DONE],
  ];
  return [
    ...calls.map(([what, body, sign]) => call("access-groups", what, body, sign)),
    ...refused.map(([what, body, sign]) => ({ ...call("access-groups", what, body, sign), granted: false })),
  ];
}

/**
 * Returns previews as cells. Switching people off, and extending credentials, succeed for each separately, so such a preview names nobody:
 * any number in it is a leak.
 */
export function previewCells<Cell extends object>(
  there: TenantIds,
  group: { id: string },
  call: (name: string, what: string, body: object, sign: string) => Cell,
): Cell[] {
  const { organization, person, schedule, calendar } = there;
  const groups = (what: string, body: object): PreviewCall => [what, { call: "access-groups", body }, DONE];
  const people = (what: string, body: object): PreviewCall => [what, { call: "end-user-manager", body }, DONE];
  const NOT_GRANTED = false;
  const owned = { organization_id: organization, name: "Ny" };
  const payload = { organization_id: organization, first_name: "Ny", last_name: "Ny", group_ids: [group.id] };
  const link = { organization_id: organization, controller_id: there.door, access_point_id: null, linked: false };
  const calls: PreviewCall[] = [
    groups("previews a change of a group there", { action: "SAVE", ...group }),
    groups("previews the removal of a group there", { action: "REMOVE", id: group.id }),
    groups("previews other members there", { action: "SET_MEMBERS", id: group.id, add: [], remove: [person] }),
    people("previews a person there", { action: "UPDATE", id: person, payload }),
    people("previews the removal of a person there", { action: "DELETE", id: person }),
    [
      "previews a switch there",
      { call: "end-user-manager", body: { action: "SWITCH_MANY", ids: [person], enabled: false } },
      '"total":1',
    ],
    [
      "previews a longer validity there",
      { call: "end-user-manager", body: { action: "EXTEND", credential_ids: [there.pin] } },
      '"total":1',
    ],
    [
      "previews hours there",
      { call: "schedules", body: { action: "SAVE", ...owned, id: schedule, hours: [], calendars: [], never: true } },
      DONE,
    ],
    [
      "previews days there",
      { call: "schedules", body: { action: "SAVE_CALENDAR", ...owned, id: calendar, days: [] } },
      DONE,
    ],
    [
      "previews a door there",
      { call: "door-hours", body: { access_point_id: there.accessPoint, hours_schedule_id: null } },
      DONE,
      NOT_GRANTED,
    ],
    ["previews a link there", { call: "organization-link", body: link }, DONE, NOT_GRANTED],
  ];
  return [
    ...calls.map(([what, sent, sign, granted = true]) => ({ ...call("access-preview", what, sent, sign), granted })),
    // The database's own function answers for the caller's organisation alone.
    {
      ...call("ask-unit", "asks the unit of a door there", { access_point_id: there.accessPoint }, DONE),
      granted: NOT_GRANTED,
    },
    {
      ...call("test-mail", "mails a test to the admin there", {}, '"to":"syd@test.example"'),
      granted: NOT_GRANTED,
    },
  ];
}
