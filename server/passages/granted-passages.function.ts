import { grantedPassagesRequest } from "#contract/functions/granted-passages.ts";
import type { Deps } from "#server/platform/deps.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { showGrantedPassages } from "./show-granted-passages.ts";

export const grantedPassages = defineFunction({
  name: "granted-passages",
  method: "POST",
  role: "org_admin",
  input: grantedPassagesRequest,
  handle: async (_deps: Deps, { input, asCaller }) => ({ until: await showGrantedPassages(asCaller, input) }),
});
