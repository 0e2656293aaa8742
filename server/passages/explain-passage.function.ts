import { explainPassageRequest } from "#contract/functions/explain-passage.ts";
import type { Deps } from "#server/platform/deps.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { explainDoorPassage } from "./explain-passage.ts";

export const explainPassage = defineFunction({
  name: "explain-passage",
  method: "POST",
  role: "any",
  input: explainPassageRequest,
  handle: async (deps: Deps, { input, asCaller }) => ({
    explanation: await explainDoorPassage(deps, asCaller, input.id),
  }),
});
