import { expect, test } from "vitest";
import { splitOf } from "./refused-and-alarms.ts";

test("a list of refusals and alarms refuses other kinds", () => {
  expect(splitOf(9, ["door_forced", "tamper", "gap", "outage"])).toEqual({ refused: 5, alarmed: 2 });
  expect(splitOf(0, [])).toEqual({ refused: 0, alarmed: 0 });
});

test("an alarm that came after the list was counted makes no refusal less than none", () => {
  expect(splitOf(1, ["door_forced", "door_held_open"])).toEqual({ refused: 0, alarmed: 2 });
});
