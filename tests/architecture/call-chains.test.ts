import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CHAINS, type Leg, WITHOUT_THE_PIN } from "./call-chains.ts";
import { importGraph, root } from "./source-imports.ts";

const graph = importGraph("{server,contract,drivers,rest,web}/**/*.{ts,tsx}");
const textOf = (file: string) => readFileSync(join(root, file), "utf8");
const imports = (from: string, to: string) => graph.get(from)?.includes(to) === true;

/** Imported or called back, directly or through one file that is not counted, such as what composes the two. */
function isLinked(from: string, to: string): boolean {
  if (imports(from, to) || imports(to, from)) return true;
  return [...graph].some(([through, targets]) => {
    const [reaches, reached] = [targets.includes(to), targets.includes(from)];
    return (reaches && reached) || (reaches && imports(from, through)) || (reached && imports(to, through));
  });
}

/** The tables, views and functions that a file of SQL makes, or judges the rows of. */
function namesIn(sql: string): string[] {
  const made =
    /\b(?:view|function|trigger \w+ (?:before|after) [\w ,]+? on|policy \w+ on)\s+(?:(?:public|private)\.)?(\w+)/g;
  return [...sql.matchAll(made)].map(([, name = ""]) => name);
}
const named = (names: readonly string[], text: string) => names.some((name) => new RegExp(`\\b${name}\\b`).test(text));

/** `earlier`: of the file's leg, and for SQL of the whole chain, as what names a table may be the page. */
function isReached(file: string, earlier: readonly string[]): boolean {
  if (!file.endsWith(".sql")) return earlier.some((from) => !from.endsWith(".sql") && isLinked(from, file));
  const sql = textOf(file);
  return earlier.some(
    (from) => named(namesIn(sql), textOf(from)) || (from.endsWith(".sql") && named(namesIn(textOf(from)), sql)),
  );
}

/** Files that nothing before them reaches; the first of a leg is free. */
function unreached(legs: readonly Leg[]): string[] {
  return legs.flatMap((leg, nth) =>
    leg.filter((file, at) => {
      const before = leg.slice(0, at);
      return at > 0 && !isReached(file, file.endsWith(".sql") ? [...legs.slice(0, nth).flat(), ...before] : before);
    }),
  );
}

const countOf = (legs: readonly Leg[]) => new Set(legs.flat()).size;

describe.each(Object.entries(CHAINS))("the chain %s", (name, legs) => {
  test("has files that are there, each reached from an earlier one of its leg", () => {
    expect(legs.flat().filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(unreached(legs)).toEqual([]);
  });

  test("is as long as docs/structure.md says", () => {
    const rows = textOf("docs/structure.md")
      .split("\n")
      .filter((line) => line.startsWith(`| ${name} `));
    expect(rows.map((row) => row.split("|").at(-2)?.trim())).toEqual([String(countOf(legs))]);
  });
});

test("docs/structure.md lists the files of a PIN's way by room, and which of them are never given it", () => {
  const rooms = textOf("docs/structure.md").matchAll(/^\| `([a-z/-]+\/)` \| ([^|]+) \|[^|]*\|$/gm);
  const listed = [...rooms].flatMap(([, room = "", names = ""]) =>
    [...names.matchAll(/(_?)`([^`]+)`/g)].map(([, italic, name = ""]) => ({ file: room + name, given: italic === "" })),
  );
  const way = [...new Set(CHAINS["PIN: form to receipt"]?.flat())];
  expect(way.length).toBeGreaterThan(30);
  expect(listed.map(({ file }) => file).toSorted()).toEqual(way.toSorted());
  expect(listed.flatMap(({ file, given }) => (given ? [] : [file])).toSorted()).toEqual(WITHOUT_THE_PIN.toSorted());
});

test("a file that nothing before it reaches is seen, and so is an object of SQL that nothing names", () => {
  expect(isReached("drivers/axxon/macros.ts", ["web/ui/forms/form.tsx"])).toBe(false);
  expect(isReached("drivers/axxon/macros.ts", ["drivers/axxon/driver.ts"])).toBe(true);
  expect(isReached("database/gates/access_logs.policy.sql", ["server/people/end-users.store.ts"])).toBe(false);
  expect(isReached("database/gates/access_logs.policy.sql", ["server/gates/gate.store.ts"])).toBe(true);
});
