// How easily a code is hit upon at a reader that takes four digits.
import { PIN_MIN_DIGITS } from "./limits.ts";

export const FOUR_DIGIT_PINS = 10 ** PIN_MIN_DIGITS;

/** No longer PIN fits, so none that the portal makes by itself. */
export function takesFourDigitsOnly(pinMin: number | null, pinMax: number | null): boolean {
  return pinMax === PIN_MIN_DIGITS && (pinMin ?? 0) <= PIN_MIN_DIGITS;
}

/** One of so many attempts opens; null where no code does. */
export function attemptsPerCode(codes: number): number | null {
  return codes > 0 ? Math.max(1, Math.floor(FOUR_DIGIT_PINS / codes)) : null;
}
