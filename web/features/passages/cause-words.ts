import type { PassageCause, PassageExplanation, PassageSource } from "#contract/functions/explain-passage.ts";
import { passageExplanationTexts as door, gateExplanationTexts as gate } from "./texts/passage-explanation.sv.ts";
import { passageFixTexts as doorFix, gateFixTexts as gateFix } from "./texts/passage-fix.sv.ts";
import type { PassageNames } from "./truth-lines.ts";

const GATE = {
  short: { ...door.short, ...gate.short },
  sentence: { ...door.sentence, ...gate.sentence },
  advice: { ...door.advice, ...gate.advice },
};

/** Returns the words of every cause, for a code at a door or a plate at a gate. */
export function causeWords(source: PassageSource): Pick<typeof door, "short" | "sentence" | "advice"> {
  return source === "door" ? door : GATE;
}

/** A code with one of these causes was valid nowhere. */
const INVALID: readonly PassageCause[] = ["expired", "not_yet_valid", "disabled"];

/** Returns a cause in a sentence, with the name of a person at a door. A cause that still holds is in the present tense. */
export function causeSentence(
  code: PassageCause,
  {
    end_user_id,
    changed_at,
    fixes,
    reasons,
  }: Pick<PassageExplanation, "end_user_id" | "changed_at" | "fixes" | "reasons">,
  source: PassageSource,
  { who, door: place }: PassageNames,
): string {
  if (source === "gate" || code !== "no_assignment") return causeWords(source).sentence[code];
  if (reasons.some((one) => INVALID.includes(one.code))) return door.notHereEither(place);
  if (end_user_id === null || who === null) return causeWords(source).sentence[code];
  const stillHolds = changed_at === null && fixes.length > 0 && fixes.every(({ id }) => id === "give_door");
  return stillHolds ? door.validNotHere(who, place) : door.wasValidNotHere(who, place);
}

const GATE_FIX = {
  ...gateFix,
  effect: { ...doorFix.effect, ...gateFix.effect },
  button: { ...doorFix.button, ...gateFix.button },
  remains: { ...doorFix.remains, ...gateFix.remains },
};

/** Returns the words of every fix, for a code at a door or a plate at a gate. */
export function fixWords(source: PassageSource): Pick<typeof doorFix, keyof typeof gateFix> {
  return source === "door" ? doorFix : GATE_FIX;
}
