import { expect, test } from "vitest";
import { DEVICE_TYPES } from "#contract/devices.ts";
import { sampleUnit } from "#tests/components/fixtures/people/sample-access.ts";
import {
  DOOR_ID,
  GATE_ID,
  NOW,
  OTHER_DOOR_ID,
  PORT_A_ID,
  samplePin,
  sampleReplica,
  sampleVehicle,
} from "#tests/components/fixtures/people/sample-person.ts";
import { heldUpOf, takenFromPin } from "./held-up.ts";

test("a controller that will not take the change is named with its reason, before anything is done", () => {
  expect(heldUpOf([samplePin()], [sampleUnit()])).toEqual([]);
  expect(heldUpOf([samplePin()], [sampleUnit({ state: "offline", last_error: "timeout" })])).toEqual([
    { id: PORT_A_ID, name: "Port A", why: "svarar inte" },
  ]);
  expect(heldUpOf([samplePin()], [sampleUnit({ state: "paused" })])[0]?.why).toBe("är inaktiverad");
  expect(heldUpOf([samplePin()], [sampleUnit({ workers_paused_at: "2026-11-21" })])[0]?.why).toBe(
    "väntar på att synkningen återupptas",
  );
  const behind = samplePin({ sync_states: [sampleReplica({ state: "pending" })] });
  expect(heldUpOf([behind], [sampleUnit()])[0]?.why).toBe("har inte svarat på den senaste ändringen");
});

test("a gate that is away opens by its list of plates", () => {
  const away = { controller_id: GATE_ID, name: "Infart", device_type: DEVICE_TYPES[1] };
  const unit = sampleUnit({ ...away, state: "offline", last_error: "timeout" });
  const listed = sampleReplica({ controller_id: GATE_ID, controller_name: "Infart" });
  expect(heldUpOf([sampleVehicle({ sync_states: [listed] })], [unit])).toEqual([
    { id: GATE_ID, name: "Infart", why: "svarar inte" },
  ]);
  expect(heldUpOf([sampleVehicle()], [unit])).toEqual([]);
});

const unchanged = { enable_pin: true, pin_value: "", pin_access_points: [DOOR_ID] };
const rest = { ends: null, offered: new Set([DOOR_ID, OTHER_DOOR_ID]), now: NOW };

test("the form tells what a save takes away", () => {
  expect(takenFromPin(samplePin(), unchanged, rest)).toEqual([]);
  expect(takenFromPin(samplePin(), { ...unchanged, pin_value: "4711" }, rest)).toEqual(["code"]);
  expect(takenFromPin(samplePin(), { ...unchanged, pin_access_points: [OTHER_DOOR_ID] }, rest)).toEqual(["doors"]);
  expect(takenFromPin(samplePin(), unchanged, { ...rest, ends: new Date("2026-12-01") })).toEqual(["validity"]);
  const ending = samplePin({ valid_to: "2027-11-01T10:00:00+00:00" });
  expect(takenFromPin(ending, unchanged, { ...rest, ends: new Date("2028-12-01") })).toEqual([]);
  expect(takenFromPin(samplePin(), { ...unchanged, enable_pin: false }, rest)).toEqual(["access"]);
  expect(takenFromPin(undefined, { ...unchanged, pin_value: "4711" }, rest)).toEqual([]);
});
