// Turns the lines of a file into people and what is wrong with each. Pure.

import { PERIOD_WORDS, type PeopleColumn, type PeopleLayout } from "#contract/people-columns.ts";
import {
  doorCheck,
  groupCheck,
  type ImportPlaces,
  isGenerated,
  type PersonRow,
  type PersonRowProblem,
  personRowProblem,
} from "#contract/people-file.ts";
import { ofPersonFields } from "#contract/person-fields.ts";
import type { TextLine } from "#contract/read-csv.ts";
import { splitName } from "#contract/split-name.ts";
import type { ValidityPeriod } from "#contract/validity.ts";

export interface PeopleChoices {
  layout: PeopleLayout;
  places: ImportPlaces;
  /** The validity of rows that have none. */
  period: ValidityPeriod;
  /** Rows without a PIN get one. */
  generates: boolean;
}

export interface ReadPerson {
  row: PersonRow;
  problem: PersonRowProblem | null;
}

/** The word by which a row asks for a PIN (contract/people-file.ts). */
export const GENERATE = "generera";

/** Returns the people with their first problem; null: none. Empty lines are left out. */
export function readPeople(lines: readonly TextLine[], choices: PeopleChoices, now: Date): ReadPerson[] {
  const { layout, places } = choices;
  const checks = { isDoor: doorCheck(places), isGroup: groupCheck(places) };
  const pins = new Map<string, number>();
  return lines
    .slice(layout.header === null ? 0 : layout.header + 1)
    .filter(({ fields }) => fields.some((field) => field !== ""))
    .map((line) => {
      const row = rowOf(line, choices, checks);
      const problem = personRowProblem(row, places, { now, generates: true });
      const first = pins.get(row.pin);
      if (row.pin !== "" && !isGenerated(row.pin) && first === undefined) pins.set(row.pin, row.row);
      return { row, problem: problem ?? (first === undefined ? null : { problem: "pin_repeated", row: first }) };
    });
}

/** Only when at least this many PINs have one length does a shorter one look cut. */
const LEAST_ALIKE = 3;

/**
 * Returns the rows whose PIN probably began with 0 before a spreadsheet made a number of it: it is shorter than most of the file's PINs,
 * which all have one length, and no PIN of the file begins with 0.
 */
export function rowsWithoutZero(people: readonly ReadPerson[]): number[] {
  const typed = people.map(({ row }) => row).filter(({ pin }) => pin !== "" && !isGenerated(pin));
  const longest = Math.max(...typed.map(({ pin }) => pin.length));
  const shorter = typed.filter(({ pin }) => pin.length < longest);
  const alike = typed.length - shorter.length;
  if (alike < LEAST_ALIKE || alike < shorter.length * 2 || typed.some(({ pin }) => pin.startsWith("0"))) return [];
  return shorter.map(({ row }) => row);
}

function rowOf(line: TextLine, { layout, period, generates }: PeopleChoices, { isDoor, isGroup }: Checks): PersonRow {
  const field = (column: PeopleColumn) => {
    const at = layout.columns[column];
    return at === null ? "" : (line.fields[at] ?? "");
  };
  const pin = field("pin");
  return {
    row: line.number,
    ...(layout.columns.last_name === null
      ? splitName(field("first_name"))
      : { first_name: field("first_name"), last_name: field("last_name") }),
    ...ofPersonFields(field),
    pin: isGenerated(pin) || (pin === "" && generates) ? GENERATE : pin.replace(/\s/g, ""),
    doors: namesIn(field("doors"), isDoor),
    groups: namesIn(field("groups"), isGroup),
    plate: field("plate").toUpperCase(),
    validity: validityOf(field("validity"), period),
  };
}

type IsName = (text: string) => boolean;
type Checks = { isDoor: IsName; isGroup: IsName };

const SEPARATOR = /([;,\n])/;
/** Separators within one name, so that a long cell costs little. */
const MOST_WITHIN = 3;

/** Splits a cell into names. A name may itself contain a comma or a semicolon, so the longest match counts. */
function namesIn(cell: string, isName: IsName): string[] {
  const parts = cell.split(SEPARATOR);
  const names: string[] = [];
  for (let at = 0; at < parts.length; ) {
    let end = Math.min(parts.length, at + 1 + 2 * MOST_WITHIN);
    while (end > at + 1 && !isName(parts.slice(at, end).join(""))) end -= 2;
    const name = parts.slice(at, end).join("").trim();
    if (name !== "") names.push(name);
    at = end + 1;
  }
  return names;
}

/** Returns the period that words such as "12 månader" name. A day and any other text are returned unchanged. */
function validityOf(text: string, otherwise: ValidityPeriod): string {
  const words = text.toLowerCase();
  if (words === "") return otherwise;
  for (const [pattern, unit] of PERIOD_WORDS) {
    const count = Number(pattern.exec(words)?.[1] ?? 0);
    if (count === 0) continue;
    const [length, name] = unit === "year" ? [count * 12, "month"] : [count, unit];
    return `${length}_${name}${length === 1 ? "" : "s"}`;
  }
  return text.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3").replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, "$1");
}
