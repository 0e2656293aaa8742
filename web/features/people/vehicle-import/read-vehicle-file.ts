// Reads a vehicle file and detects its type from the bytes, because people rename files.
import { countLines, splitText, type TextLine } from "#contract/read-csv.ts";
import { decodeText, type Encoding, type FoundEncoding, findEncoding } from "#contract/text-encoding.ts";
import { VEHICLE_FILE_FIELDS, VEHICLE_FILE_MAX_BYTES, VEHICLE_FILE_MAX_ROWS } from "#contract/vehicle-csv.ts";
import { fileKind, type OtherKind } from "./file-kind.ts";

export type VehicleFileProblem =
  | "empty"
  | "nothing_seen"
  | "too_large"
  | "too_much_inside"
  | "too_many_rows"
  | "unreadable"
  | OtherKind;

export class VehicleFileError extends Error {
  override readonly name = "VehicleFileError";
  readonly problem: VehicleFileProblem;

  constructor(problem: VehicleFileProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Choices made after the first reading. */
export interface ReadingChoice {
  encoding?: Encoding | undefined;
  sheet?: string | undefined;
  withHidden?: boolean | undefined;
}

export interface TextSource extends FoundEncoding {
  /** The encoding in use: found, or chosen. */
  used: Encoding;
}

export interface SheetSource {
  name: string | null;
  /** Tabs that can be chosen. */
  names: readonly string[];
  hiddenRows: number;
  hiddenColumns: number;
  withHidden: boolean;
}

export interface VehicleFile {
  lines: readonly TextLine[];
  /** Lines of the file that hold anything; a quoted field may join several into one. */
  fileLines: number;
  text?: TextSource;
  sheet?: SheetSource;
}

/** Reads a file; throws VehicleFileError. */
export async function readVehicleFile(file: File, choice: ReadingChoice = {}): Promise<VehicleFile> {
  if (file.size > VEHICLE_FILE_MAX_BYTES) throw new VehicleFileError("too_large");
  const bytes = await readBytes(file);
  const kind = fileKind(bytes);
  if (kind !== "workbook" && kind !== "text") throw new VehicleFileError(kind);
  const read = kind === "workbook" ? await readWorkbook(bytes, choice) : readTextFile(bytes, choice);
  const { lines, sheet } = read;
  if (lines.length === 0) throw new VehicleFileError((sheet?.hiddenRows ?? 0) > 0 ? "nothing_seen" : "empty");
  // Allows for a header.
  if (lines.length > VEHICLE_FILE_MAX_ROWS + 1) throw new VehicleFileError("too_many_rows");
  return read;
}

async function readBytes(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    // The file was moved, is locked by another program, or is a folder.
    throw new VehicleFileError("unreadable", cause);
  }
}

async function readWorkbook(bytes: Uint8Array, { sheet, withHidden = false }: ReadingChoice): Promise<VehicleFile> {
  const { readXlsx, TooLargeError } = await import("./read-xlsx.ts");
  try {
    const { lines, hiddenRows, hiddenColumns, sheet: name, sheets } = readXlsx(bytes, { sheet, withHidden });
    const source = { name, names: sheets, hiddenRows, hiddenColumns, withHidden };
    return { lines, fileLines: lines.length, sheet: source };
  } catch (cause) {
    throw new VehicleFileError(cause instanceof TooLargeError ? "too_much_inside" : "not_a_table", cause);
  }
}

function readTextFile(bytes: Uint8Array, { encoding }: ReadingChoice): VehicleFile {
  const found = findEncoding(bytes);
  const used = encoding ?? found.encoding;
  const text = decodeText(bytes, used);
  if (text.includes("\u0000")) throw new VehicleFileError("not_a_table");
  const lines = splitText(text, VEHICLE_FILE_FIELDS);
  return { lines, fileLines: countLines(text), text: { ...found, used } };
}
