// Describes a door for a page. Pure: a row and the time are arguments.
import { DOOR_STATE_FRESH_SECONDS, type DoorMode } from "#contract/door-states.ts";
import type { DoorHoldRow, DoorListRow } from "#contract/tables/door-states.ts";

export type DoorStanding =
  | { kind: "unknown"; since: string; last: DoorMode }
  | { kind: "not_relocked"; hold: DoorHoldRow }
  | { kind: "forced"; since: string }
  | { kind: "held_open"; since: string }
  | { kind: "held_unlocked"; hold: DoorHoldRow }
  | { kind: "unlocked"; since: string }
  | { kind: "open"; since: string }
  | { kind: "accessed"; since: string }
  | { kind: "blocked" }
  | { kind: "locked" };

/** Returns a hold that lasts; the worker carries it out. */
export function lastingHold({ door_holds }: Pick<DoorListRow, "door_holds">, now: number): DoorHoldRow | null {
  return door_holds.find(({ ended_at, until }) => ended_at === null && Date.parse(until) > now) ?? null;
}

const UNLOCKED: ReadonlySet<DoorMode> = new Set(["unlocked", "locked_open"]);
const BLOCKED: ReadonlySet<DoorMode> = new Set(["blocked", "locked_down"]);

/** Returns the state, never one that was not read recently. An open lock comes first. */
export function standingOf(row: Pick<DoorListRow, "door_states" | "door_holds">, now: number): DoorStanding {
  const state = row.door_states;
  const isFresh = now - Date.parse(state.read_at) <= DOOR_STATE_FRESH_SECONDS * 1000;
  if (!isFresh || state.mode === "unknown") return { kind: "unknown", since: state.read_at, last: state.mode };
  if (state.alarm === "forced") return { kind: "forced", since: state.alarm_since };
  if (UNLOCKED.has(state.mode)) {
    const hold = lastingHold(row, now);
    if (hold) return { kind: "held_unlocked", hold };
    // The same rule as the alert's: the device may have unlocked although its answer was lost.
    const over = row.door_holds.find(({ sent_at }) => sent_at !== null);
    return over ? { kind: "not_relocked", hold: over } : { kind: "unlocked", since: state.mode_since };
  }
  if (state.alarm === "held_open") return { kind: "held_open", since: state.alarm_since };
  if (BLOCKED.has(state.mode)) return { kind: "blocked" };
  if (state.physical === "open") return { kind: "open", since: state.physical_since };
  return state.mode === "accessed" ? { kind: "accessed", since: state.mode_since } : { kind: "locked" };
}

export const minutesSince = (since: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));

/** Returns whole minutes until then, rounded up, so that remaining time is never shown as zero. */
export const minutesUntil = (until: string, now: number): number =>
  Math.max(1, Math.ceil((Date.parse(until) - now) / 60_000));

const URGENT: readonly DoorStanding["kind"][] = [
  "forced",
  "not_relocked",
  "held_open",
  "open",
  "unlocked",
  "held_unlocked",
];

/** Returns the doors in order: alarms first, then open or unlocked doors; doors of one kind keep their order. */
export function byUrgency<Row extends Pick<DoorListRow, "door_states" | "door_holds">>(
  rows: readonly Row[],
  now: number,
): Row[] {
  const rank = (row: Row) => {
    const place = URGENT.indexOf(standingOf(row, now).kind);
    return place === -1 ? URGENT.length : place;
  };
  return rows.toSorted((one, other) => rank(one) - rank(other));
}
