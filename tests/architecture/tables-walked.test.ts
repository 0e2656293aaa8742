// Checks that every file with a table is looked at with long values at every width, or is listed as not looked at, with the reason.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { PLACES, TABLES_NOT_WALKED, TABLES_WALKED } from "#tests/e2e/page/clipped-places.ts";

const web = join(import.meta.dirname, "../../web");
const TABLE = /<(?:DataTable|table)\b|role="(?:table|grid)"/;

test("every table of the page is looked at with long values, or is known not to be", () => {
  const files = globSync("{app,features,routes}/**/*.tsx", { cwd: web, exclude: ["**/*.test.tsx"] });
  const having = files
    .filter((file) => TABLE.test(readFileSync(join(web, file), "utf8")))
    .map((file) => `${file.split("/")[1]}/${basename(file, ".tsx")}`);
  expect(having.length).toBeGreaterThan(25);
  expect(new Set(having).size).toBe(having.length);
  const known = [...Object.keys(TABLES_WALKED), ...Object.values(TABLES_NOT_WALKED).flat()];
  expect(known.toSorted()).toEqual(having.toSorted());
});

test("each of them stands at a place that is visited", () => {
  const paths = new Set(Object.values(PLACES).flatMap((places) => places.map(({ path }) => path)));
  expect(Object.values(TABLES_WALKED).filter((path) => !paths.has(path))).toEqual([]);
});
