// COVERAGE.md is only worth something while the tests that it names exist.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const table = readFileSync(join(root, "tests/COVERAGE.md"), "utf8");

/** `file` "name": what the table claims. */
const claims = [...table.matchAll(/`([^`]+\.test\.ts)` "([^"]+)"/g)].map(([, file = "", name = ""]) => ({
  file,
  name,
}));

function pathOf(file: string): string {
  return join(root, /^(e2e|integration)\//.test(file) ? `tests/${file}` : file);
}

test("every row of the table names a test", () => {
  const rows = table.split("\n").filter((line) => /^\| (?!-|Line)/.test(line));
  const empty = rows.filter((row) => !/\.test\.ts/.test(row));
  expect(empty).toEqual([]);
  expect(claims.length).toBeGreaterThan(rows.length);
});

test("every test that the table names is there under that name", () => {
  const gone = claims.filter(
    ({ file, name }) => !existsSync(pathOf(file)) || !readFileSync(pathOf(file), "utf8").includes(name),
  );
  expect(gone).toEqual([]);
});
