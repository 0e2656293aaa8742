import { formatPlate } from "#contract/format-plate.ts";
import { personFieldText } from "#contract/forms/person-fields.ts";
import { ownWord } from "#contract/own-word.ts";
import { isPersonField } from "#contract/person-fields.ts";
import type { AuditedRow } from "#contract/tables/audit.ts";
import { validityTexts } from "#web/features/people/texts/people.sv.ts";
import { formatDay, formatExact, formatNumber } from "#web/lib/dates.ts";
import { describeDevice } from "#web/lib/describe-browser.ts";
import { doorReasonText } from "#web/lib/passages/door-reason.ts";
import { words } from "#web/texts/words.sv.ts";
import { relayWords } from "./relay-words.ts";
import { auditTexts } from "./texts/audit.sv.ts";
import { isPlateKey } from "./texts/audit-facts.ts";

export interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** Keys and masks that mean nothing to a person, and facts that the event already shows: time and address. */
const TECHNICAL = [
  "id",
  "created_at",
  "created_by",
  "secrets_changed",
  "access_point_ids",
  "only_row",
  "seen_at",
  "restored_vouch",
  "ip",
  "last_used_at",
  // Times and receivers of notifications, which the portal records for itself.
  "chosen_at",
  "told_to",
  "mailed_at",
  "code_mask",
  "pin_mask",
  "session",
  // Names of the page's filters, as an audited export has them.
  "actor",
  "organizationId",
  "controllerId",
  "doorId",
];

/** Tells whether a key is technical. Foreign keys mean nothing to a person: the names of their targets stand beside them. */
const isTechnical = (key: string, value: unknown) =>
  TECHNICAL.includes(key) ||
  (key.endsWith("_id") && key !== "macro_id") ||
  key.endsWith("_token") ||
  (typeof value === "string" && UUID.test(value)) ||
  value === undefined;

/** Returns the people and places of a row, for its heading among others. */
export function rowHeading(row: AuditedRow | null): string | null {
  const { first_name, last_name, end_user, door, door_name, name, controller, plate } = row ?? {};
  const person = end_user ?? (first_name === undefined ? null : [first_name, last_name].map(String).join(" "));
  const parts = [
    person,
    typeof plate === "string" ? formatPlate(plate) : null,
    door ?? door_name ?? name,
    controller,
  ].filter((part) => typeof part === "string" && part !== "");
  return parts.length === 0 ? null : parts.join(" · ");
}

/** Person, subject, place and time come first; the rest in stored order. */
const FIRST = [
  "end_user",
  "first_name",
  "last_name",
  "name",
  "credential_type",
  "plate",
  "door",
  "door_name",
  "controller",
  "validity_period",
  "valid_from",
  "valid_to",
];
const place = (key: string) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);

/** Returns the differing fields of an update, or all meaningful fields of an insert or delete; secrets are named, never shown. */
export function changesOf(before: AuditedRow | null, after: AuditedRow | null): Change[] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort(
    (one, other) => place(one) - place(other),
  );
  const isChange = before !== null && after !== null;
  const say = (key: string, value: unknown) =>
    // A changed plate is shown as typed, because the spelling may be all that differs.
    isPlateKey(key) && typeof value === "string" && !isChange ? formatPlate(value) : valueWords(key, value);
  const changes = keys
    .filter((key) => !isTechnical(key, after?.[key] ?? before?.[key]))
    .filter((key) =>
      before && after
        ? JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null)
        : (before?.[key] ?? after?.[key] ?? null) !== null,
    )
    .map((key) => ({
      field: ownWord(auditTexts.fields, key) ?? (isPersonField(key) ? personFieldText(key, "label") : key),
      before: before && say(key, before[key]),
      after: after && say(key, after[key]),
    }));
  return [...changes, ...secretsOf(after)];
}

function secretsOf(after: AuditedRow | null): Change[] {
  const names: unknown = after?.["secrets_changed"];
  if (!Array.isArray(names)) return [];
  return names.map((name) => ({
    field: ownWord(auditTexts.secrets, String(name)) ?? String(name),
    before: words.none,
    after: auditTexts.secretChanged,
  }));
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** Figures that serve as names have no thousands separator. */
const PLAIN_NUMBERS = ["device_port", "year", "week_number"];

function valueWords(key: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return words.none;
  if (typeof value === "boolean") return value ? auditTexts.yes : auditTexts.no;
  if (typeof value === "number") return PLAIN_NUMBERS.includes(key) ? String(value) : formatNumber(value);
  if (Array.isArray(value)) return value.map((part) => valueWords(key, part)).join(", ") || words.none;
  if (typeof value === "object") return key === "relay_request" ? relayWords(value) : countWords(key, value);
  if (typeof value !== "string") return words.none;
  if (INSTANT.test(value)) return key.startsWith("valid_") ? formatDay(value) : formatExact(value);
  if (key === "user_agent") return describeDevice(value);
  if (key === "validity_period" && isPeriod(value)) return validityTexts[value];
  const word = ownWord(valuesOf(key), value);
  return word ?? (key === "reason" ? doorReasonText(value) : value);
}

const valuesOf = (key: string) => ownWord(auditTexts.values, key) ?? {};

const isPeriod = (value: string): value is keyof typeof validityTexts => Object.hasOwn(validityTexts, value);

/** Returns counts such as "12 PIN-koder, 3 veckokoder". */
function countWords(key: string, counts: object): string {
  const parts = Object.entries(counts).map(
    ([name, count]) => `${valueWords(name, count)} ${ownWord(valuesOf(key), name) ?? name}`,
  );
  return parts.join(", ") || words.none;
}
