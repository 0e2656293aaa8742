import { vehicleImportRequest } from "#contract/functions/vehicle-import.ts";
import type { Deps } from "#server/platform/deps.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { checkPlates, importVehicles } from "./import-vehicles.ts";
import { recentImports, undoImport } from "./undo-import.ts";

export const vehicleImport = defineFunction({
  name: "vehicle-import",
  method: "POST",
  role: "any",
  input: vehicleImportRequest,
  handle: async ({ clock, log, guard }: Deps, { input, asCaller, language }) =>
    asCaller(async (client, caller) => {
      switch (input.action) {
        case "CHECK_PLATES":
          return { existing: await checkPlates({ client, caller, guard }, input) };
        case "IMPORTS":
          return { imports: await recentImports({ client, caller, guard, now: clock.now() }) };
        case "UNDO":
          return undoImport({ client, caller, guard, now: clock.now() }, input.import_id);
        case "IMPORT":
          return { results: await importVehicles({ client, caller, guard, now: clock.now(), language, log }, input) };
      }
    }),
});
