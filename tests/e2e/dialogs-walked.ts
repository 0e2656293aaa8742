// Lists which dialogs are opened while the page is translated, by their file; tests/architecture/dialogs-walked.test.ts compares the list
// with the page's files.
import { ACCOUNTS, type Shot } from "#scripts/screenshots/plan.ts";

/** Screenshots that are only for the demo, but also open in the tests' world. */
const ALSO = new Set([
  "controller-new-lpr",
  "controller-new-relay",
  "controller-new-camera",
  "controller-new-errors",
  "gate-edit",
  "controller-examine",
  "controller-door-hours",
  "end-user-new-errors",
  "end-users-chosen-delete",
  "pin-handed-over",
]);

/** Further pages and dialogs, besides those of the screenshots. */
const MORE: Record<string, readonly Shot[]> = {
  system: [
    { name: "email", path: "/system-admin/account", presses: ["Byt e-post"] },
    { name: "rebuild", path: "/system-admin/sync", presses: ["Återställ styrenhet"] },
  ],
  org: [
    { name: "group-new", path: "/org-admin/groups", presses: ["Lägg till grupp"] },
    { name: "group-members", path: "/org-admin/groups", presses: [/^Personer/] },
    { name: "group-delete", path: "/org-admin/groups", presses: [/^Ta bort/] },
    {
      name: "put-in-group",
      path: "/org-admin/end-users",
      presses: [/^Välj (?!alla)/, /^Lägg i grupp/],
      inPage: true,
    },
  ],
};

export function shotsToWalk(account: string): Shot[] {
  const shots = ACCOUNTS.find(({ name }) => name === account)?.shots ?? [];
  return [...shots.filter(({ name, demo }) => !demo || ALSO.has(name)), ...(MORE[account] ?? [])];
}

/** Maps a file of web/features or web/app to the account and name of a screenshot. */
export const DIALOGS_WALKED: Readonly<Record<string, string>> = {
  "app/palette-dialog": "system/palette",
  "administrators/administrator-dialog": "system/admin-new",
  "administrators/mfa-requirements-dialog": "system/admins-second-factor",
  "administrators/org-admins-dialog": "system/organization-admins",
  "alerts/alert-settings-dialog": "system/alert-settings",
  "alerts/alert-webhooks-dialog": "system/alert-webhooks",
  "auth/change-email-dialog": "system/email",
  "auth/change-password-dialog": "system/account-password",
  "controllers/controller-dialog": "system/controller-new",
  "controllers/delete-controller-dialog": "system/controller-delete",
  "controllers/examine-dialog": "system/controller-examine",
  "controllers/access-points-dialog": "system/controller-doors",
  "controllers/setup-steps": "system/controller-setup",
  "controllers/controller-users-dialog": "system/controller-users",
  "controllers/person-view": "system/controller-user-new",
  "controllers/door-hours-question": "system/controller-door-hours",
  "organizations/organization-controllers-dialog": "system/organization-controllers",
  "organizations/organization-dialog": "system/organization-new",
  "people/bulk-people-dialog": "org/end-users-chosen-delete",
  "people/delete-group-dialog": "org/group-delete",
  "people/delete-person-dialog": "org/end-user-delete",
  "people/group-dialog": "org/group-new",
  "people/hand-over-pin": "org/pin-handed-over",
  "people/members-dialog": "org/group-members",
  "people/person-dialog": "org/end-user-new",
  "people/put-in-group-dialog": "org/put-in-group",
  "reconcile/rebuild-dialog": "system/rebuild",
  "people/import-dialog": "org/import-dialog",
  "schedules/calendar-dialog": "system/calendar-new",
  "schedules/schedule-dialog": "system/schedule-new",
  "weekly-codes/weekly-codes-dialog": "system/weekly-codes",
};

/** Dialogs that are not opened there, with the reason. */
export const DIALOGS_NOT_WALKED: Readonly<Record<string, readonly string[]>> = {
  "they open by a key": ["app/shortcuts-dialog"],
  "their page is translated by no test, or only by the walk from page to page": [
    "app/area-layout",
    "app/sign-in-again-dialog",
    "auth/forgot-password-dialog",
  ],
  "they need a passage, a reading, an event or a state of a controller that this world does not have": [
    "passages/door-event-drawer",
    "passages/granted-dialog",
    "passages/log-drawer",
    "audit/audit-drawer",
    "gates/answer-dialogs",
    "gates/end-alias-dialog",
    "people/people-import",
    "people/recent-imports",
    "people/weekly-code-row",
    "weekly-codes/delete-code-dialog",
    "weekly-codes/existing-codes",
    "weekly-codes/export-files-dialog",
    "operations/restore-card",
    "overview/how-to-try-dialog",
    "overview/missing-step-dialog",
    "reconcile/trust-certificate-dialog",
    "reconcile/retire-dialog",
    "controllers/camera-set-up",
    "people/generated-pin-dialog",
    "schedules/schedule-view-dialog",
    "schedules/used-by-dialog",
  ],
  "they ask before something is done for good, in the frame of a walked one (async-confirm-dialog, confirm-dialog)": [
    "administrators/delete-administrator-dialog",
    "administrators/new-credentials-dialog",
    "administrators/remove-factors-dialog",
    "administrators/welcome-mail-dialog",
    "alerts/alert-webhook-row",
    "auth/factor-dialog",
    "auth/identities-card",
    "auth/re-authentication-dialog",
    "controllers/disable-gate-dialog",
    "controllers/webhook-rotation",
    "controllers/macro-test",
    "controllers/delete-door-dialog",
    "controllers/disable-question",
    "controllers/pin-alone-question",
    "controllers/delete-controller-user-dialog",
    "doors/door-order",
    "operations/installation-webhook-card",
    "operations/restore-backup-dialog",
    "operations/rotate-installation-webhook-dialog",
    "organizations/access-question",
    "organizations/delete-organization-dialog",
    "organizations/register-elsewhere-dialog",
    "people/erase-person-dialog",
    "schedules/delete-calendar-dialog",
    "schedules/delete-schedule-dialog",
  ],
};
