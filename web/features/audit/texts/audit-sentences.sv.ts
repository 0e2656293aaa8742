// The rest of a sentence that begins with the actor. The type ensures that no operation is missing.
import type { AuditAction } from "#contract/audit-actions.ts";
import { ownWord } from "#contract/own-word.ts";
import { texts } from "#web/texts/language.ts";
import { type AuditFacts, changed, fact, many, type NamesInFacts, secretChanged, text } from "./audit-facts.ts";
import { backupSentences } from "./backup-sentences.sv.ts";
import { exportSentences } from "./export-sentences.sv.ts";
import { scheduleSentences } from "./schedule-sentences.sv.ts";

type Sentence = (facts: AuditFacts) => string;
const forWhom = (name: string | null) => (name === null ? "" : ` för ${name}`);

function credential(facts: AuditFacts): string {
  if (fact(facts, "credential_type") !== "license_plate") return "PIN-koden";
  const plate = fact(facts, "plate");
  return plate === null ? "fordonet" : `fordonet ${plate}`;
}

/** Returns "Entré, Garage och 2 till". */
function listed({ names, count }: NamesInFacts): string | null {
  if (names.length === 0) return null;
  const shown = count > 3 ? names.slice(0, 2) : names;
  const last = count > shown.length ? `${count - shown.length} till` : shown.at(-1);
  const others = count > shown.length ? shown : shown.slice(0, -1);
  return others.length === 0 ? `${last}` : `${others.join(", ")} och ${last}`;
}

function places({ places: named, before, after, count }: AuditFacts): string {
  const row = { ...before, ...after };
  return (
    listed(named) ??
    (row["access_point_id"] === null ? many(count, "en grind", "grindar") : many(count, "en dörr", "dörrar"))
  );
}

const who = ({ name, people }: AuditFacts) => name ?? listed(people);
const people = (facts: AuditFacts) =>
  facts.name ?? listed({ ...facts.people, count: facts.count }) ?? many(facts.count, "en person", "personer");
const ofGroup = ({ name }: AuditFacts) => named(name, "en grupp", "gruppen");
const members = (facts: AuditFacts) => people({ ...facts, name: null });
const unit = ({ name, places: named, count }: AuditFacts) =>
  name ?? listed({ ...named, count }) ?? many(count, "en styrenhet", "styrenheter");
const door = ({ name, places: named, count }: AuditFacts) =>
  name ?? listed({ ...named, count }) ?? many(count, "en dörr", "dörrar");
const because = ({ after }: AuditFacts) => (text(after["reason"]) ? `: ${text(after["reason"])}` : "");
const atController = (facts: AuditFacts) => (facts.count > 1 ? "" : named(fact(facts, "controller"), "", " på"));
const named = (name: string | null, none: string, word: string) => (name === null ? none : `${word} ${name}`);
const reading = (facts: AuditFacts) => named(fact(facts, "plate_number"), "en läsning", "läsningen");
/** Returns "fordonet ABC 123 för Anna Ek". */
const vehicle = (facts: AuditFacts) => {
  const plate = fact(facts, "plate");
  return `${plate === null ? "ett fordon" : `fordonet ${plate}`}${forWhom(facts.name ?? fact(facts, "end_user"))}`;
};
const weeklyCode = (facts: AuditFacts) => named(fact(facts, "weekly_code"), "veckokod", "veckokoden");
const organization = (facts: AuditFacts, word: string) => named(fact(facts, "organization"), "", ` ${word}`);

/** Returns "12 behörigheter för Anna Ek, Bo Dal och 8 till". */
const credentials = (facts: AuditFacts) =>
  `${many(facts.count, "en behörighet", "behörigheter")}${forWhom(listed(facts.people))}`;

/** Returns "importerade Anna Ek (ABC 123) och 99 till, med tillgång till Garage Kajen"; for a chunk, the person that was searched for. */
const imported: Sentence = (facts) => {
  const person = fact(facts, "end_user") ?? "ett fordon";
  const plate = fact(facts, "plate");
  const more = facts.people.count - 1;
  return `importerade ${person}${plate === null ? "" : ` (${plate})`}${more > 0 ? ` och ${more} till` : ""}, med tillgång till ${places(facts)}`;
};

