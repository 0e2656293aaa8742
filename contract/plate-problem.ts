// Why a text is not stored as a plate: the one rule of the form, the functions, the vehicle file and, as private.is_plate
// (database/people/plates.function.sql), of the database.
import { PLATE_KEY_MAX, PLATE_MAX_LENGTH } from "./limits.ts";
import { isReadableKey, plateKey, plateWords } from "./plate.ts";

/** `several`: it looks like more than one plate. `remark`: a plate and a word beside it. `signs`: no camera writes them.
 * `too_many`: characters and digits. */
export const PLATE_PROBLEMS = ["missing", "several", "remark", "signs", "long", "too_many"] as const;
export type PlateProblem = (typeof PLATE_PROBLEMS)[number];

const CHARACTER = "[A-ZÅÄÖÆØÜ]";
const SWEDISH = "[A-Z]{3} ?[0-9]{2}[A-Z0-9]";
/** A word of at least five signs with characters and digits: a plate by itself. */
const WHOLE = `(?=[^ ]*[0-9])(?=[^ ]*${CHARACTER})[^ ]{5,}`;

const SEVERAL = anyOf([
  `^${SWEDISH} ?${SWEDISH}$`,
  `(^| )(${SWEDISH}|${WHOLE}) (.* )?(${SWEDISH}|${WHOLE})( |$)`,
  "[0-9].* (OCH|ELLER) .*[0-9]",
]);
/** Foreign plates have groups of up to three characters; whoever has a plate of such words writes it without spaces. */
const REMARK = anyOf([
  `(${CHARACTER}.*[0-9]|[0-9].*${CHARACTER}).* ${CHARACTER}{4,}( |$)`,
  `^${SWEDISH} ${CHARACTER}{2,}( |$)`,
  `(^| )${CHARACTER}{2,} ${SWEDISH}$`,
]);
const DIVIDERS = /[,;/|+&()\n\r]+/;

/** Null for a plate. Pure. */
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
  // One sign, or a template that was not filled in.
  return key.length > PLATE_KEY_MAX ? "too_many" : "missing";
}

function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join("|"));
}
