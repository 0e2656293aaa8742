// Detects the type from the bytes: people rename files.
import { decodeText, splitText, type TextLine } from "#contract/read-csv.ts";
import { VEHICLE_FILE_FIELDS, VEHICLE_FILE_MAX_BYTES, VEHICLE_FILE_MAX_ROWS } from "#contract/vehicle-csv.ts";

export type VehicleFileProblem = "empty" | "too_large" | "too_many_rows" | "old_excel" | "not_a_table" | "unreadable";

export class VehicleFileError extends Error {
  override readonly name = "VehicleFileError";
  readonly problem: VehicleFileProblem;

  constructor(problem: VehicleFileProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Throws VehicleFileError. */
export async function readVehicleFile(file: File): Promise<TextLine[]> {
  if (file.size > VEHICLE_FILE_MAX_BYTES) throw new VehicleFileError("too_large");
  const lines = await readLines(await readBytes(file));
  if (lines.length === 0) throw new VehicleFileError("empty");
  // Allows for a header.
  if (lines.length > VEHICLE_FILE_MAX_ROWS + 1) throw new VehicleFileError("too_many_rows");
  return lines;
}

async function readBytes(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    // Moved, locked by another program, or a folder.
    throw new VehicleFileError("unreadable", cause);
  }
}

async function readLines(bytes: Uint8Array): Promise<TextLine[]> {
  if (begins(bytes, [0x50, 0x4b, 0x03, 0x04])) {
    const { readXlsx } = await import("./read-xlsx.ts");
    try {
      return readXlsx(bytes);
    } catch (cause) {
      throw new VehicleFileError("not_a_table", cause);
    }
  }
  // Excel before 2007, or a workbook with a password.
  if (begins(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new VehicleFileError("old_excel");
  const text = decodeText(bytes);
  if (text.includes("\u0000")) throw new VehicleFileError("not_a_table");
  return splitText(text, VEHICLE_FILE_FIELDS);
}

function begins(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}
