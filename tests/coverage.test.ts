// Checks that each row of docs/requirements.md has a test, and that each test of a row names it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { coverageDocument, readTags, rowsOf, tagsOf, withTests } from "#scripts/lib/coverage-document.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const document = read("docs/requirements.md");
const rows = rowsOf(document);
const tags = readTags();

test("every row has a test, and no row is there twice", () => {
  const covered = new Set(tags.map(({ row }) => row));
  expect([...rows.keys()].filter((row) => !covered.has(row))).toEqual([]);
  expect(document.match(/^\| [^ |]+ \| /gm)).toHaveLength(rows.size);
  expect(tags.length).toBeGreaterThan(rows.size);
});

test("every tag names a row, and stands above a test or at the head of its file", () => {
  expect(tags.filter(({ row }) => !rows.has(row))).toEqual([]);
  expect(tags.filter(({ placed }) => !placed)).toEqual([]);
});

test("the column of tests is what `npm run docs` writes", () => {
  expect(document).toBe(coverageDocument());
});

test("a section is short enough to read", () => {
  const sizes = document.split("\n## ").map((section) => rowsOf(section).size);
  expect(sizes.filter((size) => size > 25)).toEqual([]);
});

test("a tag is read with its file and its place", () => {
  const text =
    '// Covers: a.1\nimport "x";\n\n// Covers: a.2, a.3\n// why\ntest.each([\n// Covers: a.4\nconst no = 1;\n';
  expect(tagsOf("x.test.ts", text).map(({ row, placed }) => [row, placed])).toEqual([
    ["a.1", true],
    ["a.2", true],
    ["a.3", true],
    ["a.4", false],
  ]);
  const table = "| a.1 | line | old |\n| a.9 | other | old |";
  const file = "tests/e2e/x.test.ts";
  const twice = ["a.1", "a.1"].map((row) => ({ file, row, placed: true }));
  expect(withTests(table, twice)).toBe("| a.1 | line | e2e/x 2 |\n| a.9 | other |  |");
});

test("every route has its row, which a file of browser tests shows", () => {
  const parents = { root: "", system: "/system-admin", org: "/org-admin" };
  const router = read("web/app/router.tsx");
  const routes = [...router.matchAll(/getParentRoute: (?:\(\) => )?(root|system|org),\s*path: "([^"]+)"/g)]
    .map(
      ([, parent = "root", path = ""]) =>
        `${Object.entries(parents).find(([name]) => name === parent)?.[1] ?? ""}${path}`,
    )
    .map((path) => path.replace(/(.)\/$/, "$1"))
    // "/" only redirects to /auth.
    .filter((path) => path !== "/");
  expect(routes.length).toBeGreaterThan(15);
  const shown = new Set(tags.filter(({ file }) => file.startsWith("tests/e2e/")).map(({ row }) => row));
  expect(routes.filter((route) => !rows.has(route) || !shown.has(route))).toEqual([]);
});
