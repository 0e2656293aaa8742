import { ownWord } from "#contract/own-word.ts";
import { type AuditFacts, changed, fact, many, type NamesInFacts, secretChanged, text } from "./audit-facts.ts";
import type { auditSentences as swedish } from "./audit-sentences.sv.ts";
import { exportSentences } from "./export-sentences.en.ts";
import { scheduleSentences } from "./schedule-sentences.en.ts";

type Sentence = (facts: AuditFacts) => string;

const of = (name: string | null) => (name === null ? "" : ` of ${name}`);
const to = (name: string | null) => (name === null ? "" : ` to ${name}`);
const switched = ({ after }: AuditFacts) => (after["enabled"] === true ? "enabled" : "disabled");

function credential(facts: AuditFacts): string {
  if (fact(facts, "credential_type") !== "license_plate") return "the PIN";
  const plate = fact(facts, "plate");
  return plate === null ? "the vehicle" : `the vehicle ${plate}`;
}

function listed({ names, count }: NamesInFacts): string | null {
  if (names.length === 0) return null;
  const shown = count > 3 ? names.slice(0, 2) : names;
  const last = count > shown.length ? `${count - shown.length} more` : shown.at(-1);
  const others = count > shown.length ? shown : shown.slice(0, -1);
  return others.length === 0 ? `${last}` : `${others.join(", ")} and ${last}`;
}

function places({ places: named, before, after, count }: AuditFacts): string {
  const row = { ...before, ...after };
  return (
    listed(named) ?? (row["access_point_id"] === null ? many(count, "a gate", "gates") : many(count, "a door", "doors"))
  );
}

const who = ({ name, people }: AuditFacts) => name ?? listed(people);
const named = (name: string | null, word: string) => (name === null ? `a ${word}` : `the ${word} ${name}`);
const ofGroup = ({ name }: AuditFacts) => named(name, "group");
const members = (facts: AuditFacts) =>
  listed({ ...facts.people, count: facts.count }) ?? many(facts.count, "a person", "people");
const atController = (facts: AuditFacts) =>
  facts.count > 1 || fact(facts, "controller") === null ? "" : ` at ${fact(facts, "controller")}`;
const reading = (facts: AuditFacts) => named(fact(facts, "plate_number"), "reading");
const vehicle = (facts: AuditFacts) => {
  const plate = fact(facts, "plate");
  return `${plate === null ? "a vehicle" : `the vehicle ${plate}`}${of(facts.name ?? fact(facts, "end_user"))}`;
};
const weeklyCode = (facts: AuditFacts) => named(fact(facts, "weekly_code"), "weekly code");
const organization = (facts: AuditFacts, word: string) => {
  const name = fact(facts, "organization");
  return name === null ? "" : ` ${word} ${name}`;
};

const imported: Sentence = (facts) => {
  const found = fact(facts, "end_user") ?? "a vehicle";
  const plate = fact(facts, "plate");
  const more = facts.people.count - 1;
  return `imported ${found}${plate === null ? "" : ` (${plate})`}${more > 0 ? ` and ${more} more` : ""}, with access to ${places(facts)}`;
};

const credentials = (facts: AuditFacts) =>
  `${many(facts.count, "one credential", "credentials")}${of(listed(facts.people))}`;

const GRANTED_REASONS: Record<string, string> = {
  troubleshooting: "troubleshooting",
  investigation: "investigation",
};

const removalConfirmed: Sentence = ({ name, after }) => {
  const parts = Array.isArray(after["removed"]) ? after["removed"] : [];
  const isPlate = after["credential_type"] === "license_plate";
  const old = [
    parts.includes("code") && (isPlate ? "the old number plate" : "the old PIN"),
    parts.includes("validity") && "the old validity",
    parts.includes("doors") && "the access to the old doors",
  ].filter((part) => part !== false);
  const what = old.length > 0 ? old.join(" and ") : isPlate ? "the plate on the gate's list" : "the PIN";
  const state = text(after["suspended_until"]) === null ? "removed" : "suspended";
  return `${what}${of(name)} ${old.length > 1 ? "are" : "is"} ${state} at ${text(after["controller_name"]) ?? "a controller"}`;
};

