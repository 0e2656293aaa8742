// Redacts by allow-list: a value leaves the site only if its key is known to hold no names of people, codes or cards.
import { createHmac, randomBytes } from "node:crypto";

/** Keys with words, versions, times and durations of the protocol. */
const WORDS = new Set(
  [
    "Action EntityType Type type IdDataName IdMatchOperatorName OperatorValue Status Reason Fault FaultCode FaultSubCode",
    "DoorMode DoorPhysicalState LockPhysicalState Alarm Tamper AccessTime OpenTooLongTime PreAlarmTime ExtendedAccessTime",
    "ExtendedOpenTooLongTime HeartbeatInterval Timeout EndOfPIN PriorityConfiguration DefaultPriority ValidFrom ValidTo",
    "UtcTime apiVersion method id version Brand ProdNbr ProdShortName ProdFullName ProdType Version BuildDate Architecture",
    "systemready needsetup uptime state TrustState ConnectionState Start Stop Key EnterAction DoorAction",
  ].flatMap((line) => line.split(" ")),
);
const NUMBERS = /^(M(in|ax)PINSize|Limit|Row?ID|rowid|uptime|timeOffset|timeout|PriorityLevel|Active|code)$/;
const TOKENS =
  /^(token|\w*Token|Entity|AccessPoint|AccessProfile|IdPoint|Schedule|Auth(entication|orization)Profile|DoorScheduleConfiguration|(Next)?StartReference)$/;
const OBJECT_NAMES =
  /^(PIN|DuressPIN|Card|CardNr|CardNrHex|FullCard|FacilityCode|BitCount|REX|LPN|FirstName|LastName|Direction)$/;
/** Tokens made by devices and portals; others are chosen by people and may be a name. */
const MADE_TOKEN =
  /^(Axis-[0-9a-f]{12}[: ][\w. ]{0,40}|standard_\w+|wp-[\w.:-]+|(PIN|Card|REX)Only|CardPlusPIN|CardPlusPin|\d{0,20})$/i;
const WORD = /^[\w .:+\-/#,()]{0,80}$/;
/** The length of a PIN: no enumeration of the vendor has so many consecutive digits. */
const LIKE_A_PIN = /[0-9]{4}/;
/** The protocol's form of field names; a unit may use any other text as one. */
const FIELD = /^[A-Za-z_][\w:.-]{0,60}$/;
const CALENDAR_LINE = /^(BEGIN|END|VERSION|DTSTART|DTEND|RRULE|RDATE|EXDATE|DTSTAMP)[:;]/;
const PARAMETER_LINE = /^root\.(Brand\.|Properties\.(Firmware|API|System\.Architecture))/;

export interface Redactor {
  /** Redacts a JSON value of the device or of a request. */
  json(value: unknown): unknown;
  /** Redacts `name=value` lines; other lines are dropped. */
  parameters(text: string): Record<string, string>;
  token(text: string): string;
  /** Redacts a device's name for itself or for a way to sign in. */
  word(text: string): string;
}

/** A serial in the form used in realms and tokens. */
const SERIAL = /(?<![0-9a-z])[0-9a-f]{12}(?![0-9a-z])/gi;

/** Creates a redactor. `secrets` (account and address) are replaced everywhere. Serials are replaced by others, different in each file. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const key = randomBytes(32);
  const pseudonym = createPseudonyms();
  const texts = secrets.filter((text) => text.length > 2);

  const otherSerial = (serial: string) =>
    createHmac("sha256", key).update(serial.toLowerCase()).digest("hex").slice(0, 12);
  const scrub = (text: string): string => {
    let clean = text.replaceAll(SERIAL, otherSerial);
    for (const secret of texts) clean = clean.replaceAll(secret, "removed");
    return clean;
  };
  const token = (text: string): string => (MADE_TOKEN.test(text) ? scrub(text) : pseudonym("token", text));
  const word = (text: string): string => (WORD.test(text) ? scrub(text) : pseudonym("text", text));

  const fieldOf = (field: string): string =>
    FIELD.test(field) && !LIKE_A_PIN.test(field) && scrub(field) === field ? field : pseudonym("field", field);

  const text = (name: string, value: string): string => {
    if (TOKENS.test(name)) return token(value);
    if (/uuid$|bootid$/i.test(name)) return pseudonym("uuid", value);
    if (/^(Name|Description)$/.test(name)) return OBJECT_NAMES.test(value) ? value : pseudonym("name", value);
    if (name.endsWith("ScheduleDefinition")) return calendar(value);
    return WORDS.has(name) ? word(value) : "";
  };

  /** Returns `Value`, which is kept only beside a known name. */
  const valueOf = (object: Record<string, unknown>): unknown => {
    const name = object["Key"] ?? object["Name"];
    const value = object["Value"];
    if (typeof name !== "string" || typeof value !== "string") return "";
    if (/^topic\d$|^(Direction|Reason|State|Active)$/.test(name))
      return LIKE_A_PIN.test(value) ? pseudonym("text", value) : word(value);
    return name.endsWith("Token") ? token(value) : "";
  };

  const json = (value: unknown, name = ""): unknown => {
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "string") return text(name, value);
    if (typeof value === "number") return NUMBERS.test(name) ? value : 0;
    if (Array.isArray(value)) return value.filter((one) => !isTyped(one)).map((one) => json(one, name));
    if (typeof value !== "object") return null;
    const object: Record<string, unknown> = { ...value };
    return Object.fromEntries(
      Object.entries(object).map(([field, one]) => [
        fieldOf(field),
        field === "Value" ? valueOf(object) : json(one, field),
      ]),
    );
  };

  return {
    json: (value) => json(value),
    token,
    word,
    parameters: (lines) => Object.fromEntries(parametersOf(lines).map(([name, value]) => [name, word(value)])),
  };
}

/** Returns the known names of `name=value` lines, with their values. */
const parametersOf = (lines: string): [name: string, value: string][] =>
  lines
    .split(/\r?\n/)
    .filter((line) => PARAMETER_LINE.test(line))
    .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]);

/** Returns a function that gives each text a name, the same one every time: "door-1". */
function createPseudonyms() {
  const names = new Map<string, string>();
  return (kind: string, text: string): string => {
    if (text === "") return "";
    const known = names.get(`${kind} ${text}`) ?? `${kind}-${names.size + 1}`;
    names.set(`${kind} ${text}`, known);
    return known;
  };
}

function calendar(value: string): string {
  return value
    .split(/\r?\n/)
    .map((line) => (/^SUMMARY|^UID/.test(line) ? `${line.split(":")[0]}:a` : line))
    .filter((line) => line === "PRODID:" || CALENDAR_LINE.test(line) || line.endsWith(":a"))
    .map((line) => `${line}\r\n`)
    .join("");
}

/** Rows of a reader about its own state. */
const READER_STATES: ReadonlySet<unknown> = new Set(["Tampering", "Status"]);

/** Tells whether a row of the event log holds typed digits. */
function isTyped(row: unknown): boolean {
  if (typeof row !== "object" || row === null || !("KeyValues" in row) || !Array.isArray(row.KeyValues)) return false;
  const keyValues: unknown[] = row.KeyValues;
  const valueOf = (key: string) =>
    keyValues.flatMap((one) =>
      typeof one === "object" && one !== null && "Key" in one && "Value" in one && one.Key === key ? [one.Value] : [],
    );
  return valueOf("topic0").includes("IdPoint") && !valueOf("topic1").every((topic) => READER_STATES.has(topic));
}
