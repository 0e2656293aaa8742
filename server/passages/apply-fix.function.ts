import { applyFixRequest } from "#contract/functions/apply-fix.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { type ApplyFixDeps, applyFix as apply } from "./apply-fix.ts";

export const applyFix = defineFunction({
  name: "apply-fix",
  method: "POST",
  role: "any",
  input: applyFixRequest,
  handle: async (deps: ApplyFixDeps, { input, ...call }) => ({ fix: await apply(deps, call, input) }),
});