const updateCredential: Sentence = (facts) => {
  if (facts.count > 1) return `changed ${facts.count} credentials${of(who(facts))}`;
  if (secretChanged(facts, "pin")) return `changed the PIN${of(facts.name)}`;
  if (changed(facts, "plate")) return `changed the number plate${of(facts.name)}`;
  if (changed(facts, "enabled")) return `${switched(facts)} ${credential(facts)}${of(facts.name)}`;
  if (changed(facts, "valid_from") || changed(facts, "valid_to"))
    return `changed the validity of ${credential(facts)}${of(facts.name)}`;
  return `changed ${credential(facts)}${of(facts.name)}`;
};

const updateController: Sentence = (facts) => {
  const name = facts.name ?? `${facts.count} controllers`;
  if (changed(facts, "enabled")) return `${switched(facts)} ${name}`;
  if (secretChanged(facts, "webhook_password")) return `changed the LPR system's password for ${name}`;
  if (changed(facts, "webhook_previous_until") && facts.after["webhook_previous_until"] === null)
    return `ended the LPR system's old password for ${name}`;
  if (changed(facts, "device_ip") || changed(facts, "device_port")) return `changed the address of ${name}`;
  if (secretChanged(facts, "password")) return `changed the password of ${name}`;
  if (facts.after["allow_plain_http"] === true && changed(facts, "allow_plain_http"))
    return `allowed an unencrypted connection to ${name}`;
  return `changed the controller ${name}`;
};

const ROLES: Record<string, string> = {
  system_admin: "system administrators",
  org_admin: "organisation administrators",
};
const requirement: Sentence = ({ name, after }) => {
  const whom = ownWord(ROLES, name ?? "") ?? "administrators";
  if (after["required"] === undefined) return `changed what is required as a second step of ${whom}`;
  return after["required"] === true
    ? `required a second step of ${whom}`
    : `no longer required a second step of ${whom}`;
};

const factor = (after: AuditFacts["after"]) =>
  ({ totp: "an authenticator app", phone: "a phone", webauthn: "a passkey" })[text(after["type"]) ?? ""] ??
  "a second step";
const rows = (after: AuditFacts["after"]) => (typeof after["rows"] === "number" ? after["rows"] : 0);
const importedRows = (after: AuditFacts["after"]) =>
  after["kind"] === "people" ? many(rows(after), "one user", "users") : many(rows(after), "one vehicle", "vehicles");
const person = (facts: AuditFacts) =>
  facts.name ?? listed({ ...facts.people, count: facts.count }) ?? many(facts.count, "a person", "people");
const codes = ({ name, count }: AuditFacts) =>
  name === null ? many(count, "a weekly code", "weekly codes") : `the weekly code of ${name}`;
const unit = ({ name, places: named, count }: AuditFacts) =>
  name ?? listed({ ...named, count }) ?? many(count, "a controller", "controllers");
const door = ({ name, places: named, count }: AuditFacts) =>
  name ?? listed({ ...named, count }) ?? many(count, "a door", "doors");
const ofDoor = (facts: AuditFacts) => (facts.name === null ? "a door" : `the door ${facts.name}${atController(facts)}`);
const because = (after: AuditFacts["after"]) => (text(after["reason"]) ? `: ${text(after["reason"])}` : "");

