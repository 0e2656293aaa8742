// Lists every refusal with its act: a lead to another place, or the reason why none is needed.
import { expect, test } from "vitest";
import type { Refusal } from "#contract/errors/define-errors.ts";
import { LEADS } from "./refusal-leads.ts";

const NAMES = new Proxy({}, { get: (_all, name) => `«${String(name)}»` });
const isDomain = (value: unknown): value is Record<string, (params: object) => Refusal> =>
  typeof value === "object" && value !== null && Object.values(value).every((make) => typeof make === "function");

const modules = import.meta.glob<Record<string, unknown>>(
  ["../../../contract/errors/*.ts", "!../../../contract/errors/*.test.ts"],
  { eager: true },
);
const refusals = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .flatMap(([name, errors]) => (name.endsWith("Errors") && isDomain(errors) ? Object.values(errors) : []))
  .map((make) => make(NAMES));

/** Refusals of a kind, with the reason why none of the kind needs a lead unless its sentence names an act elsewhere. */
const KINDS: readonly (readonly [kind: (refusal: Refusal) => boolean, reason: string])[] = [
  [({ field }) => field !== undefined, "the form marks the field to correct"],
  [({ status }) => status === 400, "what was sent is corrected where it was written"],
  [({ status }) => status === 401 || status === 403, "the page asks for the sign-in, or the role has no such act"],
  [({ status }) => status === 404, "the thing is gone, and the list is read again"],
  [({ status }) => [408, 413, 429, 431].includes(status), "waiting, or sending less, is the act"],
  [
    ({ status }) => status >= 500,
    "the device, the mail server or the database is mended, then the same button is pressed",
  ],
];

/** Sentences that ask for something else first, or that name a page or a dialog. */
const NAMES_AN_ACT =
  /först(\.|,| )|under [A-ZÅÄÖ]|dialog\b|Synkstatus|\bDrift\b|Mitt konto|Veckokoder|Slutanvändare|Öppna /;

/** Refusals with an act elsewhere, or with something in the way, that need no lead in their message. */
const WITHOUT: Readonly<Record<string, string>> = {
  // The dialog that asked counts what is in the way and has a button for each.
  controller_in_use: "the question about deleting counts the rest and takes it away",
  schedule_in_use: "the question about deleting leads to the doors",
  schedule_in_use_by_group: "the question about deleting leads to the groups",
  calendar_in_use: "the question about deleting leads to the schedules",
  door_is_held: "the question about deleting leads to the lock",
  still_in_use: "said for tables without a question of their own, which the page never deletes from",
  // The act stands beside the message.
  alert_receivers_full: "the list of receivers stands in the same dialog",
  access_group_hours_not_kept: "the choice whether people follow stands in the same dialog",
  user_changed_by_other: "the form offers both ways",
  access_group_changed_by_other: "its row opens it again",
  schedule_changed_by_other: "its row opens it again",
  calendar_changed_by_other: "its row opens it again",
  controller_changed_by_other: "its row opens it again",
  door_held: "the row of the door has the lock",
  door_not_held: "the door is already as wanted",
  password_already_chosen: "the row's menu makes new credentials",
  fix_gone: "the drawer with the passage is open",
  fix_not_undone: "the drawer links the person's name",
  device_tls_too_old: "the test beside the message offers old TLS",
  device_tls_too_weak: "the test beside the message offers old TLS",
  device_basic_over_http: "the form of the address is open",
  device_of_other_kind: "the form of the type is open",
  device_requires_https: "the form of the address is open",
  controller_not_saved: "the form's own button saves it",
  typed_secret_keys_many: "the field is in the same form",
  pin_in_use: "the field with its button that makes a code is in the same form",
  pin_in_use_of_member: "the sentence names the person, whose row stands in the same list",
  pins_nearly_used_up: "the doors and the code are in the same form",
  weekly_codes_nearly_used_up: "the controllers are chosen in the same form",
  same_plate: "the sentence is said in the form of the plate, and the search finds the others",
  no_mail_server: "the text to copy and the slip stand in the same dialog",
  imported_user_changed: "the result of the import names the person",
  restore_nothing_waits: "nothing is left to do",
  restore_nothing_to_confirm: "the button that compares stands beside it",
  access_group_busy: "pressing again is the act",
  access_group_of_installation: "its row offers no change, and the installation's row stands in a system admin's list",
  controller_busy: "pressing again is the act",
  reading_taken: "nothing is left to do",
  no_factors: "nothing is left to do",
  object_already_owned: "the list is read again",
  there_already: "the page is read again",
  // Sign-in, the account and the first page have no other place to lead to.
  temporary_password: "the sign-in page shows the form for a new password",
  already_set_up: "the same page shows the sign-in",
  installation_not_empty: "the same page makes the administrator",
  email_exists: "the form marks the address",
  too_many_enrolled_mfa_factors: "the list of second factors stands on the same page",
  mfa_factor_name_conflict: "the name is in the same form",
  mfa_verified_factor_exists: "the button stands on the same page",
  mfa_recovery_codes_sole_factor: "the button stands on the same page",
  identity_already_exists: "the other account is unknown to this person",
  provider_email_needs_verification: "the sign-in with a password stands on the same page",
  notices_link_dead: "the page of the link has a button to the sign-in",
  bad_code_verifier: "the page asks for a new link",
  single_identity_not_deletable: "the other ways to sign in are added on the same page",
  foreign_website: "said to another website",
  cannot_delete_self: "there is no such act",
  // Outside the page.
  push_from_another_camera: "answered to a camera",
  device_push_taken: "the act is at the camera",
  upload_out_of_step: "the file is chosen again in the same form",
  upload_too_large: "the act is a setting or a command of the server",
  upload_disk_full: "the act is at the server's disk",
  upload_missing: "the file is chosen again in the same form",
  backup_copy_unreachable: "the act is at the storage",
  backup_copy_damaged: "the list that asked has the buttons",
  import_without_gates: "only a system admin assigns gates",
};

const isInTheWay = ({ status, field, sv }: Refusal) => (status === 409 && field === undefined) || NAMES_AN_ACT.test(sv);

test("every refusal has a lead, a reason of its own against one, or that of its kind", () => {
  expect(refusals.length).toBeGreaterThan(300);
  const open = refusals.filter(
    (one) =>
      !(one.reason in LEADS || one.reason in WITHOUT) &&
      (isInTheWay(one) || !KINDS.some(([isOfKind]) => isOfKind(one))),
  );
  expect(open.map(({ reason, sv }) => `${reason}: ${sv}`)).toEqual([]);
});

test("no lead and no reason is kept for a refusal that is gone, or that needs none", () => {
  const known = new Map(refusals.map((one) => [one.reason, one]));
  expect(Object.keys(LEADS).filter((reason) => !known.has(reason))).toEqual([]);
  const idle = Object.keys(WITHOUT).filter((reason) => {
    const refusal = known.get(reason);
    return refusal === undefined || reason in LEADS || !isInTheWay(refusal);
  });
  expect(idle).toEqual([]);
});
