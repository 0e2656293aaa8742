// Estimates how easily a code is guessed at a reader that takes four digits.
import { PIN_MIN_DIGITS } from "./limits.ts";

export const FOUR_DIGIT_PINS = 10 ** PIN_MIN_DIGITS;

/** Tells whether no longer PIN fits, so that none of the portal's generated ones does. */
export function takesFourDigitsOnly(pinMin: number | null, pinMax: number | null): boolean {
  return pinMax === PIN_MIN_DIGITS && (pinMin ?? 0) <= PIN_MIN_DIGITS;
}

/** Returns n when one of n attempts opens; null where no code does. */
export function attemptsPerCode(codes: number): number | null {
  return codes > 0 ? Math.max(1, Math.floor(FOUR_DIGIT_PINS / codes)) : null;
}
