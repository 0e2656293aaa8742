// Checks the choices for a file's columns. Pure.
import type { TextLine } from "#contract/read-csv.ts";
import { bodyLines, type ColumnReading, countPlates, findHead } from "#contract/vehicle-columns.ts";
import type { ChosenLayout } from "#contract/vehicle-csv.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { vehicleImportTexts } from "../texts/vehicle-import.sv.ts";

const texts = vehicleImportTexts.columns;

/** Each choice is a column's position, or "". */
export interface ColumnChoices {
  plate: string;
  user: string;
  lastName: string;
  vehicleType: string;
  hasHeader: boolean;
}
export type ColumnName = Exclude<keyof ColumnChoices, "hasHeader">;

export const NOT_IN_FILE = "none";
const LETTERS = 26;
const EXAMPLES = 2;
const SAMPLE_LINES = 20;

export function firstChoices({ estimate, hasHeader }: ColumnReading): ColumnChoices {
  const chosen = (column: number | null, otherwise: string) => (column === null ? otherwise : String(column));
  return {
    plate: chosen(estimate.plate, ""),
    user: chosen(estimate.user, ""),
    lastName: chosen(estimate.lastName, NOT_IN_FILE),
    vehicleType: chosen(estimate.vehicleType, NOT_IN_FILE),
    hasHeader,
  };
}

export interface ColumnProblems {
  errors: Partial<Record<ColumnName, string>>;
  /** The choice can be used, but looks wrong. */
  warning: string | null;
}

export function columnProblems(choices: ColumnChoices, lines: readonly TextLine[]): ColumnProblems {
  const errors: ColumnProblems["errors"] = {};
  if (choices.plate === "") errors.plate = texts.missing;
  if (choices.user === "") errors.user = texts.missing;
  const taken = new Set<string>();
  for (const name of ["plate", "user", "lastName", "vehicleType"] as const) {
    const column = choices[name];
    if (column === "" || column === NOT_IN_FILE) continue;
    if (taken.has(column)) errors[name] = texts.twice;
    taken.add(column);
  }
  if (choices.plate === "") return { errors, warning: null };
  const body = bodyLines(lines, choices.hasHeader);
  const { plates, filled } = countPlates(body, Number(choices.plate));
  if (plates === 0) errors.plate ??= texts.noPlates;
  const few = plates > 0 && plates * 2 < filled;
  return { errors, warning: few ? texts.fewPlates(formatNumber(plates), formatNumber(filled)) : null };
}

/** Returns the layout for choices without errors. */
export function layoutOf(choices: ColumnChoices): ChosenLayout {
  const optional = (column: string) => (column === NOT_IN_FILE ? null : Number(column));
  return {
    columns: {
      plate: Number(choices.plate),
      user: Number(choices.user),
      lastName: optional(choices.lastName),
      vehicleType: optional(choices.vehicleType),
    },
    hasHeader: choices.hasHeader,
  };
}

/** Returns the line that may be the header: the first, or the one below titles. */
export const headLine = (lines: readonly TextLine[]): TextLine | undefined => lines[findHead(lines) ?? 0];

export interface ColumnOption {
  id: string;
  label: string;
  /** Contents of the column, as a hint. */
  description: string | undefined;
}

export function columnOptions(lines: readonly TextLine[], hasHeader: boolean): ColumnOption[] {
  const head = hasHeader ? headLine(lines) : undefined;
  const body = bodyLines(lines, hasHeader).slice(0, SAMPLE_LINES);
  const width = Math.max(0, ...[...(head ? [head] : []), ...body].map((line) => line.fields.length));
  return Array.from({ length: width }, (_, index) => {
    const filled = body.map((line) => line.fields[index] ?? "").filter((text) => text !== "");
    return {
      id: String(index),
      label: texts.column(columnLetter(index), head?.fields[index] ?? ""),
      description: filled.slice(0, EXAMPLES).join(", ") || undefined,
    };
  });
}

/** Returns letters like in a spreadsheet: A … Z, AA … */
export function columnLetter(index: number): string {
  const last = String.fromCodePoint(65 + (index % LETTERS));
  return index < LETTERS ? last : columnLetter(Math.floor(index / LETTERS) - 1) + last;
}
