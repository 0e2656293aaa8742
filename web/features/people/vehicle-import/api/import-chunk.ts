import { type VehicleRowResult, vehicleImport } from "#contract/functions/vehicle-import.ts";
import type { Vehicle } from "#contract/vehicle-csv.ts";
import { callAction } from "#web/lib/calls/functions.ts";

/** Imports at most 100 rows into the caller's organisation; idempotent by `importId`. Throws FunctionError. */
export async function importChunk(importId: string, total: number, chunk: Vehicle[]): Promise<VehicleRowResult[]> {
  const rows = chunk.map(({ row, plate, first_name, last_name, vehicle_type }) => ({
    row,
    plate,
    first_name,
    last_name,
    vehicle_type,
  }));
  const body = { import_id: importId, total, rows };
  return (await callAction(vehicleImport.IMPORT, body)).results;
}
