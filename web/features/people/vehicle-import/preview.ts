import { plateKey } from "#contract/plate.ts";
import type { TextLine } from "#contract/read-csv.ts";
import {
  type ChosenLayout,
  type NumberedVehicle,
  numberDuplicates,
  readVehicleLines,
  type VehicleLines,
} from "#contract/vehicle-csv.ts";
import type { ReadFile } from "./read-file.ts";

export interface Preview {
  fileName: string;
  vehicles: NumberedVehicle[];
  duplicates: number;
  short: VehicleLines["short"];
  invalid: VehicleLines["invalid"];
  /** Titles and heads. */
  heads: VehicleLines["heads"];
  /** Lines of the file that belong to the line above, within its quotes. */
  joined: number;
  lines: ReadonlyMap<number, TextLine>;
  /** Undefined: the specified columns. */
  layout: ChosenLayout | undefined;
}

/** Makes a preview; `checkPlates` returns the existing plate keys, with last names. */
export async function makePreview(
  { fileName, lines, fileLines }: ReadFile,
  layout: ChosenLayout | undefined,
  checkPlates: (plates: string[]) => Promise<{ plate_key: string; last_names: string[] }[]>,
): Promise<Preview> {
  const { vehicles, short, invalid, heads } = readVehicleLines(lines, layout);
  const plates = [...new Set(vehicles.map((vehicle) => plateKey(vehicle.plate)))];
  const existing = plates.length === 0 ? [] : await checkPlates(plates);
  const numbered = numberDuplicates(
    vehicles,
    new Map(existing.map(({ plate_key, last_names }) => [plate_key, last_names])),
  );
  return {
    fileName,
    vehicles: numbered,
    duplicates: numbered.filter((vehicle) => vehicle.status !== "new").length,
    short,
    invalid,
    heads,
    joined: Math.max(0, fileLines - lines.length),
    lines: new Map(lines.map((line) => [line.number, line])),
    layout,
  };
}

export function chosenVehicles(preview: Preview, leaveOut: boolean): NumberedVehicle[] {
  return leaveOut ? preview.vehicles.filter((vehicle) => vehicle.status === "new") : preview.vehicles;
}
