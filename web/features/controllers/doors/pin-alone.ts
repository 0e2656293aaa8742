// Works out whether a PIN alone lets the portal's people in where the reader asks for a card: the choice, and the unit's state.
import type { PinUse } from "#contract/pin-use.ts";

export interface PinAloneFacts {
  pin_alone: boolean;
  pin_alone_on_device: boolean;
  /** Empty: the unit has none. Null: not read. */
  pin_rule: string | null;
}

export type PinAloneState =
  /** The unit has the chosen rule. */
  | "on"
  | "off"
  /** The choice is not on the unit yet. */
  | "waits"
  /** Chosen, but the unit no longer has such a rule. */
  | "no-rule";

/** Returns the state; "waits" until the unit does as chosen, "no-rule" when it has no rule for a PIN alone. */
export function pinAloneState(door: PinAloneFacts): PinAloneState {
  if (door.pin_alone === door.pin_alone_on_device) return door.pin_alone ? "on" : "off";
  return door.pin_alone && !door.pin_rule ? "no-rule" : "waits";
}

/** Tells whether to offer the choice: the reader asks for more than a PIN, or an earlier choice may be undone. */
export function offersPinAlone(door: {
  pin_alone: boolean;
  pin_use: PinUse | null;
  missing_since: string | null;
}): boolean {
  if (door.pin_alone) return true;
  return door.missing_since === null && (door.pin_use === "never" || door.pin_use === "hours");
}
