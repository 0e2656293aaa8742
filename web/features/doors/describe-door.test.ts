import { expect, test } from "vitest";
import type { DoorHoldRow, DoorStateRow } from "#contract/tables/door-states.ts";
import { closedState, ID } from "#tests/components/fixtures/doors/sample-door.ts";
import { minutesSince, minutesUntil, standingOf } from "./describe-door.ts";

const NOW = Date.parse("2026-11-23T14:20:00Z");
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

const state = (change: Partial<DoorStateRow> = {}): DoorStateRow => ({ ...closedState(at(-240), at(-4)), ...change });
const hold = (change: Partial<DoorHoldRow> = {}): DoorHoldRow => ({
  id: ID,
  reason: "hantverkare",
  requested_as: "Nora Demoberg",
  until: at(6_000),
  sent_at: at(-60),
  ended_at: null,
  ...change,
});
const standing = (door_states: DoorStateRow, ...door_holds: DoorHoldRow[]) =>
  standingOf({ door_states, door_holds }, NOW);

test.each([
  ["locked", state(), []],
  ["open", state({ physical: "open" }), []],
  ["held_open", state({ physical: "open", alarm: "held_open" }), []],
  ["forced", state({ physical: "open", alarm: "forced" }), []],
  ["accessed", state({ mode: "accessed" }), []],
  ["blocked", state({ mode: "locked_down" }), []],
  ["unlocked", state({ mode: "unlocked" }), []],
  ["held_unlocked", state({ mode: "unlocked" }), [hold()]],
  ["not_relocked", state({ mode: "unlocked" }), [hold({ until: at(-1) })]],
  ["not_relocked", state({ mode: "unlocked" }), [hold({ ended_at: at(-1) })]],
  ["locked", state(), [hold({ ended_at: at(-1) })]],
  // A hold that was ordered and is not carried out yet.
  ["locked", state(), [hold({ sent_at: null })]],
  ["unlocked", state({ mode: "unlocked" }), [hold({ sent_at: null, ended_at: at(-1) })]],
] as const)("%s", (kind, read, holds) => {
  expect(standing(read, ...holds).kind).toBe(kind);
});

test("a state that was not read in the last minute is unknown", () => {
  expect(standing(state({ read_at: at(-60) })).kind).toBe("locked");
  for (const old of [state({ read_at: at(-61) }), state({ read_at: at(-61), mode: "unlocked", alarm: "forced" })])
    expect(standing(old, hold())).toMatchObject({ kind: "unknown", since: old.read_at });
  expect(standing(state({ mode: "unknown" })).kind).toBe("unknown");
});

test("times are whole minutes", () => {
  expect([minutesSince(at(-239), NOW), minutesUntil(at(5_941), NOW), minutesUntil(at(1), NOW)]).toEqual([3, 100, 1]);
});
