// Estimates how easily a code is guessed at a reader that takes four digits.
import { PIN_MIN_DIGITS } from "./limits.ts";

export const FOUR_DIGIT_PINS = 10 ** PIN_MIN_DIGITS;

/** Tells whether a reader accepts four digits only. The PINs that the portal generates are longer where they can be. */
export function takesFourDigitsOnly(pinMin: number | null, pinMax: number | null): boolean {
  return pinMax === PIN_MIN_DIGITS && (pinMin ?? 0) <= PIN_MIN_DIGITS;
}

/** Returns n when one of n attempts opens; null where no code does. */
export function attemptsPerCode(codes: number): number | null {
  return codes > 0 ? Math.max(1, Math.floor(FOUR_DIGIT_PINS / codes)) : null;
}
