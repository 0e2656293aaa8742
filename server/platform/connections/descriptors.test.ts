import { expect, test } from "vitest";
import { connectionCap, openFilesLimit } from "./descriptors.ts";

test.each([
  [null, 20_000, 4_096],
  [null, 1_024, 384],
  [null, 256, 64],
  [null, null, 4_096],
  [10_000, 20_000, 10_000],
  [10_000, 4_096, 3_456],
  [100, 20_000, 100],
])("configured %s with %s open files gives %s connections", (configured, files, cap) => {
  expect(connectionCap(configured, files)).toBe(cap);
});

test("the limit of this very process is read, with and without /proc", () => {
  const fromReport = openFilesLimit(() => {
    throw new Error("no /proc here");
  });
  expect(openFilesLimit()).toBeGreaterThan(0);
  expect(fromReport).toBe(openFilesLimit());
});
