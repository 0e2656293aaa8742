import { grantedPassages as contract } from "#contract/functions/granted-passages.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { showGrantedPassages } from "./show-granted-passages.ts";

export const grantedPassages = defineFunction({
  role: "org_admin",
  call: action(contract, async (_deps, { asCaller }, input) => ({ until: await showGrantedPassages(asCaller, input) })),
});
