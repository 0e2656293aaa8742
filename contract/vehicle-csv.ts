// Reads the vehicle file (docs/requirements.md, section 5): its vehicles, faults and duplicates. Pure; both ends use it.
import { NAME_MAX_LENGTH, VEHICLE_TYPE_MAX_LENGTH } from "./limits.ts";
import { plateKey } from "./plate.ts";
import { type PlateProblem, plateProblem } from "./plate-problem.ts";
import type { TextLine } from "./read-csv.ts";
import { splitName } from "./split-name.ts";
import { bodyLines, findHead, isHeadLine, SPECIFIED_COLUMNS, type VehicleColumns } from "./vehicle-columns.ts";

export const VEHICLE_FILE_FIELDS = 5;
export const VEHICLE_FILE_MAX_BYTES = 5 * 1024 * 1024;
export const VEHICLE_FILE_MAX_ROWS = 20_000;

export interface Vehicle {
  /** Line number in the file; with the import's id it identifies the row to the server. */
  row: number;
  plate: string;
  first_name: string;
  last_name: string;
  vehicle_type: string | null;
}

export type VehicleProblem =
  | "missing_plate"
  | "missing_user"
  | "several_plates"
  | "plate_with_remark"
  | "invalid_plate"
  | "name_too_long"
  | "vehicle_type_too_long";

export interface VehicleLines {
  vehicles: Vehicle[];
  short: TextLine[];
  invalid: { line: TextLine; problem: VehicleProblem }[];
  /** Titles and header lines, wherever they stand. They are no vehicles, and are not reported as skipped. */
  heads: TextLine[];
}

export interface ChosenLayout {
  columns: VehicleColumns;
  hasHeader: boolean;
}

/**
 * Reads the lines. A line whose plate field is a header word, such as "Nummerplåt", is a header wherever it stands; somebody may have
 * chosen other columns.
 */
export function readVehicleLines(lines: readonly TextLine[], chosen?: ChosenLayout): VehicleLines {
  const result: VehicleLines = { vehicles: [], short: [], invalid: [], heads: [] };
  const columns = chosen?.columns ?? SPECIFIED_COLUMNS;
  const fieldsWanted = chosen === undefined ? VEHICLE_FILE_FIELDS : Math.max(columns.plate, columns.user) + 1;
  const body = bodyLines(lines, chosen?.hasHeader ?? findHead(lines) !== null);
  result.heads.push(...lines.slice(0, lines.length - body.length));
  for (const line of body) {
    if (isHeadLine(line, columns.plate)) {
      result.heads.push(line);
      continue;
    }
    if (line.fields.length < fieldsWanted) {
      result.short.push(line);
      continue;
    }
    const field = (column: number | null) => (column === null ? "" : (line.fields[column] ?? ""));
    const vehicleType = field(columns.vehicleType);
    const lastName = field(columns.lastName);
    const vehicle: Vehicle = {
      row: line.number,
      plate: field(columns.plate).toUpperCase(),
      ...(lastName === "" ? splitName(field(columns.user)) : { first_name: field(columns.user), last_name: lastName }),
      vehicle_type: vehicleType === "" ? null : vehicleType,
    };
    const problem = vehicleProblem(vehicle);
    if (problem === null) result.vehicles.push(vehicle);
    else result.invalid.push({ line, problem });
  }
  return result;
}

/** Returns why a vehicle cannot be imported; null when it can. */
export function vehicleProblem({ plate, first_name, last_name, vehicle_type }: Vehicle): VehicleProblem | null {
  if (plate.trim() === "") return "missing_plate";
  if (first_name.trim() === "" || last_name.trim() === "") return "missing_user";
  const problem = plateProblem(plate);
  if (problem !== null) return PLATE_REFUSALS[problem];
  const tooLong = (text: string, limit: number) => text.length > limit || CONTROL.test(text);
  if (tooLong(first_name, NAME_MAX_LENGTH) || tooLong(last_name, NAME_MAX_LENGTH)) return "name_too_long";
  if (vehicle_type !== null && tooLong(vehicle_type, VEHICLE_TYPE_MAX_LENGTH)) return "vehicle_type_too_long";
  return null;
}

/** Maps the problem of a plate to the problem of its row. */
export const PLATE_REFUSALS = {
  missing: "invalid_plate",
  several: "several_plates",
  remark: "plate_with_remark",
  signs: "invalid_plate",
  long: "invalid_plate",
  too_many: "invalid_plate",
} as const satisfies Record<PlateProblem, VehicleProblem>;

const CONTROL = /\p{Cc}/u;

export interface NumberedVehicle extends Vehicle {
  /** "existing": the organisation has the plate. "repeated": the file has it on an earlier line. */
  status: "new" | "existing" | "repeated";
}

/**
 * Flags duplicates and numbers their people from 2. An existing plate always gets a number. A plate repeated in the file gets one only with
 * the same last name, since two people may share a car. `existing`: last names by plate key.
 */
export function numberDuplicates(
  vehicles: readonly Vehicle[],
  existing: ReadonlyMap<string, readonly string[]>,
): NumberedVehicle[] {
  const seen = new Map<string, PlateNames>();
  return vehicles.map((vehicle) => {
    const key = plateKey(vehicle.plate);
    const names = seen.get(key) ?? startNames(existing.get(key));
    const status = existing.has(key) ? "existing" : seen.has(key) ? "repeated" : "new";
    seen.set(key, names);
    const last_name = nextName(names, vehicle.last_name, status === "existing");
    return { ...vehicle, last_name, status };
  });
}

interface PlateNames {
  taken: Set<string>;
  next: Map<string, number>;
}

function startNames(existing: readonly string[] = []): PlateNames {
  return { taken: new Set(existing.map((name) => name.toLowerCase())), next: new Map() };
}

function nextName({ taken, next }: PlateNames, name: string, alwaysNumbered: boolean): string {
  const lower = name.toLowerCase();
  if (!alwaysNumbered && !taken.has(lower)) {
    taken.add(lower);
    return name;
  }
  let number = next.get(lower) ?? 2;
  while (taken.has(`${lower} ${number}`)) number += 1;
  taken.add(`${lower} ${number}`);
  next.set(lower, number + 1);
  const suffix = ` ${number}`;
  return name.slice(0, NAME_MAX_LENGTH - suffix.length) + suffix;
}