export const auditSentences: typeof swedish = {
  "end_users.insert": (facts) => `added ${person(facts)}`,
  "end_users.update": (facts) =>
    facts.details.length > 0 && !changed(facts, "first_name") && !changed(facts, "last_name")
      ? `changed ${listed({ names: facts.details, count: facts.details.length })} of ${person(facts)}`
      : `changed the name of ${person(facts)}`,
  "end_users.delete": (facts) => `removed ${person(facts)}`,
  vehicles_imported: ({ after }) => `imported ${many(rows(after), "one vehicle", "vehicles")}`,
  people_imported: ({ after }) => `imported ${many(rows(after), "one user", "users")} from a file`,
  import_undone: ({ after }) => `undid the import of ${importedRows(after)}`,
  people_deleted: (facts) => `removed ${person(facts)}`,
  people_restored: (facts) => `undid the removal of ${person(facts)}`,
  person_erased: ({ name }) => `erased everything about ${name ?? "a person"}`,
  "controller_users.insert": (facts) =>
    `added ${person(facts)} directly at ${fact(facts, "controller") ?? "a controller"}`,
  "controller_users.update": (facts) =>
    `changed ${secretChanged(facts, "pin") ? `the PIN${of(who(facts))}` : person(facts)} directly at ${fact(facts, "controller") ?? "a controller"}`,
  "controller_users.delete": (facts) =>
    `removed ${person(facts)} directly from ${fact(facts, "controller") ?? "a controller"}`,

  "credentials.insert": (facts) =>
    facts.count > 1
      ? `added ${facts.count} credentials${of(who(facts))}`
      : `added ${credential(facts)}${of(facts.name)}`,
  "credentials.update": updateCredential,
  "credentials.delete": (facts) =>
    facts.count > 1
      ? `removed ${facts.count} credentials${of(who(facts))}`
      : `removed ${credential(facts)}${of(facts.name)}`,
  "controller_assignments.insert": (facts) => {
    if (facts.isPart) return imported(facts);
    const whom = who(facts);
    return whom === null ? `gave access to ${places(facts)}` : `gave ${whom} access to ${places(facts)}`;
  },
  "controller_assignments.update": (facts) => `changed the access${of(who(facts))} to ${places(facts)}`,
  "controller_assignments.delete": (facts) => `removed the access${of(who(facts))} to ${places(facts)}`,
  "access_group_doors.insert": (facts) => `gave ${ofGroup(facts)} access to ${places(facts)}`,
  "access_group_doors.update": (facts) => `changed the hours at ${places(facts)} of ${ofGroup(facts)}`,
  "access_group_doors.delete": (facts) => `took access to ${places(facts)} from ${ofGroup(facts)}`,
  "installation_group_doors.insert": (facts) => `gave ${ofGroup(facts)} of the installation ${places(facts)}`,
  "installation_group_doors.update": (facts) =>
    `changed the installation's hours at ${places(facts)} of ${ofGroup(facts)}`,
  "installation_group_doors.delete": (facts) => `took ${places(facts)} from ${ofGroup(facts)} of the installation`,
  "access_group_members.insert": (facts) => `added ${members(facts)} to ${ofGroup(facts)}`,
  "access_group_members.update": (facts) => `changed the time in ${ofGroup(facts)} of ${members(facts)}`,
  "access_group_members.delete": (facts) => `removed ${members(facts)} from ${ofGroup(facts)}`,
  ...scheduleSentences,
  "plate_aliases.insert": (facts) => `linked ${reading(facts)} to ${vehicle(facts)}${atController(facts)}`,
  "plate_aliases.delete": (facts) =>
    facts.count > 1
      ? `unlinked ${facts.count} readings${of(who(facts))}`
      : `unlinked ${reading(facts)} from ${vehicle(facts)}${atController(facts)}`,
  "weekly_codes.insert": (facts) => `generated ${codes(facts)}`,
  "weekly_codes.update": (facts) => `changed ${codes(facts)}`,
  "weekly_codes.delete": (facts) => `removed ${codes(facts)}`,
  "weekly_code_assignments.insert": (facts) => `put ${weeklyCode(facts)} on ${unit(facts)}`,
  "weekly_code_assignments.delete": (facts) => `took ${weeklyCode(facts)} off ${unit(facts)}`,
  "weekly_code_settings.insert": ({ name }) => `set up automatic weekly codes at ${name ?? "a controller"}`,
  "weekly_code_settings.update": ({ name }) => `changed automatic weekly codes at ${name ?? "a controller"}`,
  "weekly_code_settings.delete": ({ name }) => `removed automatic weekly codes at ${name ?? "a controller"}`,
  credentials_switched_off: (facts) => `switched off ${credentials(facts)}`,
  credentials_switched_on: (facts) => `switched on ${credentials(facts)}`,
  credentials_extended: (facts) => `extended ${credentials(facts)}`,
  pin_collision_reported: ({ name }) => `was told that a PIN is in use already${name === null ? "" : ` at ${name}`}`,
  removal_confirmed: removalConfirmed,
  pin_attempts_used_up: () => "tried more PINs of their own at shared controllers than is allowed",

  "controllers.insert": (facts) => `added ${unit(facts)}`,
  "controllers.update": updateController,
  "controllers.delete": (facts) => `removed ${unit(facts)}`,
  "access_points.insert": (facts) => `added ${door(facts)}${atController(facts)}`,
  "access_points.update": (facts) =>
    `${changed(facts, "enabled") ? switched(facts) : "changed"} the door ${door(facts)}${atController(facts)}`,
  "access_points.delete": (facts) => `removed ${door(facts)}${atController(facts)}`,
  "access_points.pin_alone": (facts) =>
    `${facts.after["pin_alone"] === true ? "let a PIN alone be enough" : "no longer let a PIN alone be enough"} at ${ofDoor(facts)}`,
  "access_points.pin_alone_read": (facts) => {
    if (facts.after["pin_alone_on_device"] === true) return `a PIN alone is now enough at ${ofDoor(facts)}`;
    return text(facts.after["missing_since"]) === null
      ? `the reader's rule now applies at ${ofDoor(facts)}`
      : `${ofDoor(facts)}, where a PIN alone was enough, is missing on the device`;
  },
  doors_fetched: ({ name }) => `fetched the doors from ${name ?? "a controller"}`,
  old_tls_allowed: ({ name }) => `allowed an old TLS for ${name ?? "a controller"}`,
  old_tls_forbidden: ({ name }) => `no longer allowed an old TLS for ${name ?? "a controller"}`,
  certificate_trusted: ({ name }) => `trusted a new certificate of ${name ?? "a controller"}`,
  controller_retired: ({ name, after }) => `attested that ${name ?? "a controller"} is gone for good${because(after)}`,
  door_opened: (facts) => `opened ${door(facts)}${atController(facts)} from the portal${because(facts.after)}`,
  gate_opened: (facts) => `opened ${facts.name ?? "a gate"} from the portal${because(facts.after)}`,
  door_held_unlocked: (facts) => `held ${door(facts)}${atController(facts)} unlocked${because(facts.after)}`,
  door_hold_released: (facts) => `locked ${door(facts)}${atController(facts)} again`,
  macro_tested: ({ name }) => `opened ${name ?? "a gate"} with a test`,
  relay_request_tried: ({ name }) => `tried an unsaved request at ${name ?? "a gate"}`,
  plate_put_on_list: (facts) =>
    `put ${fact(facts, "plate") ?? "a vehicle"} on the plate list of ${facts.name ?? "a gate"}`,
  push_set_up: ({ name }) => `set up the camera ${name ?? ""} to call the portal`.replace("  ", " "),

  "organizations.insert": ({ name }) => `added the organisation ${name ?? ""}`.trim(),
  "organizations.update": ({ name }) => `changed the organisation ${name ?? ""}`.trim(),
  "organizations.delete": ({ name }) => `removed the organisation ${name ?? ""}`.trim(),
  "organization_controllers.insert": (facts) => `assigned ${unit(facts)}${organization(facts, "to")}`,
  "organization_controllers.delete": (facts) => `unassigned ${unit(facts)}${organization(facts, "from")}`,
  "organization_access_points.insert": (facts) =>
    `assigned ${door(facts)}${atController(facts)}${organization(facts, "to")}`,
  "organization_access_points.delete": (facts) =>
    `unassigned ${door(facts)}${atController(facts)}${organization(facts, "from")}`,

  "profiles.insert": ({ name }) => `added the account ${name ?? ""}`.trim(),
  "profiles.update": (facts) =>
    changed(facts, "email")
      ? `changed the email address${of(facts.name)}`
      : `changed the name of the administrator ${facts.name ?? ""}`.trim(),
  "profiles.delete": ({ name }) => `removed the account ${name ?? ""}`.trim(),
  "user_roles.insert": ({ name, after }) =>
    `made ${name ?? "somebody"} ${after["role"] === "system_admin" ? "a system administrator" : "an organisation administrator"}`,
  "user_roles.update": ({ name }) => `changed the role${of(name)}`,
  "user_roles.delete": ({ name }) => `removed the administrator ${name ?? ""}`.trim(),
  "mfa_requirements.insert": requirement,
  "mfa_requirements.update": requirement,
  "mfa_requirements.delete": requirement,
  administrator_password_set: ({ name }) => `set a new password${of(name)}`,
  administrator_password_reset: ({ name }) => `made a new temporary password${of(name)}`,
  administrator_factors_removed: ({ name }) => `removed the second steps${of(name)}`,
  administrator_invited: ({ name }) => `invited ${name ?? "an administrator"}`,
  administrator_mailed: ({ name }) => `sent login credentials${to(name ?? "an administrator")}`,
  administrator_reset_on_console: ({ name }) => `reset the sign-in${of(name)} from the server's console`,
  mfa_requirement_on_console: (facts) => `${requirement(facts)} from the server's console`,
  first_administrator_made: ({ name }) => `made the first system administrator${name === null ? "" : `, ${name}`}`,

  "auth.sign_in": () => "signed in",
  "auth.failed_burst": ({ name }) =>
    `stopped repeated sign-in attempts${name === null ? "" : ` to the account of ${name}`}`,
  "auth.sign_out_others": () => "signed out the other sessions",
  "auth.sign_out_everywhere": () => "signed out everywhere",
  "auth.sign_out_session": () => "signed out one of the own sessions",
  "auth.recovery_requested": ({ name }) => `received a request for a new password${of(name)}`,
  "auth.password_change": () => "changed the own password",
  "auth.email_change_requested": ({ after }) =>
    `asked to change the email address to ${text(after["email"]) ?? "a new one"}`,
  "auth.email_change": ({ after }) => `changed the email address to ${text(after["email"]) ?? "a new one"}`,
  "auth.data_change": () => "changed details of the own account",
  "auth.factor_add": ({ after }) => `added ${factor(after)} as a second step`,
  "auth.factor_remove": ({ after }) => `removed ${factor(after)} as a second step`,
  "auth.factor_verify": ({ after }) => `confirmed with ${factor(after)}`,
  "auth.recovery_codes_make": () => "made new recovery codes",
  "auth.recovery_codes_remove": () => "removed the own recovery codes",
  "auth.recovery_code_use": () => "signed in with a recovery code",
  "auth.identity_link": ({ after }) => `linked a sign-in at ${text(after["provider"]) ?? "another service"}`,
  "auth.identity_unlink": ({ after }) => `unlinked the sign-in at ${text(after["provider"]) ?? "another service"}`,
  pin_revealed: ({ name }) => `showed the PIN${of(name)}`,
  pin_mailed: ({ name }) => `sent the PIN${of(name)} by email`,
  pins_mailed: (facts) => `sent the PIN${of(listed(facts.people))} by email after an import`,
  webhook_credentials_read: ({ name }) =>
    name === null ? "showed the installation's LPR sign-in" : `showed the LPR system's sign-in for ${name}`,
  weekly_codes_read: () => "showed the weekly codes",
  weekly_code_revealed: ({ name }) => `viewed this week's code${name === null ? "" : ` at ${name}`}`,
  granted_passages_shown: ({ after }) =>
    `showed granted passages: ${ownWord(GRANTED_REASONS, text(after["reason"]) ?? "") ?? "other"}${text(after["text"]) === null ? "" : `, ${text(after["text"])}`}`,
  image_shown: ({ name }) => `showed the camera's image of a passage${name === null ? "" : ` at ${name}`}`,
  ...exportSentences,
  person_exported: ({ name }) => `exported everything about ${name ?? "a person"}`,
  backup_downloaded: () => "downloaded a back-up",

  controller_synced: ({ name }) => `asked ${name ?? "all controllers"} to sync`,
  controller_examined: ({ name }) => `examined ${name ?? "a controller"} without changing anything`,
  controller_compared: ({ name }) => `compared the whole content of ${name ?? "a controller"}`,
  controller_rebuilt: ({ name }) => `rebuilt ${name ?? "a controller"} from the portal`,
  workers_paused: ({ after }) => `paused all syncing${because(after)}`,
  workers_resumed: () => "resumed all syncing",
  backup_made: ({ after }) => (after["kind"] === "nightly" ? "made the night's back-up" : "made a back-up"),
  backup_failed: ({ after }) =>
    after["kind"] === "nightly" ? "could not make the night's back-up" : "could not make a back-up",
  backup_verified: () => "had a back-up read back",
  backups_removed: ({ after }) => `removed ${many(Number(after["removed"] ?? 1), "an old back-up", "old back-ups")}`,
  restore_begun: () => "began to restore a back-up",
  restore_failed: () => "could not restore a back-up",
  backup_restored: () => "restored a back-up",
  restore_inspected: ({ name }) => `read ${name ?? "all controllers"} after the restore`,
  restore_confirmed: () => "confirmed the restored back-up",
  access_logs_forgotten: ({ after }) =>
    `removed ${many(rows(after), "a passage", "passages")} older than the log may keep`,
  audit_anchor_renewed: () => "took the event log's ends as right, from the server's console",
  audit_ends_restored: () => "took the restored event log's ends as right",
  "auth.keys_rotate": () => "changed the key that signs sign-ins",
  secrets_reencrypted: () => "encrypted all secrets anew with the current secret key, from the server's console",
  "alert_settings.insert": () => "changed the alerts' limits",
  "alert_settings.update": () => "changed the alerts' limits",
  "alert_settings.delete": () => "changed the alerts' limits",
  "alert_opt_outs.insert": ({ name }) => `turned off alerts by email to ${name ?? "some administrators"}`,
  "alert_opt_outs.delete": ({ name }) => `turned on alerts by email to ${name ?? "some administrators"}`,
  "notice_choices.insert": () => "chose their notices by email",
  "notice_choices.update": () => "changed their notices by email",
  "notice_choices.delete": () => "removed their notices by email",
  "alert_webhooks.insert": ({ name }) => `added the alert receiver ${name ?? ""}`.trim(),
  "alert_webhooks.update": (facts) => {
    const name = facts.name ?? "of alerts";
    if (secretChanged(facts, "signing_secret")) return `changed the signing secret of the receiver ${name}`;
    if (secretChanged(facts, "address")) return `changed the address of the receiver ${name}`;
    if (changed(facts, "enabled"))
      return `${facts.after["enabled"] === true ? "enabled" : "disabled"} the receiver ${name}`;
    return `changed the receiver ${name}`;
  },
  "alert_webhooks.delete": ({ name }) => `removed the alert receiver ${name ?? ""}`.trim(),
  "installation_webhook.insert": () => "created the installation's LPR sign-in",
  "installation_webhook.update": (facts) => {
    if (changed(facts, "enabled"))
      return `switched the installation's LPR sign-in ${facts.after["enabled"] === true ? "on" : "off"}`;
    if (secretChanged(facts, "webhook_password")) return "changed the password of the installation's LPR sign-in";
    return "ended the old password of the installation's LPR sign-in";
  },
  "installation_webhook.delete": () => "removed the installation's LPR sign-in",
  installation_webhook_used: ({ name, after }) =>
    `took a call for ${name ?? "a gate"} with the installation's LPR sign-in${after["old_password"] === true ? " and the old password" : ""}`,
  alerts_tested: () => "sent a test alert",
  mail_tested: () => "sent a test email to their own address",
};
