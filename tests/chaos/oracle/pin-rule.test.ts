import { expect, test } from "vitest";
import { type StoredPinRule, takesPinAlone } from "./pin-rule.ts";

const OFFICE = [{ days: [1, 2, 3, 4, 5], from: "06:00", to: "22:00" }];
const NIGHTS = [{ days: [5], from: "22:00", to: "06:00" }];
const hours = (weekly: NonNullable<StoredPinRule["pin_hours"]>["weekly"]): StoredPinRule => ({
  pin_use: "hours",
  pin_hours: { weekly },
  pin_alone: false,
});

test.each<[string, StoredPinRule, string, boolean]>([
  ["in office hours", hours(OFFICE), "2026-11-25T05:00:00Z", true],
  ["before them, by the device's clock", hours(OFFICE), "2026-11-25T04:59:59Z", false],
  ["at their end, in summer", hours(OFFICE), "2026-07-01T20:00:00Z", false],
  ["on a Sunday", hours(OFFICE), "2026-11-29T11:00:00Z", false],
  ["late on the night that begins on a Friday", hours(NIGHTS), "2026-11-27T22:30:00Z", true],
  ["the morning after it", hours(NIGHTS), "2026-11-28T04:30:00Z", true],
  ["the morning before it", hours(NIGHTS), "2026-11-27T04:30:00Z", false],
  ["where the hours could not be read", hours(null), "2026-11-29T11:00:00Z", true],
  ["where a card is asked for", { ...hours(null), pin_use: "never" }, "2026-11-25T12:00:00Z", false],
  ["where nobody gets in", { ...hours(null), pin_use: "nobody" }, "2026-11-25T12:00:00Z", false],
  ["by a choice of the portal's", { ...hours(OFFICE), pin_alone: true }, "2026-11-29T11:00:00Z", true],
])("a PIN alone %s", (_when, rule, at, expected) => {
  expect(takesPinAlone(rule, new Date(at))).toBe(expected);
});
