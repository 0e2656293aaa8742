import { vehicleImport as contract } from "#contract/functions/vehicle-import.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { checkPlates, importVehicles } from "./import-vehicles.ts";
import { recentImports, undoImport } from "./undo-import.ts";

export const vehicleImport = defineFunction({
  contract,
  role: "any",
  complete: (body) =>
    typeof body === "object" && body !== null && !("action" in body) ? { ...body, action: "IMPORT" } : body,
  actions: {
    IMPORT: action(contract.IMPORT, ({ clock, log, guard }, { asCaller, language }, input) =>
      asCaller(async (client, caller) => ({
        results: await importVehicles({ client, caller, guard, now: clock.now(), language, log }, input),
      })),
    ),
    CHECK_PLATES: action(contract.CHECK_PLATES, ({ guard }, { asCaller }, input) =>
      asCaller(async (client, caller) => ({ existing: await checkPlates({ client, caller, guard }, input) })),
    ),
    IMPORTS: action(contract.IMPORTS, ({ clock, guard }, { asCaller }) =>
      asCaller(async (client, caller) => ({
        imports: await recentImports({ client, caller, guard, now: clock.now() }),
      })),
    ),
    UNDO: action(contract.UNDO, ({ clock, guard }, { asCaller }, input) =>
      asCaller((client, caller) => undoImport({ client, caller, guard, now: clock.now() }, input.import_id)),
    ),
  },
});
