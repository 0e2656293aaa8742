// Finds the columns of a vehicle file, by header words in Swedish and English and by the look of plates. Pure.
import { plateKey } from "./plate.ts";
import type { TextLine } from "./read-csv.ts";

/** Positions in a line, from 0. */
export interface VehicleColumns {
  plate: number;
  /** Whole name, or the first name where `lastName` is a separate column. */
  user: number;
  lastName: number | null;
  vehicleType: number | null;
}

/** Organisation, Nummerplåt, Användare, Fordonstyp, Skapad. */
export const SPECIFIED_COLUMNS: VehicleColumns = { plate: 1, user: 2, lastName: null, vehicleType: 3 };

export type EstimatedColumns = { [Name in keyof VehicleColumns]: number | null };

export interface ColumnReading {
  /** False: somebody must choose the columns before anything is imported. */
  isRecognised: boolean;
  hasHeader: boolean;
  estimate: EstimatedColumns;
}

const SAMPLE_LINES = 200;
/** A printed list has a title, a date and empty lines above its header, hardly more. */
const MOST_TITLE_LINES = 30;
const MOSTLY = 0.5;

// Compared without case, dots, spaces and hyphens.
const HEADER_WORDS: Readonly<Record<keyof VehicleColumns, readonly string[]>> = {
  plate: [
    ..."nummerplåt nummerplåtar registreringsnummer registreringsnr regnummer regnr reg skylt registreringsskylt".split(
      " ",
    ),
    ..."plate plates plateno platenumber numberplate licenseplate licenceplate registration registrationnumber regno".split(
      " ",
    ),
  ],
  user: [
    ..."användare namn förnamn person förare ägare boende hyresgäst medlem kund".split(" "),
    ..."user name fullname firstname driver owner tenant member resident".split(" "),
  ],
  lastName: ["efternamn", "lastname", "surname", "familyname"],
  vehicleType: ["fordonstyp", "typ", "fordon", "biltyp", "vehicletype", "type", "vehicle"],
};
const NAMES = ["plate", "user", "lastName", "vehicleType"] as const;

/** Returns the specified columns, or the best estimate of where they are. */
export function readColumns(lines: readonly TextLine[], specifiedFields: number): ColumnReading {
  const at = findHead(lines);
  const first = lines[at ?? 0];
  const header = at === null ? null : readHeader(first);
  if (header !== null) {
    const isRecognised = standsAsSpecified(header) && (first?.fields.length ?? 0) >= specifiedFields;
    return { isRecognised, hasHeader: true, estimate: header };
  }
  const sample = lines.slice(0, SAMPLE_LINES);
  const estimate = estimateColumns(sample);
  const full = sample.filter((line) => line.fields.length >= specifiedFields);
  if (full.length === 0) {
    // No line is a vehicle: the preview counts the short lines, unless plates stand in another column.
    return estimate.plate === null ? AS_SPECIFIED : { isRecognised: false, hasHeader: false, estimate };
  }
  const plates = share(full, SPECIFIED_COLUMNS.plate, looksLikePlate);
  const users = share(full, SPECIFIED_COLUMNS.user, looksLikeName);
  // Empty columns are not wrong: each line is skipped with a reason.
  if ((plates ?? 1) >= MOSTLY && (users ?? 1) >= MOSTLY) return AS_SPECIFIED;
  const hasPlate = estimate.plate !== null && looksLikePlate(first?.fields[estimate.plate] ?? "");
  const hasHeader = !hasPlate && (first?.fields ?? []).some(isKnownHead);
  return { isRecognised: false, hasHeader, estimate };
}

const AS_SPECIFIED: ColumnReading = { isRecognised: true, hasHeader: false, estimate: SPECIFIED_COLUMNS };

/** Returns the index of the header line: the first line, or the first below title lines that name no vehicle. Null where there is none. */
export function findHead(lines: readonly TextLine[]): number | null {
  for (const [at, line] of lines.slice(0, MOST_TITLE_LINES).entries()) {
    const header = readHeader(line);
    if (header === null) continue;
    const { plate } = header;
    const isBelowTitles = lines
      .slice(0, at)
      .every(({ fields }) => !fields.some(looksLikePlate) || !isRow(fields, plate));
    return at === 0 || isBelowTitles ? at : null;
  }
  return null;
}

