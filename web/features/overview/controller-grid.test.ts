import { expect, test } from "vitest";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { shownUnits, troubled, unitState } from "./controller-grid.ts";

function unit(name: string, state: ControllerState["state"], waiting = 0): ControllerState {
  return {
    controller_id: name,
    name,
    device_type: "axis",
    state,
    waiting,
    last_error: null,
    last_contact: null,
    attempts: 0,
    next_try_at: null,
    working: false,
    last_full_at: null,
    workers_paused_at: null,
    unreached: false,
  };
}

// Covers: page.5
test("a controller that answers with changes waiting is being written; a silent one stays offline", () => {
  expect(unitState(unit("A", "online", 2))).toBe("working");
  expect(unitState(unit("B", "offline", 2))).toBe("offline");
});

test("controllers that do not answer are named first", () => {
  const units = [unit("A", "online", 1), unit("B", "online"), unit("C", "offline"), unit("D", "paused")];
  expect(troubled(units).map(({ name }) => name)).toEqual(["C", "A"]);
});

test("above 96 controllers only those that are not well have a square, and the rest are counted", () => {
  const well = Array.from({ length: 96 }, (_, index) => unit(`W${index}`, "online"));
  expect(shownUnits(well)).toEqual({ shown: well, hidden: 0 });
  const ill = unit("Garage Kajen", "offline");
  expect(shownUnits([...well, ill])).toEqual({ shown: [ill], hidden: 96 });
});
