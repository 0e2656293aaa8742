// Weekly code digits. Pure: randomness is an argument.
import { PIN_MAX_DIGITS, PIN_MIN_DIGITS, WEEKLY_CODE_DIGITS } from "#contract/limits.ts";
import { isTrivialPin } from "#contract/pin.ts";

/** Returns the length nearest the preferred one that every reader allows; null when no length fits all. */
export function weeklyCodeDigits({ pinMin, pinMax }: { pinMin: number | null; pinMax: number | null }): number | null {
  const least = Math.max(PIN_MIN_DIGITS, pinMin ?? PIN_MIN_DIGITS);
  const most = Math.min(PIN_MAX_DIGITS, pinMax ?? PIN_MAX_DIGITS);
  return least > most ? null : Math.min(Math.max(WEEKLY_CODE_DIGITS, least), most);
}

/** Returns `count` different, non-trivial codes. `randomBelow` returns an integer from 0 to below its argument. */
export function weeklyCodeCandidates(
  digits: number,
  count: number,
  randomBelow: (limit: number) => number,
): Set<string> {
  const codes = new Set<string>();
  while (codes.size < count) {
    const code = String(randomBelow(10 ** digits)).padStart(digits, "0");
    if (!isTrivialPin(code)) codes.add(code);
  }
  return codes;
}
