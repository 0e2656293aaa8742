import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BUGS } from "./bugs.ts";

test("there are twelve bugs at least, each with a name of its own", () => {
  expect(BUGS.length).toBeGreaterThanOrEqual(12);
  expect(new Set(BUGS.map(({ name }) => name)).size).toBe(BUGS.length);
});

// Covers: fault.1
test.each(BUGS.filter((bug) => "file" in bug))("what $name changes stands in its file once", (bug) => {
  if (!("file" in bug)) return;
  const text = readFileSync(new URL(`../../${bug.file}`, import.meta.url), "utf8");
  expect(text.split(bug.find)).toHaveLength(2);
});
