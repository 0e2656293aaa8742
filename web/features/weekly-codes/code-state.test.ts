import { describe, expect, test } from "vitest";
import { codeState, isThisWeek, weekName } from "./code-state.ts";

const WEEK = { valid_from: "2026-11-22T23:00:00Z", valid_to: "2026-11-29T23:00:00Z" };
const DURING = Date.parse("2026-11-25T12:00:00Z");
const AFTER = Date.parse(WEEK.valid_to);

describe("the state in a code's row", () => {
  test("is the worst of its replicas' states, with how many are in it", () => {
    expect(codeState(WEEK, { synced: 4, pending: 2, failed: 1 }, DURING)).toEqual({ state: "failed", count: 1 });
    expect(codeState(WEEK, { synced: 4, pending: 2 }, DURING)).toEqual({ state: "pending", count: 2 });
    expect(codeState(WEEK, { synced: 4 }, DURING)).toEqual({ state: "synced", count: null });
  });

  test("is never synced while no replica is known", () => {
    expect(codeState(WEEK, undefined, DURING)).toEqual({ state: "pending", count: null });
  });

  test("is that it is over only when every device has dropped it", () => {
    expect(codeState(WEEK, { pending_removal: 1, synced: 2 }, AFTER)).toEqual({ state: "pending_removal", count: 1 });
    expect(codeState(WEEK, { synced: 3 }, AFTER)).toEqual({ state: "over", count: null });
  });
});

test("a week is this week from its first instant until its end", () => {
  expect(isThisWeek(WEEK, Date.parse(WEEK.valid_from))).toBe(true);
  expect(isThisWeek(WEEK, AFTER - 1)).toBe(true);
  expect(isThisWeek(WEEK, AFTER)).toBe(false);
});

test("a week is named by its ISO year", () => {
  expect(weekName({ week_number: 53, year: 2026 })).toBe("v.53 2026");
});
