import { type VehicleRowResult, vehicleImport } from "#contract/functions/vehicle-import.ts";
import type { Vehicle } from "#contract/vehicle-csv.ts";
import { callAction } from "#web/lib/calls/functions.ts";

interface VehicleImport {
  importId: string;
  total: number;
  groupIds: string[];
}

/** Imports at most 100 rows into the caller's organisation; idempotent by `importId`. Throws FunctionError. */
export async function importChunk(
  { importId, total, groupIds }: VehicleImport,
  chunk: Vehicle[],
): Promise<VehicleRowResult[]> {
  const rows = chunk.map(({ row, plate, first_name, last_name, vehicle_type }) => ({
    row,
    plate,
    first_name,
    last_name,
    vehicle_type,
  }));
  const body = { import_id: importId, total, group_ids: groupIds, rows };
  return (await callAction(vehicleImport.IMPORT, body)).results;
}
