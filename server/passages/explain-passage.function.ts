import { explainPassage as contract } from "#contract/functions/explain-passage.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { explainGatePassage } from "./explain-gate.ts";
import { explainDoorPassage } from "./explain-passage.ts";

const EXPLAIN = { door: explainDoorPassage, gate: explainGatePassage } as const;

export const explainPassage = defineFunction({
  role: "any",
  call: action(contract, (deps, { asCaller }, { source, id }) => EXPLAIN[source](deps, asCaller, id)),
});
