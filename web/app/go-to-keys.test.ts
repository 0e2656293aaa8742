import { expect, test } from "vitest";
import { createGoToKeys } from "./go-to-keys.ts";
import { AREAS } from "./navigation.ts";

/** Returns the page for the last key, each pressed so many milliseconds after the previous one. */
function pressed(area: (typeof AREAS)[keyof typeof AREAS], keys: string, pauseMs = 100): string | undefined {
  const goTo = createGoToKeys(area);
  // Each page counts the time of its keys from zero.
  return Array.from(keys, (key, at) => goTo({ key, timeStamp: at * pauseMs })).at(-1);
}

test.each([
  ["system_admin", "/system-admin"],
  ["org_admin", "/org-admin"],
] as const)("G P leads to the doors and G N to the unclear plates (%s)", (role, home) => {
  expect(pressed(AREAS[role], "gp")).toBe(`${home}/doors`);
  expect(pressed(AREAS[role], "gn")).toBe(`${home}/plates`);
  expect(pressed(AREAS[role], "GP")).toBe(`${home}/doors`);
});

test.each(["system_admin", "org_admin"] as const)("each page of an area has a letter of its own (%s)", (role) => {
  const { items } = AREAS[role];
  expect(new Set(items.map(({ letter }) => letter)).size).toBe(items.length);
  for (const { letter, to } of items) expect(pressed(AREAS[role], `g${letter}`)).toBe(to);
});

test("a letter alone, one too late, and one after a wrong second key lead nowhere", () => {
  expect(pressed(AREAS.org_admin, "p")).toBeUndefined();
  expect(pressed(AREAS.org_admin, "gp", 1_000)).toBeUndefined();
  expect(pressed(AREAS.org_admin, "gxp")).toBeUndefined();
  expect(pressed(AREAS.org_admin, "ggp")).toBeUndefined();
});
