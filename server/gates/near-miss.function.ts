import { nearMiss as contract } from "#contract/functions/near-miss.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { correctPlate, dismissReading, linkReading } from "./near-miss.ts";

export const nearMiss = defineFunction({
  contract,
  role: "any",
  actions: {
    LINK: action(contract.LINK, linkReading),
    CORRECT: action(contract.CORRECT, correctPlate),
    DISMISS: action(contract.DISMISS, (deps, call, input) => dismissReading(deps, call, { ...input, dismissed: true })),
    RESTORE: action(contract.RESTORE, (deps, call, input) =>
      dismissReading(deps, call, { ...input, dismissed: false }),
    ),
  },
});
