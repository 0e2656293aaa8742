// Whether the portal's people get in with a PIN alone where the reader asks for a card: what was chosen, and what the unit holds.
import type { PinUse } from "#contract/pin-use.ts";

export interface PinAloneFacts {
  pin_alone: boolean;
  pin_alone_on_device: boolean;
  /** Empty: the unit has none; null: not read. */
  pin_rule: string | null;
}

export type PinAloneState =
  /** The unit holds what was chosen. */
  | "on"
  | "off"
  /** The choice is not on the unit yet. */
  | "waits"
  /** Chosen, but the unit has no rule that says so any more. */
  | "no-rule";

export function pinAloneState(door: PinAloneFacts): PinAloneState {
  if (door.pin_alone === door.pin_alone_on_device) return door.pin_alone ? "on" : "off";
  return door.pin_alone && !door.pin_rule ? "no-rule" : "waits";
}

/** Where the reader asks for more than a PIN, or what was chosen may be undone. */
export function offersPinAlone(door: {
  pin_alone: boolean;
  pin_use: PinUse | null;
  missing_since: string | null;
}): boolean {
  if (door.pin_alone) return true;
  return door.missing_since === null && (door.pin_use === "never" || door.pin_use === "hours");
}
