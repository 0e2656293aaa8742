import { expect, test } from "vitest";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { heldUpOf, takenFromPin } from "./held-up.ts";
import { NOW, samplePin, sampleReplica } from "./sample-person.ts";

function unit(fields: Partial<ControllerState> = {}): ControllerState {
  return {
    controller_id: "port-a",
    name: "Port A",
    device_type: "axis",
    state: "online",
    last_error: null,
    last_contact: null,
    attempts: 0,
    next_try_at: null,
    working: false,
    last_full_at: null,
    waiting: 0,
    lanes_paused_at: null,
    unreached: false,
    ...fields,
  };
}

test("a controller that will not take the change is named with its reason, before anything is done", () => {
  expect(heldUpOf([samplePin()], [unit()])).toEqual([]);
  expect(heldUpOf([samplePin()], [unit({ state: "offline", last_error: "timeout" })])).toEqual([
    { id: "port-a", name: "Port A", why: "svarar inte" },
  ]);
  expect(heldUpOf([samplePin()], [unit({ state: "paused" })])[0]?.why).toBe("är inaktiverad");
  expect(heldUpOf([samplePin()], [unit({ lanes_paused_at: "2026-11-21" })])[0]?.why).toBe(
    "väntar på att synkningen återupptas",
  );
  const behind = samplePin({ sync_states: [sampleReplica({ state: "pending" })] });
  expect(heldUpOf([behind], [unit()])[0]?.why).toBe("har inte svarat på den senaste ändringen");
});

const unchanged = { enable_pin: true, pin_value: "", pin_access_points: ["door-1"] };
const rest = { ends: null, offered: new Set(["door-1", "door-2"]), now: NOW };

test("what a save takes away is known from the form", () => {
  expect(takenFromPin(samplePin(), unchanged, rest)).toEqual([]);
  expect(takenFromPin(samplePin(), { ...unchanged, pin_value: "4711" }, rest)).toEqual(["code"]);
  expect(takenFromPin(samplePin(), { ...unchanged, pin_access_points: ["door-2"] }, rest)).toEqual(["doors"]);
  expect(takenFromPin(samplePin(), unchanged, { ...rest, ends: new Date("2026-12-01") })).toEqual(["validity"]);
  expect(takenFromPin(samplePin(), unchanged, { ...rest, ends: new Date("2028-12-01") })).toEqual([]);
  expect(takenFromPin(samplePin(), { ...unchanged, enable_pin: false }, rest)).toEqual(["access"]);
  expect(takenFromPin(undefined, { ...unchanged, pin_value: "4711" }, rest)).toEqual([]);
});
