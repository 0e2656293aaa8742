import { expect, test } from "vitest";
import { macroState } from "./macro-state.ts";

const now = new Date("2026-11-21T13:00:30Z").getTime();
const passage = {
  opened: true,
  duplicate_of: null,
  macro_executed: null,
  detected_at: "2026-11-21T13:00:28Z",
};

// Covers: 2.30
test("the gate's answer is shown", () => {
  expect(macroState({ ...passage, macro_executed: true }, now)).toBe("executed");
  expect(macroState({ ...passage, macro_executed: false }, now)).toBe("refused");
});

test("no answer yet is under way, and after ten seconds unknown", () => {
  expect(macroState(passage, now)).toBe("sending");
  expect(macroState(passage, now + 9_000)).toBe("unknown");
});

test("a repeat of a read opens nothing, nor does a denied one", () => {
  expect(macroState({ ...passage, opened: false, duplicate_of: "x" }, now)).toBe("repeat");
  expect(macroState({ ...passage, opened: false }, now)).toBe("none");
});
