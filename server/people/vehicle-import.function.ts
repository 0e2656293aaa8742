import { vehicleImportRequest } from "#contract/functions/vehicle-import.ts";
import type { Deps } from "#server/platform/deps.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { checkPlates, importVehicles } from "./import-vehicles.ts";

export const vehicleImport = defineFunction({
  name: "vehicle-import",
  method: "POST",
  role: "any",
  input: vehicleImportRequest,
  handle: async ({ clock, log, guard }: Deps, { input, asCaller, language }) =>
    asCaller(async (client, caller) => {
      if (input.action === "CHECK_PLATES") return { existing: await checkPlates({ client, caller, guard }, input) };
      return { results: await importVehicles({ client, caller, guard, now: clock.now(), language, log }, input) };
    }),
});
