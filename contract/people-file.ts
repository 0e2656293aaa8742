// The rules of a file of people: what a row means and why it is refused. Pure; both ends use it.
import { z } from "zod";
import { NAME_MAX_LENGTH } from "./limits.ts";
import { PERSON_FIELDS, type PersonField, personFieldFault } from "./person-fields.ts";
import { isTrivialPin, PIN_PATTERN, takesPin } from "./pin.ts";
import { plainLine } from "./plain-line.ts";
import { type PlateProblem, plateProblem } from "./plate-problem.ts";
import { endDateProblem, type ValidityPeriod, validityPeriodSchema } from "./validity.ts";

/** A PIN field with this word asks the portal for a PIN. English: `generate`. */
const GENERATE_WORDS = ["generera", "generate"];
/** A door field with this word means all doors, unless a door has that name. */
const ALL_WORDS = ["alla", "all"];
/** A group field with this word means no group, unless a group has that name. */
const NONE_WORDS = ["ingen", "none"];

export interface PersonRow extends Record<PersonField, string> {
  /** Line number in the file; with the import's id it identifies the row to the server. */
  row: number;
  first_name: string;
  last_name: string;
  /** Digits; empty for none. */
  pin: string;
  /** Names of doors. Empty: the import's own choice, unless groups are named. */
  doors: string[];
  /** Names of access groups. Empty: the import's own choice. */
  groups?: string[] | undefined;
  plate: string;
  /** A period, or the last day as yyyy-MM-dd. */
  validity: string;
}

export interface ImportDoor {
  id: string;
  name: string;
  /** The controller's name, which tells doors with one name apart. */
  controller: string;
  pinMin: number | null;
  pinMax: number | null;
}

export interface ImportGroup {
  id: string;
  name: string;
  /** Access points. */
  doorIds: readonly string[];
}

export interface ImportPlaces<Door extends ImportDoor = ImportDoor> {
  /** The organisation's doors. */
  doors: readonly Door[];
  /** Doors of rows that name none. */
  chosen: readonly Door[];
  hasGates: boolean;
  /** The organisation's groups. */
  groups: readonly ImportGroup[];
  /** Groups of rows that name none. */
  joining: readonly ImportGroup[];
}

export type PersonRowProblem =
  | { problem: "name_missing" | "name_long" | "no_access" | "no_gates" }
  | { problem: "field"; field: PersonField; fault: "long" | "invalid" }
  | { problem: "pin_digits" | "pin_trivial" | "pin_without_doors" | "doors_without_pin" }
  | { problem: "pin_length"; door: string; least: number | null; most: number | null }
  | { problem: "pin_repeated"; row: number }
  | { problem: "door_unknown"; door: string }
  | { problem: "group_unknown"; group: string; like: string[] }
  | { problem: "door_ambiguous"; door: string; controller: string }
  | { problem: "plate"; plate: PlateProblem }
  | { problem: "validity_unreadable" | "validity_past" | "validity_far" };

const key = (text: string) => plainLine(text).toLowerCase();

/** Tells whether the cell asks for a PIN to be made. */
export const isGenerated = (pin: string): boolean => GENERATE_WORDS.includes(key(pin));

/** Returns a check whether a text names a door, also after its controller's name. */
export function doorCheck({ doors }: Pick<ImportPlaces, "doors">): (text: string) => boolean {
  const names = new Set(doors.flatMap(({ name, controller }) => [key(name), key(`${controller}: ${name}`)]));
  return (text) => names.has(key(text));
}

/** Returns the doors of a row, or why a name is not one of them. A name may be preceded by the controller's: `Port A: Entré`. */
export function doorsOfRow<Door extends ImportDoor>(
  { doors: names, groups: named = [] }: Pick<PersonRow, "doors" | "groups">,
  { doors, chosen, groups }: Pick<ImportPlaces<Door>, "doors" | "chosen" | "groups">,
): { doors: readonly Door[] } | PersonRowProblem {
  if (names.length === 0) return { doors: named.length === 0 || wantsNoGroup(named, groups) ? chosen : [] };
  const found = new Set<Door>();
  for (const name of names) {
    const asked = key(name);
    const alone = doors.filter((door) => key(door.name) === asked);
    const fitting =
      alone.length > 0 ? alone : doors.filter(({ controller, name: door }) => key(`${controller}: ${door}`) === asked);
    if (fitting.length === 0 && ALL_WORDS.includes(asked) && doors.length > 0) {
      for (const door of doors) found.add(door);
      continue;
    }
    const [door, other] = fitting;
    if (door === undefined) return { problem: "door_unknown", door: plainLine(name) };
    if (other !== undefined) return { problem: "door_ambiguous", door: door.name, controller: door.controller };
    found.add(door);
  }
  return { doors: [...found] };
}

/** Returns a check whether a text names a group. */
export function groupCheck({ groups }: Pick<ImportPlaces, "groups">): (text: string) => boolean {
  const names = new Set(groups.map(({ name }) => key(name)));
  return (text) => names.has(key(text));
}

