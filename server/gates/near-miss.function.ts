import { nearMissRequest } from "#contract/functions/near-miss.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { correctPlate, dismissReading, linkReading } from "./near-miss.ts";

export const nearMiss = defineFunction({
  name: "near-miss",
  method: "POST",
  role: "any",
  input: nearMissRequest,
  handle: async (deps, { input, ...call }) => {
    switch (input.action) {
      case "LINK":
        await linkReading(deps, call, input);
        return {};
      case "CORRECT":
        await correctPlate(deps, call, input);
        return {};
      case "DISMISS":
      case "RESTORE":
        await dismissReading(deps, call, { ...input, dismissed: input.action === "DISMISS" });
        return {};
    }
  },
});
