import { PIN_MAX_DIGITS, PIN_MIN_DIGITS } from "#contract/limits.ts";
import { takesFourDigitsOnly } from "#contract/pin-risk.ts";
import type { PinHours } from "#contract/pin-use.ts";
import type { UnlockHours } from "#contract/unlock-hours.ts";
import type { Door } from "./api/get-access-points.ts";
import { type PinAloneState, pinAloneState } from "./pin-alone.ts";

export type DoorWarning =
  | { kind: "missing"; since: string }
  /** The choice that a PIN alone is enough: carried out, waiting, being undone, or without a rule on the unit. */
  | { kind: "pin-alone"; state: Exclude<PinAloneState, "off"> }
  /** The device has no rule: nothing opens. */
  | { kind: "nobody" }
  /** The readers want a card too: a PIN alone never opens. */
  | { kind: "never" }
  /** The device's rules cannot be read. */
  | { kind: "unknown" }
  /** A PIN alone opens at these hours only. */
  | { kind: "hours"; hours: PinHours | null }
  /** A schedule limits everybody at the door. */
  | { kind: "own-hours" }
  /** The unit holds the door unlocked by itself. */
  | { kind: "unlock-hours"; hours: UnlockHours }
  /** Only four digits, which are easily guessed where many codes open. */
  | { kind: "four-digits" }
  /** The portal generates only these lengths. */
  | { kind: "pin-length"; range: string }
  /** No PIN of the portal fits; `range` is what the reader takes. */
  | { kind: "no-pin"; range: string };

/** Returns the warnings of a door, worst first. */
export function doorWarnings(
  door: Pick<
    Door,
    | "missing_since"
    | "pin_use"
    | "pin_hours"
    | "pin_alone"
    | "pin_alone_on_device"
    | "pin_rule"
    | "pin_min"
    | "pin_max"
    | "hours_schedule_id"
    | "unlock_hours"
  >,
): DoorWarning[] {
  const warnings: DoorWarning[] = [];
  if (door.missing_since !== null) warnings.push({ kind: "missing", since: door.missing_since });
  if (door.unlock_hours !== null) warnings.push({ kind: "unlock-hours", hours: door.unlock_hours });
  if (door.hours_schedule_id !== null) warnings.push({ kind: "own-hours" });
  if (door.pin_use === "nobody" || door.pin_use === "never" || door.pin_use === "unknown")
    warnings.push({ kind: door.pin_use });
  if (door.pin_use === "hours") warnings.push({ kind: "hours", hours: door.pin_hours });
  const pinAlone = pinAloneState(door);
  // Beside another warning about the door, "enough" would be untrue.
  if (pinAlone !== "off" && (pinAlone !== "on" || door.pin_use === "always"))
    warnings.push({ kind: "pin-alone", state: pinAlone });
  const length = pinLength(door.pin_min, door.pin_max);
  if (length) warnings.push(length);
  return warnings;
}

function pinLength(pinMin: number | null, pinMax: number | null): DoorWarning | null {
  const min = Math.max(PIN_MIN_DIGITS, pinMin ?? PIN_MIN_DIGITS);
  const max = Math.min(PIN_MAX_DIGITS, pinMax ?? PIN_MAX_DIGITS);
  if (takesFourDigitsOnly(pinMin, pinMax)) return { kind: "four-digits" };
  if (min > max) return { kind: "no-pin", range: range(pinMin ?? pinMax ?? 0, pinMax ?? pinMin ?? 0) };
  if (min === PIN_MIN_DIGITS && max === PIN_MAX_DIGITS) return null;
  return { kind: "pin-length", range: range(min, max) };
}

function range(from: number, to: number): string {
  return from === to ? String(from) : `${from}–${to}`;
}