/** Tells whether a line is more than a title: it has a text in the plates' column, and another. */
const isRow = (fields: readonly string[], plate: number | null) =>
  (fields[plate ?? 0] ?? "") !== "" && fields.filter((field) => field !== "").length > 1;

/** Returns the lines below the header and its titles; all lines where there is no header. */
export function bodyLines(lines: readonly TextLine[], hasHeader: boolean): readonly TextLine[] {
  return hasHeader ? lines.slice((findHead(lines) ?? 0) + 1) : lines;
}

/** Reads a header: a line with a word for plates among its fields. */
function readHeader(line: TextLine | undefined): EstimatedColumns | null {
  const heads = (line?.fields ?? []).map(headWord);
  const found = emptyEstimate();
  for (const name of NAMES) {
    const at = heads.findIndex((head) => HEADER_WORDS[name].includes(head));
    found[name] = at === -1 ? null : at;
  }
  return found.plate === null ? null : found;
}

const isPlateHead = (field: string): boolean => HEADER_WORDS.plate.includes(headWord(field));

/**
 * Tells whether a line is a header: it has a word for plates in the plates' column, or several words of other columns beside a text that is
 * no plate.
 */
export function isHeadLine({ fields }: TextLine, plate: number): boolean {
  const there = fields[plate] ?? "";
  if (isPlateHead(there)) return true;
  return !/\d/.test(there) && fields.filter(isKnownHead).length > 1;
}

const isKnownHead = (field: string): boolean => NAMES.some((name) => HEADER_WORDS[name].includes(headWord(field)));

const headWord = (field: string): string => field.toLowerCase().replace(/[\s.\-_]/g, "");

/**
 * Tells whether the header agrees with the specified order. A missing or unknown word does not contradict it; a known word elsewhere does.
 */
function standsAsSpecified(header: EstimatedColumns): boolean {
  return NAMES.every((name) => header[name] === null || header[name] === SPECIFIED_COLUMNS[name]);
}

function estimateColumns(lines: readonly TextLine[]): EstimatedColumns {
  const estimate = emptyEstimate();
  const width = Math.max(0, ...lines.map((line) => line.fields.length));
  const columns = Array.from({ length: width }, (_, index) => index);
  estimate.plate = best(columns, (index) => share(lines, index, looksLikePlate));
  const others = columns.filter((index) => index !== estimate.plate);
  estimate.user = best(others, (index) =>
    share(lines, index, (text) => looksLikeName(text) && /\p{L} +\p{L}/u.test(text)),
  );
  return estimate;
}

function best(columns: readonly number[], shareOf: (column: number) => number | null): number | null {
  let found: number | null = null;
  let most = MOSTLY;
  for (const column of columns) {
    const value = shareOf(column) ?? 0;
    if (value > most || (value === most && found === null)) [found, most] = [column, value];
  }
  return found;
}

/** Returns the share of filled fields that look right; null where none is filled. */
function share(lines: readonly TextLine[], column: number, looksSo: (text: string) => boolean): number | null {
  const filled = lines.map((line) => line.fields[column] ?? "").filter((text) => text !== "");
  return filled.length === 0 ? null : filled.filter(looksSo).length / filled.length;
}

/** Counts the filled fields of a column that look like plates. */
export function countPlates(lines: readonly TextLine[], column: number): { plates: number; filled: number } {
  const filled = lines.slice(0, SAMPLE_LINES).filter((line) => (line.fields[column] ?? "") !== "");
  return { plates: filled.filter((line) => looksLikePlate(line.fields[column] ?? "")).length, filled: filled.length };
}

/** Tells whether a text has letters and digits in few groups. A personal plate is allowed, but does not identify its column. */
function looksLikePlate(text: string): boolean {
  const key = plateKey(text);
  if (key.length < 2 || key.length > 10 || text.trim().split(/[\s-]+/).length > 3) return false;
  return /\d/.test(key) && /[A-ZÅÄÖØÆÜ]/.test(key);
}

function looksLikeName(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !SWEDISH_PLATE.test(plateKey(text)) && !text.includes("@");
}

const SWEDISH_PLATE = /^[A-Z]{3}\d{2}[A-Z0-9]$/;

const emptyEstimate = (): EstimatedColumns => ({ plate: null, user: null, lastName: null, vehicleType: null });
