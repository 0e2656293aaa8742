// Decides why a text is not stored as a plate. It is the one rule of the form, the functions and the vehicle file, and has a twin in the
// database, private.is_plate (database/people/plates.function.sql).
import { PLATE_KEY_MAX, PLATE_MAX_LENGTH } from "./limits.ts";
import { isReadableKey, plateKey, plateWords } from "./plate.ts";

/**
 * `several`: it looks like more than one plate. `remark`: a plate with a word beside it. `signs`: characters that no camera writes.
 * `too_many`: too many characters and digits.
 */
export const PLATE_PROBLEMS = ["missing", "several", "remark", "signs", "long", "too_many"] as const;
export type PlateProblem = (typeof PLATE_PROBLEMS)[number];

const CHARACTER = "[A-ZÅÄÖÆØÜ]";
const SWEDISH = "[A-Z]{3} ?[0-9]{2}[A-Z0-9]";
/** A word of at least five signs with letters and digits: a plate by itself. */
const WHOLE = `(?=[^ ]*[0-9])(?=[^ ]*${CHARACTER})[^ ]{5,}`;

const SEVERAL = anyOf([
  `^${SWEDISH} ?${SWEDISH}$`,
  `(^| )(${SWEDISH}|${WHOLE}) (.* )?(${SWEDISH}|${WHOLE})( |$)`,
  "[0-9].* (OCH|ELLER) .*[0-9]",
]);
/** Foreign plates have groups of up to three characters; the owner of a plate with longer groups writes it without spaces. */
const REMARK = anyOf([
  `(${CHARACTER}.*[0-9]|[0-9].*${CHARACTER}).* ${CHARACTER}{4,}( |$)`,
  `^${SWEDISH} ${CHARACTER}{2,}( |$)`,
  `(^| )${CHARACTER}{2,} ${SWEDISH}$`,
]);
const DIVIDERS = /[,;/|+&()\n\r]+/;

/** Returns the problem; null for a plate. Pure. */
export function plateProblem(text: string): PlateProblem | null {
  const parts = text.split(DIVIDERS).map(plateWords);
  const words = parts.join(" ").trim();
  if (words === "") return "missing";
  if (SEVERAL.test(words) || parts.filter((part) => /\d/.test(part)).length > 1) return "several";
  if (REMARK.test(words)) return "remark";
  const key = plateKey(text);
  if (/[^0-9A-ZÅÄÖÆØÜ]/.test(key) || /\p{Cc}/u.test(text)) return "signs";
  if (text.length > PLATE_MAX_LENGTH) return "long";
  if (isReadableKey(key)) return null;
  // A single character, or a template that was not filled in.
  return key.length > PLATE_KEY_MAX ? "too_many" : "missing";
}

function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join("|"));
}
