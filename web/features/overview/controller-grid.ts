// The unit grid: what each square says, and which squares and names are shown.
import type { ControllerState } from "#contract/tables/sync-status.ts";

export type UnitState = ControllerState["state"] | "working";

/** More squares than this say nothing at a glance; then only those that are not well are shown. */
const MOST_UNITS = 96;

export function unitState({ state, waiting }: Pick<ControllerState, "state" | "waiting">): UnitState {
  return state === "online" && waiting > 0 ? "working" : state;
}

/** `hidden`: how many well ones were left out. */
export function shownUnits(units: readonly ControllerState[]): { shown: readonly ControllerState[]; hidden: number } {
  if (units.length <= MOST_UNITS) return { shown: units, hidden: 0 };
  const shown = units.filter((unit) => unitState(unit) !== "online");
  return { shown: shown.slice(0, MOST_UNITS), hidden: units.length - shown.length };
}

/** Those that need a hand: not answering first, then those that are being written to. */
export function troubled(units: readonly ControllerState[]): ControllerState[] {
  const offline = units.filter((unit) => unit.state === "offline");
  const working = units.filter((unit) => unitState(unit) === "working");
  return [...offline, ...working];
}
