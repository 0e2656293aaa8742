import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { circles, importGraph, root } from "./source-imports.ts";

const graph = importGraph("{server,contract,drivers,rest,database}/**/*.ts");
const arrows = [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
const isTest = (file: string) => file.includes(".test.");
const found = arrows.filter(({ from }) => from.startsWith("server/") && !isTest(from));

const domainOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1] ?? null;
const kindOf = (file: string) => /\.(function|route|rules|store|job)\.ts$/.exec(file)?.[1] ?? null;
/** Types that are the contract with devices, as contract/ is with the page. */
const PORT = "drivers/port.ts";
const show = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`;

function drawn(): Map<string, readonly string[]> {
  const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const lines = [...text.matchAll(/^ *([a-z-]+) +→ ?([a-z -]*)$/gm)];
  return new Map(lines.map(([, domain = "", targets = ""]) => [domain, targets.split(" ").filter(Boolean)]));
}

describe("domains of the server", () => {
  const drawing = drawn();
  const between = found.flatMap(({ from, to }) => {
    const [a, b] = [domainOf(from), domainOf(to)];
    return a !== null && b !== null && a !== b ? [{ a, b, from, to }] : [];
  });

  test("import each other as the drawing says, no more and no less", () => {
    const real = new Map<string, Set<string>>();
    for (const { a, b } of between) real.set(a, (real.get(a) ?? new Set()).add(b));
    const sorted = (of: Iterable<[string, Iterable<string>]>) =>
      Object.fromEntries([...of].map(([domain, to]) => [domain, [...to].toSorted()]));
    expect(sorted(real)).toEqual(sorted([...drawing].filter(([, to]) => to.length > 0)));
  });

  test("stand below each other in the drawing, which has no cycle", () => {
    expect(drawing.size).toBeGreaterThan(10);
    expect(circles(drawing)).toEqual([]);
  });

  test("are not imported by what they are composed in", () => {
    expect(found.filter(({ from, to }) => domainOf(from) !== null && /^server\/[^/]+$/.test(to)).map(show)).toEqual([]);
  });
});

describe("kinds of files", () => {
  test("a function or route calls verbs, never a store", () => {
    const wrong = found.filter(
      ({ from, to }) => /^(function|route)$/.test(kindOf(from) ?? "") && kindOf(to) === "store",
    );
    expect(wrong.map(show)).toEqual([]);
  });

  test("rules are pure: they import the contract, the types of the port and other rules", () => {
    const wrong = found.filter(
      ({ from, to }) =>
        kindOf(from) === "rules" && !to.startsWith("contract/") && to !== PORT && kindOf(to) !== "rules",
    );
    expect(wrong.map(show)).toEqual([]);
  });

  test("a store is used by its own domain only", () => {
    const wrong = found.filter(({ from, to }) => kindOf(to) === "store" && domainOf(from) !== domainOf(to));
    expect(wrong.map(show)).toEqual([]);
  });

  test("nothing but the root imports a function, a route or a job", () => {
    const wrong = found.filter(
      ({ from, to }) => /^(function|route|job)$/.test(kindOf(to) ?? "") && domainOf(from) !== null,
    );
    expect(wrong.map(show)).toEqual([]);
  });
});

/** The database layer itself: pools, roles, transactions and migrations are statements of no subject's rows. */
const SQL_ANYWHERE = "platform";
/** A call with a statement, a template of one, or a text that begins as one. */
const SQL =
  /\.query(?:<[^()]*>)?\(|\bsql`|(["'`])\s*(?:select\s|insert into\s|update \S+ set\s|delete from\s|with (?:recursive )?\w+ as )/;

describe("SQL stands in stores", () => {
  const outside = globSync("server/**/*.ts", { cwd: root }).filter(
    (file) => !isTest(file) && kindOf(file) !== "store" && domainOf(file) !== SQL_ANYWHERE,
  );

  test("and in no file of another kind", () => {
    expect(outside.length).toBeGreaterThan(100);
    expect(outside.filter((file) => SQL.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
  });

  test("and is seen however it is written", () => {
    const seen = [
      'await client.query("begin");',
      "pool.query<{ id: string }>(text)",
      "sql`select 1`",
      'const EXISTS = "select exists (select from user_roles)";',
      "keysSql: `\n  with gone as (delete from t returning id) select from gone`",
      'text: "update controllers set enabled = true"',
    ];
    expect(seen.filter((text) => !SQL.test(text))).toEqual([]);
    const ordinary = ["query.parse(request.query)", 'log.info("update of a door failed")', "selectDoors(rows)"];
    expect(ordinary.filter((text) => SQL.test(text))).toEqual([]);
  });
});

test("no file reaches itself, types included", () => {
  expect(circles(graph).map((files) => files.join(" → "))).toEqual([]);
});

test("a circle and an undrawn arrow are seen", () => {
  const ring = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["a"]],
  ]);
  expect(circles(ring)).toEqual([["a", "b", "c", "a"]]);
  expect(drawn().get("platform")).toEqual([]);
});
