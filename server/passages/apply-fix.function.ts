import { applyFix as contract } from "#contract/functions/apply-fix.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { type ApplyFixDeps, applyFix as apply } from "./apply-fix.ts";

export const applyFix = defineFunction({
  role: "any",
  call: action(contract, async (deps: ApplyFixDeps, call, input) => ({ fix: await apply(deps, call, input) })),
});
