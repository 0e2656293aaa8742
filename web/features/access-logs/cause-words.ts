import type { PassageSource } from "#contract/functions/explain-passage.ts";
import { gateExplanationTexts as gate } from "#web/texts/gate-explanation.ts";
import { passageExplanationTexts as door } from "#web/texts/passage-explanation.ts";

const GATE = {
  short: { ...door.short, ...gate.short },
  sentence: { ...door.sentence, ...gate.sentence },
  advice: { ...door.advice, ...gate.advice },
};

/** The words of every cause, of a code at a door or a plate at a gate. */
export function causeWords(source: PassageSource): Pick<typeof door, "short" | "sentence" | "advice"> {
  return source === "door" ? door : GATE;
}
