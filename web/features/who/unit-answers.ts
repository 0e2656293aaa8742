// Sorts a unit's answers by how they stand to the portal's. Pure.
import type { UnitAnswer } from "#contract/functions/ask-unit.ts";

/** `unsure`: the portal itself does not know. */
type UnitAnswerKind = "agreeing" | "differing" | "unsure";

export function sortAnswers(answers: readonly UnitAnswer[]): Record<UnitAnswerKind, UnitAnswer[]> {
  const sorted = Map.groupBy(answers, kindOf);
  return {
    agreeing: sorted.get("agreeing") ?? [],
    differing: sorted.get("differing") ?? [],
    unsure: sorted.get("unsure") ?? [],
  };
}

function kindOf({ verdict, granted }: UnitAnswer): UnitAnswerKind {
  if (verdict === "unknown") return "unsure";
  return verdict === (granted ? "in" : "out") ? "agreeing" : "differing";
}
