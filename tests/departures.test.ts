// Checks that a test of the same name shows each departure of docs/departures.md; a corrected departure loses its row.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const rows = read("docs/departures.md")
  .split("\n")
  .filter((line) => line.startsWith("| §"))
  .map((line) => line.slice(2, -2).split(" | "));

test("each departure says its line, what happens, why and since when", () => {
  expect(rows.length).toBeGreaterThan(8);
  const isWhole = (row: readonly string[]) =>
    row.length === 5 && row.every((cell) => cell.trim() !== "") && /^20\d\d-\d\d-\d\d$/.test(row[3] ?? "");
  expect(rows.filter((row) => !isWhole(row))).toEqual([]);
});

test.each(rows.map((row) => [row[0] ?? "", row[4] ?? ""]))("%s is shown by a test that exists", (_, shownBy) => {
  const [, file = "", title = ""] = /^`([^`]+\.test\.tsx?)`: (.+)$/.exec(shownBy) ?? [];
  expect(existsSync(join(root, file)) && file !== "", shownBy).toBe(true);
  expect(read(file), shownBy).toContain(`test("${title}"`);
});

test("the documents of the requirements lead to it", () => {
  expect(read("docs/requirements.md")).toContain("](departures.md)");
  expect(read("README.md")).toContain("](docs/departures.md)");
});
