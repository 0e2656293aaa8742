// Which column of a vehicle file is what: by header words in Swedish and English, and by what plates look like. Pure.
import { plateKey } from "./plate.ts";
import type { TextLine } from "./read-csv.ts";

/** Positions in a line, from 0. */
export interface VehicleColumns {
  plate: number;
  /** Whole name, or the first name where `lastName` is a column of its own. */
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
/** A title, a date and empty lines stand above the heads of a printed list, hardly more. */
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

/** As specified, or with the best estimate of where the columns are. */
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
    // Nothing here is a vehicle: the preview counts the short lines, unless plates stand in another column.
    return estimate.plate === null ? AS_SPECIFIED : { isRecognised: false, hasHeader: false, estimate };
  }
  const plates = share(full, SPECIFIED_COLUMNS.plate, looksLikePlate);
  const users = share(full, SPECIFIED_COLUMNS.user, looksLikeName);
  // A file of empty columns has no wrong ones: each of its lines is skipped with a reason.
  if ((plates ?? 1) >= MOSTLY && (users ?? 1) >= MOSTLY) return AS_SPECIFIED;
  const hasPlate = estimate.plate !== null && looksLikePlate(first?.fields[estimate.plate] ?? "");
  const hasHeader = !hasPlate && (first?.fields ?? []).some(isKnownHead);
  return { isRecognised: false, hasHeader, estimate };
}

const AS_SPECIFIED: ColumnReading = { isRecognised: true, hasHeader: false, estimate: SPECIFIED_COLUMNS };

/** Index of the line of heads: the first, or the first below titles of which none is a vehicle. Null where there is none. */
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

/** More than a title: something stands where plates are, and beside it. */
const isRow = (fields: readonly string[], plate: number | null) =>
  (fields[plate ?? 0] ?? "") !== "" && fields.filter((field) => field !== "").length > 1;

/** The lines below the heads and their titles; all, where there are none. */
export function bodyLines(lines: readonly TextLine[], hasHeader: boolean): readonly TextLine[] {
  return hasHeader ? lines.slice((findHead(lines) ?? 0) + 1) : lines;
}

/** A line with a word for plates among its fields. */
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

/** A line of heads: one for plates where plates are, or several of other columns beside what is no plate. */
export function isHeadLine({ fields }: TextLine, plate: number): boolean {
  const there = fields[plate] ?? "";
  if (isPlateHead(there)) return true;
  return !/\d/.test(there) && fields.filter(isKnownHead).length > 1;
}

const isKnownHead = (field: string): boolean => NAMES.some((name) => HEADER_WORDS[name].includes(headWord(field)));

const headWord = (field: string): string => field.toLowerCase().replace(/[\s.\-_]/g, "");

/** A head that is missing or unknown does not contradict the specified place; a known one elsewhere does. */
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

/** The part of the filled fields that look so; null where none is filled. */
function share(lines: readonly TextLine[], column: number, looksSo: (text: string) => boolean): number | null {
  const filled = lines.map((line) => line.fields[column] ?? "").filter((text) => text !== "");
  return filled.length === 0 ? null : filled.filter(looksSo).length / filled.length;
}

/** How many of the column's filled fields look like plates. */
export function countPlates(lines: readonly TextLine[], column: number): { plates: number; filled: number } {
  const filled = lines.slice(0, SAMPLE_LINES).filter((line) => (line.fields[column] ?? "") !== "");
  return { plates: filled.filter((line) => looksLikePlate(line.fields[column] ?? "")).length, filled: filled.length };
}

/** Both letters, digits, in few groups. A plate of a name is allowed, but says nothing of its column. */
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