const updateCredential: Sentence = (facts) => {
  if (facts.count > 1) return `ändrade ${facts.count} behörigheter${forWhom(who(facts))}`;
  if (secretChanged(facts, "pin")) return `ändrade PIN-koden${forWhom(facts.name)}`;
  if (changed(facts, "plate")) return `ändrade registreringsnumret${forWhom(facts.name)}`;
  if (changed(facts, "enabled"))
    return `${facts.after["enabled"] === true ? "aktiverade" : "inaktiverade"} ${credential(facts)}${forWhom(facts.name)}`;
  if (changed(facts, "valid_from") || changed(facts, "valid_to"))
    return `ändrade giltigheten av ${credential(facts)}${forWhom(facts.name)}`;
  return `ändrade ${credential(facts)}${forWhom(facts.name)}`;
};

const GRANTED_REASONS: Record<string, string> = { troubleshooting: "felsökning", investigation: "utredning" };

/** Returns "PIN-koden för Ulla Påhittsson är borttagen på Port A": nobody did it, so the sentence has no actor. */
const removalConfirmed: Sentence = ({ name, after }) => {
  const parts = Array.isArray(after["removed"]) ? after["removed"] : [];
  const isPlate = after["credential_type"] === "license_plate";
  const old = [
    parts.includes("code") && (isPlate ? "det gamla registreringsnumret" : "den gamla PIN-koden"),
    parts.includes("validity") && "den gamla giltigheten",
    parts.includes("doors") && "tillgången till de gamla dörrarna",
  ].filter((part) => part !== false);
  const what = old.length > 0 ? old.join(" och ") : isPlate ? "registreringsnumret i grindens lista" : "PIN-koden";
  const where = text(after["controller_name"]) ?? "en styrenhet";
  const [common, neuter, several] =
    text(after["suspended_until"]) === null
      ? ["borttagen", "borttaget", "borttagna"]
      : ["spärrad", "spärrat", "spärrade"];
  const state = old.length > 1 ? several : isPlate && (old.length === 0 || parts.includes("code")) ? neuter : common;
  return `${what}${forWhom(name)} är ${state} på ${where}`;
};

const updateController: Sentence = (facts) => {
  const name = facts.name ?? `${facts.count} styrenheter`;
  if (changed(facts, "enabled")) return `${facts.after["enabled"] === true ? "aktiverade" : "inaktiverade"} ${name}`;
  if (secretChanged(facts, "webhook_password")) return `bytte LPR-systemets lösenord för ${name}`;
  if (changed(facts, "webhook_previous_until") && facts.after["webhook_previous_until"] === null)
    return `avslutade LPR-systemets gamla lösenord för ${name}`;
  // A new address requires a password.
  if (changed(facts, "device_ip") || changed(facts, "device_port")) return `ändrade adressen till ${name}`;
  if (secretChanged(facts, "password")) return `bytte lösenord till ${name}`;
  if (facts.after["allow_plain_http"] === true && changed(facts, "allow_plain_http"))
    return `tillät okrypterad förbindelse till ${name}`;
  return `ändrade styrenheten ${name}`;
};

const updateDoor: Sentence = (facts) => {
  const name = facts.name ?? `${facts.count} dörrar`;
  if (changed(facts, "enabled"))
    return `${facts.after["enabled"] === true ? "aktiverade" : "inaktiverade"} dörren ${name}${atController(facts)}`;
  return `ändrade dörren ${name}${atController(facts)}`;
};

const ofDoor = (facts: AuditFacts) => (facts.name === null ? "en dörr" : `dörren ${facts.name}${atController(facts)}`);
const pinAlone: Sentence = (facts) =>
  `${facts.after["pin_alone"] === true ? "lät enbart PIN räcka" : "slutade låta enbart PIN räcka"} vid ${ofDoor(facts)}`;
const pinAloneRead: Sentence = (facts) => {
  if (facts.after["pin_alone_on_device"] === true) return `enbart PIN räcker nu vid ${ofDoor(facts)}`;
  return text(facts.after["missing_since"]) === null
    ? `läsarens regel gäller nu vid ${ofDoor(facts)}`
    : `${ofDoor(facts)}, där enbart PIN räckte, saknas på enheten`;
};

const ROLES = { system_admin: "systemadministratörer", org_admin: "organisationsadministratörer" };
const requirement: Sentence = ({ name, after }) => {
  const whom = ownWord(ROLES, name ?? "") ?? "administratörer";
  if (after["required"] === undefined) return `ändrade kravet på ett andra steg för ${whom}`;
  return after["required"] === true ? `krävde ett andra steg av ${whom}` : `slutade kräva ett andra steg av ${whom}`;
};

