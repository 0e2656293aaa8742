import type { ControllerState } from "#contract/tables/sync-status.ts";

export type UnitState = ControllerState["state"] | "working";

/** Above this number of squares only those with trouble are shown. */
const MOST_UNITS = 96;

export function unitState({ state, waiting }: Pick<ControllerState, "state" | "waiting">): UnitState {
  return state === "online" && waiting > 0 ? "working" : state;
}

/** Returns the squares; `hidden` is the number of healthy ones left out. */
export function shownUnits(units: readonly ControllerState[]): { shown: readonly ControllerState[]; hidden: number } {
  if (units.length <= MOST_UNITS) return { shown: units, hidden: 0 };
  const shown = units.filter((unit) => unitState(unit) !== "online");
  return { shown: shown.slice(0, MOST_UNITS), hidden: units.length - shown.length };
}

/** Returns units with trouble: offline first, then those being written to. */
export function troubled(units: readonly ControllerState[]): ControllerState[] {
  const offline = units.filter((unit) => unit.state === "offline");
  const working = units.filter((unit) => unitState(unit) === "working");
  return [...offline, ...working];
}
