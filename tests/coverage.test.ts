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
  const rows = table.split("\n").filter((line) => /^\| (?!-|Line|Route)/.test(line));
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

test("every route has its file of browser tests, and each of those files is there", () => {
  const section = /## Routes\n([\s\S]*?)\n## /.exec(table)?.[1] ?? "";
  const listed = new Map(
    [...section.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, route = "", files = ""]) => [
      route,
      [...files.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
    ]),
  );
  const parents = { root: "", system: "/system-admin", org: "/org-admin" };
  const router = readFileSync(join(root, "web/app/router.tsx"), "utf8");
  const routes = [...router.matchAll(/getParentRoute: (?:\(\) => )?(root|system|org),\s*path: "([^"]+)"/g)]
    .map(
      ([, parent = "root", path = ""]) =>
        `${Object.entries(parents).find(([name]) => name === parent)?.[1] ?? ""}${path}`,
    )
    .map((path) => path.replace(/(.)\/$/, "$1"))
    // "/" only leads to /auth, and the kit is for developers.
    .filter((path) => path !== "/" && path !== "/kit");
  expect(routes.length).toBeGreaterThan(15);
  expect(routes.filter((route) => !listed.has(route))).toEqual([]);
  expect([...listed.values()].flat().filter((file) => !existsSync(pathOf(file)))).toEqual([]);
});
