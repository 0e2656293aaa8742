// Opens every walked dialog (dialogs-walked.ts) on English pages.
import { expect, type Page } from "@playwright/test";
import type { Press } from "#scripts/screenshots/plan.ts";
import { expectAccessible } from "./accessible.ts";
import { swedishLeft } from "./english.ts";
import { openShot } from "./open-shot.ts";

export interface EnglishDialog {
  /** Key of DIALOGS_WALKED. */
  file: string;
  path: string;
  presses: readonly Press[];
  /** The presses before the last one open no dialog. */
  inPage?: boolean;
}

const at =
  (path: string) =>
  (file: string, ...presses: readonly Press[]) => ({ file, path, presses });
const organizations = at("/system-admin/organizations");
const controllers = at("/system-admin/controllers");
const operations = at("/system-admin/operations");
const account = at("/system-admin/account");
const admins = at("/system-admin/admins");
const schedules = at("/system-admin/schedules");
const people = at("/org-admin/end-users");
const groups = at("/org-admin/groups");

export const SYSTEM_DIALOGS: readonly EnglishDialog[] = [
  organizations("organizations/organization-dialog", "Add organisation"),
  organizations("administrators/org-admins-dialog", "Manage admins for Brf Norrgården"),
  organizations("organizations/organization-controllers-dialog", "Manage controllers for Brf Norrgården"),
  controllers("controllers/controller-dialog", "Add controller"),
  controllers("controllers/controller-dialog", "Edit Infart Norr"),
  controllers("controllers/controller-users-dialog", "Users Garage Kajen"),
  controllers("controllers/person-view", "Users Garage Kajen", "Add user"),
  controllers("weekly-codes/weekly-codes-dialog", "Weekly codes"),
  controllers("controllers/examine-dialog", "Examine the unit"),
  controllers("controllers/access-points-dialog", "Manage access points"),
  controllers("controllers/door-hours-question", "Manage access points", /^Opening hours of/),
  controllers("controllers/setup-steps", "Name, assign and test"),
  controllers("controllers/delete-controller-dialog", /^Remove\b/),
  operations("alerts/alert-settings-dialog", "Alert settings"),
  operations("alerts/alert-webhooks-dialog", "Webhooks"),
  at("/system-admin/end-users")("people/person-dialog", "Edit Alva Exempelsson"),
  schedules("schedules/schedule-dialog", "Add schedule"),
  schedules("schedules/calendar-dialog", "Add calendar"),
  admins("administrators/administrator-dialog", "Add administrator"),
  admins("administrators/mfa-requirements-dialog", "Two-step verification requirements"),
  account("auth/change-email-dialog", "Change email"),
  account("auth/change-password-dialog", "Change password"),
  at("/system-admin/sync")("reconcile/rebuild-dialog", "Rebuild controller"),
  at("/system-admin")("app/palette-dialog", "Search or go to…"),
];

export const ORGANIZATION_DIALOGS: readonly EnglishDialog[] = [
  people("people/person-dialog", "Add user"),
  people("people/delete-person-dialog", /^Remove\b/),
  { ...people("people/bulk-people-dialog", /^Choose (?!all)/, /^Remove$/), inPage: true },
  { ...people("people/hand-over-pin", /^Show PIN/, /^Hand over the code/), inPage: true },
  groups("people/group-dialog", "Add group"),
  groups("people/members-dialog", /^People/),
  groups("people/delete-group-dialog", /^Remove\b/),
  // Another page has stood in between: a row that is chosen already would be left out.
  { ...people("people/put-in-group-dialog", /^Choose (?!all)/, /^Put in group/), inPage: true },
  at("/org-admin/import")("people/import-dialog", "Import vehicles"),
];

/** Opens the dialog, and expects no Swedish and no accessibility fault on its page. */
export async function readDialog(page: Page, { file, ...shot }: EnglishDialog): Promise<void> {
  const dialog = await openShot(page, shot);
  await dialog.waitFor();
  await expect(dialog.locator("[aria-busy=true]")).toHaveCount(0);
  expect(await swedishLeft(page), file).toEqual([]);
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
}
