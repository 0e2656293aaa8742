import { expect, test } from "vitest";
import { canGrow, countActive, NO_FILTERS, platePatterns, windowOf } from "./filters.ts";

const now = new Date("2026-11-21T13:02:11.000Z").getTime();

// Covers: 9.5
test("without a date the log reaches 24 hours back, and a date replaces that", () => {
  expect(windowOf(NO_FILTERS, now)).toEqual({ since: "2026-11-20T13:02:11.000Z", before: null });
  expect(windowOf({ from: "2026-11-01", to: null }, now)).toEqual({ since: "2026-10-31T23:00:00.000Z", before: null });
});

test("the last day of a period is whole, in Stockholm, also when the clocks change in it", () => {
  expect(windowOf({ from: "2026-10-25", to: "2026-10-25" }, now)).toEqual({
    since: "2026-10-24T22:00:00.000Z",
    before: "2026-10-25T23:00:00.000Z",
  });
});

test("a period that has ended can have no new rows, one with today can", () => {
  expect(canGrow({ to: "2026-11-20" }, now)).toBe(false);
  expect(canGrow({ to: "2026-11-21" }, now)).toBe(true);
  expect(canGrow({ to: null }, now)).toBe(true);
});

test("a plate is found with and without its space, in lower case, and wildcards are ignored", () => {
  expect(platePatterns("mlb 84a")).toEqual(["%MLB 84A%", "%MLB84A%"]);
  expect(platePatterns("mlb84a")).toEqual(["%MLB84A%", "%MLB 84A%"]);
  expect(platePatterns("84")).toEqual(["%84%"]);
  expect(platePatterns("%_*")).toEqual([]);
});

test("both dates are one filter on the phone's button", () => {
  expect(countActive({ ...NO_FILTERS, plate: "MLB", status: "denied", from: "2026-11-01", to: "2026-11-02" })).toBe(2);
});
