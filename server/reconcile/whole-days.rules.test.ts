import { describe, expect, test } from "vitest";
import { cutsToDays } from "./whole-days.rules.ts";

describe("a unit that counts whole days is known by what it gives back", () => {
  const sent = { validFrom: "2026-11-30T23:00:00Z", validTo: "2026-12-31T22:59:59Z" };
  test.each([
    ["both times are cut", { validFrom: "2026-11-30T00:00:00Z", validTo: "2026-12-31T00:00:00Z" }, true],
    ["both are cut by the site's clock", { validFrom: "2026-11-30T23:00:00Z", validTo: "2026-12-30T23:00:00Z" }, true],
    ["only the end is cut", { ...sent, validTo: "2026-12-31T00:00:00Z" }, true],
    ["nothing is changed", sent, false],
    ["another day", { ...sent, validTo: "2027-01-01T00:00:00Z" }, false],
    ["no end at all", { ...sent, validTo: null }, false],
  ])("%s", (_what, read, cuts) => {
    expect(cutsToDays(sent, read)).toBe(cuts);
  });
});
