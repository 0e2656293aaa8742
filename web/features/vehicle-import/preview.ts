import { plateKey } from "#contract/plate.ts";
import type { TextLine } from "#contract/read-csv.ts";
import { type NumberedVehicle, numberDuplicates, readVehicleLines, type VehicleLines } from "#contract/vehicle-csv.ts";

export interface Preview {
  fileName: string;
  vehicles: NumberedVehicle[];
  duplicates: number;
  short: VehicleLines["short"];
  invalid: VehicleLines["invalid"];
  lines: ReadonlyMap<number, TextLine>;
}

/** `checkPlates` returns the plate keys there are, with last names. */
export async function makePreview(
  fileName: string,
  lines: readonly TextLine[],
  checkPlates: (plates: string[]) => Promise<{ plate_key: string; last_names: string[] }[]>,
): Promise<Preview> {
  const { vehicles, short, invalid } = readVehicleLines(lines);
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
    lines: new Map(lines.map((line) => [line.number, line])),
  };
}
