import { PIN_MAX_DIGITS, PIN_MIN_DIGITS } from "./limits.ts";

export const PIN_PATTERN = new RegExp(`^\\d{${PIN_MIN_DIGITS},${PIN_MAX_DIGITS}}$`);

/** Tells whether a PIN is commonly attempted: one repeated digit, or a run such as 1234 and 9876. */
export function isTrivialPin(pin: string): boolean {
  const steps = new Set<number>();
  for (let index = 1; index < pin.length; index++) steps.add(Number(pin[index]) - Number(pin[index - 1]));
  const [only] = steps;
  return steps.size === 1 && (only === 0 || only === 1 || only === -1);
}

/** Shown instead of any PIN. Fixed length, so it does not reveal the PIN's. The database has its own (encrypted_pin_mask). */
export const MASKED_PIN = "••••";

/** The lengths that a door's reader takes. */
interface PinLengths {
  pinMin: number | null;
  pinMax: number | null;
}

/** Tells whether a door's reader takes a PIN of that length. */
export function takesPin({ pinMin, pinMax }: PinLengths, pin: string): boolean {
  return pin.length >= (pinMin ?? 0) && pin.length <= (pinMax ?? Number.POSITIVE_INFINITY);
}