function wantsNoGroup(names: readonly string[], groups: readonly ImportGroup[]): boolean {
  const [word = "", ...others] = names.map(key);
  return others.length === 0 && NONE_WORDS.includes(word) && !groups.some(({ name }) => key(name) === word);
}

/** Returns the groups of a row, or the name that none has, with those that are spelt alike. */
export function groupsOfRow(
  { groups: names = [] }: Pick<PersonRow, "groups">,
  { groups, joining }: Pick<ImportPlaces, "groups" | "joining">,
): { groups: readonly ImportGroup[] } | PersonRowProblem {
  if (names.length === 0) return { groups: joining };
  if (wantsNoGroup(names, groups)) return { groups: [] };
  const found = new Set<ImportGroup>();
  for (const name of names) {
    const group = groups.find((one) => key(one.name) === key(name));
    if (group === undefined) return { problem: "group_unknown", group: plainLine(name), like: likeNames(name, groups) };
    found.add(group);
  }
  return { groups: [...found] };
}

const LIKE_SHOWN = 3;
const LIKE_LETTERS = 3;

function likeNames(name: string, groups: readonly ImportGroup[]): string[] {
  const asked = key(name);
  const begins = asked.slice(0, LIKE_LETTERS);
  const alike = groups.filter((one) => {
    const known = key(one.name);
    return known.startsWith(begins) || known.includes(asked) || asked.includes(known);
  });
  return (alike.length > 0 ? alike : groups).slice(0, LIKE_SHOWN).map((one) => one.name);
}

/** Returns the doors where a row's PIN is to work, its own and those of its groups. */
export function pinDoorsOfRow<Door extends ImportDoor>(
  row: Pick<PersonRow, "doors" | "groups">,
  places: ImportPlaces<Door>,
): { doors: readonly Door[] } | PersonRowProblem {
  const [own, through] = [doorsOfRow(row, places), groupsOfRow(row, places)];
  if ("problem" in own) return own;
  if ("problem" in through) return through;
  const ids = new Set(through.groups.flatMap(({ doorIds }) => doorIds));
  return { doors: [...new Set([...own.doors, ...places.doors.filter(({ id }) => ids.has(id))])] };
}

/** Returns why a row cannot be imported; null when it can. `generates`: a word may stand for a PIN. */
export function personRowProblem(
  row: PersonRow,
  places: ImportPlaces,
  { now, generates = false }: { now: Date; generates?: boolean },
): PersonRowProblem | null {
  return (
    nameProblem(row) ??
    textProblem(row) ??
    groupProblem(row, places) ??
    pinProblem(row, places, generates) ??
    plateOf(row, places) ??
    when(row, now)
  );
}

function nameProblem({ first_name, last_name }: PersonRow): PersonRowProblem | null {
  const names = [plainLine(first_name), plainLine(last_name)];
  if (names.includes("")) return { problem: "name_missing" };
  return names.some((name) => name.length > NAME_MAX_LENGTH) ? { problem: "name_long" } : null;
}

function textProblem(row: PersonRow): PersonRowProblem | null {
  for (const field of PERSON_FIELDS) {
    const fault = personFieldFault(field, row[field]);
    if (fault !== null) return { problem: "field", field, fault };
  }
  return null;
}

function groupProblem(row: PersonRow, places: ImportPlaces): PersonRowProblem | null {
  const found = groupsOfRow(row, places);
  return "problem" in found ? found : null;
}

function pinProblem(row: PersonRow, places: ImportPlaces, generates: boolean): PersonRowProblem | null {
  const { pin, plate } = row;
  if (pin === "") {
    if (row.doors.length > 0) return { problem: "doors_without_pin" };
    return plate === "" ? { problem: "no_access" } : null;
  }
  const isMade = generates && isGenerated(pin);
  if (!isMade && !PIN_PATTERN.test(pin)) return { problem: "pin_digits" };
  if (!isMade && isTrivialPin(pin)) return { problem: "pin_trivial" };
  const found = doorsOfRow(row, places);
  if ("problem" in found) return found;
  const all = pinDoorsOfRow(row, places);
  if ("doors" in all && all.doors.length === 0) return { problem: "pin_without_doors" };
  const door = found.doors.find((one) => !takesPin(one, pin));
  if (isMade || door === undefined) return null;
  return { problem: "pin_length", door: door.name, least: door.pinMin, most: door.pinMax };
}

function plateOf({ plate }: PersonRow, { hasGates }: ImportPlaces): PersonRowProblem | null {
  if (plate === "") return null;
  const problem = plateProblem(plate);
  if (problem !== null) return { problem: "plate", plate: problem };
  return hasGates ? null : { problem: "no_gates" };
}

const day = z.iso.date();

function when({ validity }: PersonRow, now: Date): PersonRowProblem | null {
  if (periodOf(validity) !== null) return null;
  if (!day.safeParse(validity).success) return { problem: "validity_unreadable" };
  const problem = endDateProblem(validity, now);
  return problem === null ? null : { problem: `validity_${problem}` };
}

/** Returns the period; null: an end date. */
export function periodOf(validity: string): ValidityPeriod | null {
  return validityPeriodSchema.safeParse(validity).data ?? null;
}
