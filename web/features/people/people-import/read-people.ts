// Turns the lines of a file into people and what is wrong with each. Pure.

import { PERIOD_WORDS, type PeopleColumn, type PeopleLayout } from "#contract/people-columns.ts";
import {
  type ImportPlaces,
  isGenerated,
  type PersonRow,
  type PersonRowProblem,
  personRowProblem,
} from "#contract/people-file.ts";
import type { TextLine } from "#contract/read-csv.ts";
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

export function readPeople(lines: readonly TextLine[], choices: PeopleChoices, now: Date): ReadPerson[] {
  const { layout, places } = choices;
  const pins = new Map<string, number>();
  return lines
    .slice(layout.header === null ? 0 : layout.header + 1)
    .filter(({ fields }) => fields.some((field) => field !== ""))
    .map((line) => {
      const row = rowOf(line, choices);
      const problem = personRowProblem(row, places, { now, generates: true });
      const first = pins.get(row.pin);
      if (row.pin !== "" && !isGenerated(row.pin) && first === undefined) pins.set(row.pin, row.row);
      return { row, problem: problem ?? (first === undefined ? null : { problem: "pin_repeated", row: first }) };
    });
}

function rowOf(line: TextLine, { layout, period, generates }: PeopleChoices): PersonRow {
  const field = (column: PeopleColumn) => {
    const at = layout.columns[column];
    return at === null ? "" : (line.fields[at] ?? "");
  };
  const pin = field("pin");
  return {
    row: line.number,
    ...namesOf(field("first_name"), layout.columns.last_name === null ? null : field("last_name")),
    email: field("email"),
    apartment: field("apartment"),
    phone: field("phone"),
    note: field("note"),
    pin: isGenerated(pin) || (pin === "" && generates) ? GENERATE : pin.replace(/\s/g, ""),
    doors: field("doors")
      .split(/[;,\n]/)
      .map((door) => door.trim())
      .filter((door) => door !== ""),
    plate: field("plate").toUpperCase(),
    validity: validityOf(field("validity"), period),
  };
}

/** Splits a whole name: "Anna" is both names, as in the vehicle file. */
function namesOf(first: string, last: string | null): Pick<PersonRow, "first_name" | "last_name"> {
  if (last !== null) return { first_name: first, last_name: last };
  const gap = first.indexOf(" ");
  return gap === -1
    ? { first_name: first, last_name: first }
    : { first_name: first.slice(0, gap), last_name: first.slice(gap + 1) };
}

/** Returns the period of words such as "12 månader", a day as it stands, and another text as it is. */
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