const factor = (after: AuditFacts["after"]) =>
  ({ totp: "en autentiseringsapp", phone: "en telefon", webauthn: "en passkey" })[text(after["type"]) ?? ""] ??
  "ett andra steg";
const rows = (after: AuditFacts["after"]) => (typeof after["rows"] === "number" ? after["rows"] : null);

const importedRows = (after: AuditFacts["after"]) =>
  after["kind"] === "people"
    ? many(rows(after) ?? 0, "en användare", "användare")
    : many(rows(after) ?? 0, "ett fordon", "fordon");

const sentences: Record<AuditAction, Sentence> = {
  "end_users.insert": (facts) => `lade till ${people(facts)}`,
  "end_users.update": (facts) =>
    facts.details.length > 0 && !changed(facts, "first_name") && !changed(facts, "last_name")
      ? `ändrade ${listed({ names: facts.details, count: facts.details.length })} för ${people(facts)}`
      : `ändrade namnet på ${people(facts)}`,
  "end_users.delete": (facts) => `tog bort ${people(facts)}`,
  vehicles_imported: ({ after }) => `importerade ${many(rows(after) ?? 0, "ett fordon", "fordon")}`,
  people_imported: ({ after }) => `importerade ${many(rows(after) ?? 0, "en användare", "användare")} från fil`,
  import_undone: ({ after }) => `ångrade importen av ${importedRows(after)}`,
  people_deleted: (facts) => `tog bort ${people(facts)}`,
  people_restored: (facts) => `ångrade borttagningen av ${people(facts)}`,
  person_erased: ({ name }) => `raderade allt om ${name ?? "en person"}`,
  "controller_users.insert": (facts) =>
    `lade till ${people(facts)} direkt på ${fact(facts, "controller") ?? "en styrenhet"}`,
  "controller_users.update": (facts) =>
    `ändrade ${secretChanged(facts, "pin") ? `PIN-koden${forWhom(who(facts))}` : people(facts)} direkt på ${fact(facts, "controller") ?? "en styrenhet"}`,
  "controller_users.delete": (facts) =>
    `tog bort ${people(facts)} direkt från ${fact(facts, "controller") ?? "en styrenhet"}`,
  "credentials.insert": (facts) => {
    if (facts.count > 1) return `lade till ${facts.count} behörigheter${forWhom(who(facts))}`;
    return `lade till ${credential(facts)}${forWhom(facts.name)}`;
  },
  "credentials.update": updateCredential,
  "credentials.delete": (facts) =>
    facts.count > 1
      ? `tog bort ${facts.count} behörigheter${forWhom(who(facts))}`
      : `tog bort ${credential(facts)}${forWhom(facts.name)}`,
  "controller_assignments.insert": (facts) => {
    if (facts.isPart) return imported(facts);
    const whom = who(facts);
    return whom === null ? `gav tillgång till ${places(facts)}` : `gav ${whom} tillgång till ${places(facts)}`;
  },
  "controller_assignments.update": (facts) => `ändrade tillgången till ${places(facts)}${forWhom(who(facts))}`,
  "controller_assignments.delete": (facts) => `tog bort tillgången till ${places(facts)}${forWhom(who(facts))}`,
  "access_group_doors.insert": (facts) => `gav ${ofGroup(facts)} tillgång till ${places(facts)}`,
  "access_group_doors.update": (facts) => `ändrade tiderna vid ${places(facts)} för ${ofGroup(facts)}`,
  "access_group_doors.delete": (facts) => `tog bort tillgången till ${places(facts)} från ${ofGroup(facts)}`,
  "installation_group_doors.insert": (facts) => `gav ${ofGroup(facts)} i anläggningen ${places(facts)}`,
  "installation_group_doors.update": (facts) => `ändrade tiderna vid ${places(facts)} för ${ofGroup(facts)}`,
  "installation_group_doors.delete": (facts) => `tog ${places(facts)} från ${ofGroup(facts)} i anläggningen`,
  "access_group_members.insert": (facts) => `lade till ${members(facts)} i ${ofGroup(facts)}`,
  "access_group_members.update": (facts) => `ändrade tiden i ${ofGroup(facts)} för ${members(facts)}`,
  "access_group_members.delete": (facts) => `tog bort ${members(facts)} ur ${ofGroup(facts)}`,
  ...scheduleSentences,
  "plate_aliases.insert": (facts) => `kopplade ${reading(facts)} till ${vehicle(facts)}${atController(facts)}`,
  "plate_aliases.delete": (facts) =>
    facts.count > 1
      ? `kopplade bort ${facts.count} läsningar${forWhom(who(facts))}`
      : `kopplade bort ${reading(facts)} från ${vehicle(facts)}${atController(facts)}`,
  "weekly_codes.insert": ({ name, count }) =>
    name === null ? `genererade ${many(count, "en veckokod", "veckokoder")}` : `genererade veckokoden för ${name}`,
  "weekly_codes.update": ({ name, count }) =>
    name === null ? `ändrade ${many(count, "en veckokod", "veckokoder")}` : `ändrade veckokoden för ${name}`,
  "weekly_codes.delete": ({ name, count }) =>
    name === null ? `tog bort ${many(count, "en veckokod", "veckokoder")}` : `tog bort veckokoden för ${name}`,
  "weekly_code_assignments.insert": (facts) => `lade ${weeklyCode(facts)} på ${unit(facts)}`,
  "weekly_code_assignments.delete": (facts) => `tog bort ${weeklyCode(facts)} från ${unit(facts)}`,
  "weekly_code_settings.insert": ({ name }) => `ställde in automatiska veckokoder${forWhom(name)}`,
  "weekly_code_settings.update": ({ name }) => `ändrade automatiska veckokoder${forWhom(name)}`,
  "weekly_code_settings.delete": ({ name }) => `tog bort automatiska veckokoder${forWhom(name)}`,
  credentials_switched_off: (facts) => `inaktiverade ${credentials(facts)}`,
  credentials_switched_on: (facts) => `aktiverade ${credentials(facts)}`,
  credentials_extended: (facts) => `förlängde ${credentials(facts)}`,
  pin_collision_reported: ({ name }) => `fick veta att en PIN-kod redan används${name === null ? "" : ` vid ${name}`}`,
  removal_confirmed: removalConfirmed,
  pin_attempts_used_up: () => "provade fler egna PIN-koder vid delade styrenheter än som är tillåtet",

  "controllers.insert": (facts) => `lade till ${unit(facts)}`,
  "controllers.update": updateController,
  "controllers.delete": (facts) => `tog bort ${unit(facts)}`,
  "access_points.insert": (facts) => `lade till ${door(facts)}${atController(facts)}`,
  "access_points.update": updateDoor,
  "access_points.delete": (facts) => `tog bort ${door(facts)}${atController(facts)}`,
  "access_points.pin_alone": pinAlone,
  "access_points.pin_alone_read": pinAloneRead,
  doors_fetched: ({ name }) => `hämtade dörrarna från ${name ?? "en styrenhet"}`,
  old_tls_allowed: ({ name }) => `tillät äldre TLS för ${name ?? "en styrenhet"}`,
  old_tls_forbidden: ({ name }) => `slutade tillåta äldre TLS för ${name ?? "en styrenhet"}`,
  certificate_trusted: ({ name }) => `godkände ett nytt certifikat för ${name ?? "en styrenhet"}`,
  controller_retired: (facts) => `intygade att ${facts.name ?? "en styrenhet"} är borta för gott${because(facts)}`,
  door_opened: (facts) => `öppnade ${door(facts)}${atController(facts)} från portalen${because(facts)}`,
  gate_opened: (facts) => `öppnade ${facts.name ?? "en grind"} från portalen${because(facts)}`,
  door_held_unlocked: (facts) => `höll ${door(facts)}${atController(facts)} olåst${because(facts)}`,
  door_hold_released: (facts) => `låste ${door(facts)}${atController(facts)} igen`,
  macro_tested: ({ name }) => `öppnade ${name ?? "en grind"} med ett test`,
  relay_request_tried: ({ name }) => `provade en osparad begäran mot ${name ?? "en grind"}`,
  plate_put_on_list: (facts) =>
    `satte ${fact(facts, "plate") ?? "ett fordon"} i fordonslistan på ${facts.name ?? "en grind"}`,
  push_set_up: ({ name }) => `ställde in kameran ${name ?? ""} att anropa portalen`.replace("  ", " "),

  "organizations.insert": ({ name }) => `lade till organisationen ${name ?? ""}`.trim(),
  "organizations.update": ({ name }) => `ändrade organisationen ${name ?? ""}`.trim(),
  "organizations.delete": ({ name }) => `tog bort organisationen ${name ?? ""}`.trim(),
  "organization_controllers.insert": (facts) => `tilldelade ${unit(facts)}${organization(facts, "till")}`,
  "organization_controllers.delete": (facts) => `tog bort ${unit(facts)}${organization(facts, "från")}`,
  "organization_access_points.insert": (facts) =>
    `tilldelade ${door(facts)}${atController(facts)}${organization(facts, "till")}`,
  "organization_access_points.delete": (facts) =>
    `tog bort ${door(facts)}${atController(facts)}${organization(facts, "från")}`,

  "profiles.insert": ({ name }) => `lade till kontot ${name ?? ""}`.trim(),
  "profiles.update": (facts) =>
    changed(facts, "email")
      ? `ändrade e-postadressen${forWhom(facts.name)}`
      : `ändrade namnet på administratören ${facts.name ?? ""}`.trim(),
  "profiles.delete": ({ name }) => `tog bort kontot ${name ?? ""}`.trim(),
  "user_roles.insert": ({ name, after }) =>
    `gjorde ${name ?? "någon"} till ${after["role"] === "system_admin" ? "systemadministratör" : "organisationsadministratör"}`,
  "user_roles.update": ({ name }) => `ändrade rollen${forWhom(name)}`,
  "user_roles.delete": ({ name }) => `tog bort administratören ${name ?? ""}`.trim(),
  "mfa_requirements.insert": requirement,
  "mfa_requirements.update": requirement,
  "mfa_requirements.delete": requirement,
  administrator_password_set: ({ name }) => `satte ett nytt lösenord${forWhom(name)}`,
  administrator_password_reset: ({ name }) => `skapade ett nytt tillfälligt lösenord${forWhom(name)}`,
  administrator_factors_removed: ({ name }) => `tog bort tvåstegsverifieringen${forWhom(name)}`,
  administrator_invited: ({ name }) => `bjöd in ${name ?? "en administratör"}`,
  administrator_mailed: ({ name }) => `skickade inloggningsuppgifter till ${name ?? "en administratör"}`,
  administrator_reset_on_console: ({ name }) => `återställde inloggningen${forWhom(name)} från serverns konsol`,
  mfa_requirement_on_console: (facts) => `${requirement(facts)} från serverns konsol`,
  first_administrator_made: ({ name }) => `skapade den första systemadministratören${name === null ? "" : `, ${name}`}`,

  "auth.sign_in": () => "loggade in",
  "auth.failed_burst": ({ name }) =>
    `stoppade upprepade inloggningsförsök${name === null ? "" : ` till kontot ${name}`}`,
  "auth.sign_out_others": () => "avslutade sina andra inloggningar",
  "auth.sign_out_everywhere": () => "loggade ut överallt",
  "auth.sign_out_session": () => "avslutade en av sina inloggningar",
  "auth.recovery_requested": ({ name }) => `tog emot en begäran om nytt lösenord${forWhom(name)}`,
  "auth.password_change": () => "bytte sitt lösenord",
  "auth.email_change_requested": ({ after }) => `begärde att byta e-postadress till ${text(after["email"]) ?? "en ny"}`,
  "auth.email_change": ({ after }) => `bytte e-postadress till ${text(after["email"]) ?? "en ny"}`,
  "auth.data_change": () => "ändrade uppgifter om sitt konto",
  "auth.factor_add": ({ after }) => `lade till ${factor(after)} som andra steg`,
  "auth.factor_remove": ({ after }) => `tog bort ${factor(after)} som andra steg`,
  "auth.factor_verify": ({ after }) => `bekräftade sig med ${factor(after)}`,
  "auth.recovery_codes_make": () => "skapade nya återställningskoder",
  "auth.recovery_codes_remove": () => "tog bort sina återställningskoder",
  "auth.recovery_code_use": () => "loggade in med en återställningskod",
  "auth.identity_link": ({ after }) => `kopplade en inloggning hos ${text(after["provider"]) ?? "en annan tjänst"}`,
  "auth.identity_unlink": ({ after }) =>
    `kopplade bort inloggningen hos ${text(after["provider"]) ?? "en annan tjänst"}`,
  pin_revealed: ({ name }) => `visade PIN-koden${forWhom(name)}`,
  pin_mailed: ({ name }) => `skickade PIN-koden${forWhom(name)} med e-post`,
  pins_mailed: (facts) => `skickade PIN-koden${forWhom(listed(facts.people))} med e-post efter en import`,
  webhook_credentials_read: ({ name }) =>
    name === null ? "visade installationens LPR-inloggning" : `visade LPR-systemets inloggning för ${name}`,
  weekly_codes_read: () => "visade veckokoderna",
  weekly_code_revealed: ({ name }) => `visade veckans veckokod${name === null ? "" : ` vid ${name}`}`,
  granted_passages_shown: ({ after }) =>
    `visade beviljade passager: ${ownWord(GRANTED_REASONS, text(after["reason"]) ?? "") ?? "annat"}${text(after["text"]) === null ? "" : `, ${text(after["text"])}`}`,
  image_shown: ({ name }) => `visade kamerans bild av en passage${name === null ? "" : ` vid ${name}`}`,
  ...exportSentences,
  person_exported: ({ name }) => `exporterade allt om ${name ?? "en person"}`,

  controller_synced: ({ name }) => `bad ${name ?? "alla styrenheter"} att synka`,
  controller_examined: ({ name }) => `undersökte ${name ?? "en styrenhet"} utan att ändra något`,
  controller_compared: ({ name }) => `jämförde hela innehållet på ${name ?? "en styrenhet"}`,
  controller_rebuilt: ({ name }) => `återställde ${name ?? "en styrenhet"} från portalen`,
  workers_paused: ({ after }) => `pausade all synkning${text(after["reason"]) ? `: ${text(after["reason"])}` : ""}`,
  workers_resumed: () => "återupptog all synkning",
  ...backupSentences,
  access_logs_forgotten: ({ after }) =>
    `tog bort ${many(rows(after) ?? 0, "en passage", "passager")} som var äldre än loggen får ha`,
  audit_anchor_renewed: () => "satte händelseloggens slut som rätt, från serverns konsol",
  audit_ends_restored: () => "satte den återställda händelseloggens slut som rätt",
  "auth.keys_rotate": () => "bytte nyckeln som signerar inloggningar",
  secrets_reencrypted: () => "förseglade alla hemligheter med den nuvarande nyckeln, från serverns konsol",
  "alert_settings.insert": () => "ändrade gränserna för larm",
  "alert_settings.update": () => "ändrade gränserna för larm",
  "alert_settings.delete": () => "ändrade gränserna för larm",
  "alert_opt_outs.insert": ({ name }) => `stängde av larm med e-post till ${name ?? "några administratörer"}`,
  "alert_opt_outs.delete": ({ name }) => `slog på larm med e-post till ${name ?? "några administratörer"}`,
  "notice_choices.insert": () => "valde sina aviseringar med e-post",
  "notice_choices.update": () => "ändrade sina aviseringar med e-post",
  "notice_choices.delete": () => "tog bort sina aviseringar med e-post",
  "alert_webhooks.insert": ({ name }) => `lade till larmmottagaren ${name ?? ""}`.trim(),
  "alert_webhooks.update": (facts) => {
    const name = facts.name ?? "en larmmottagare";
    if (secretChanged(facts, "signing_secret")) return `bytte signeringshemlighet för larmmottagaren ${name}`;
    if (secretChanged(facts, "address")) return `ändrade adressen till larmmottagaren ${name}`;
    if (changed(facts, "enabled"))
      return `${facts.after["enabled"] === true ? "aktiverade" : "inaktiverade"} larmmottagaren ${name}`;
    return `ändrade larmmottagaren ${name}`;
  },
  "alert_webhooks.delete": ({ name }) => `tog bort larmmottagaren ${name ?? ""}`.trim(),
  "installation_webhook.insert": () => "skapade installationens LPR-inloggning",
  "installation_webhook.update": (facts) => {
    if (changed(facts, "enabled"))
      return `${facts.after["enabled"] === true ? "slog på" : "stängde av"} installationens LPR-inloggning`;
    if (secretChanged(facts, "webhook_password")) return "bytte lösenordet i installationens LPR-inloggning";
    return "avslutade det gamla lösenordet i installationens LPR-inloggning";
  },
  "installation_webhook.delete": () => "tog bort installationens LPR-inloggning",
  installation_webhook_used: ({ name, after }) =>
    `tog emot ett anrop för ${name ?? "en grind"} med installationens LPR-inloggning${after["old_password"] === true ? " och det gamla lösenordet" : ""}`,
  alerts_tested: () => "skickade ett provlarm",
  mail_tested: () => "skickade ett testmail till sig själv",
};

export const auditSentences = texts("auditSentences", sentences);
