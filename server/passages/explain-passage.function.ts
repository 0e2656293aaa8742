import { explainPassageRequest } from "#contract/functions/explain-passage.ts";
import type { Deps } from "#server/platform/deps.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { explainGatePassage } from "./explain-gate.ts";
import { explainDoorPassage } from "./explain-passage.ts";

const EXPLAIN = { door: explainDoorPassage, gate: explainGatePassage } as const;

export const explainPassage = defineFunction({
  name: "explain-passage",
  method: "POST",
  role: "any",
  input: explainPassageRequest,
  handle: (deps: Deps, { input, asCaller }) => EXPLAIN[input.source](deps, asCaller, input.id),
});
