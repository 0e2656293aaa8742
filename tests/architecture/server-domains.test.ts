import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { circles, importGraph, root } from "./source-imports.ts";

const graph = importGraph("{server,contract,drivers,rest,database}/**/*.ts");
const arrows = [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
const isTest = (file: string) => file.includes(".test.");
const found = arrows.filter(({ from }) => from.startsWith("server/") && !isTest(from));

const domainOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1] ?? null;
const KINDS = ["function", "route", "job", "verb", "store", "rules"] as const;
type Kind = (typeof KINDS)[number];
const kindOf = (file: string): Kind | null => KINDS.find((kind) => file.endsWith(`.${kind}.ts`)) ?? null;
/** Types of the contract with devices; contract/ is the contract with the page. */
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

/**
 * Imports allowed within the server, apart from the root's composition and `platform/`. Only the root imports functions, routes and jobs.
 */
const MAY_IMPORT: Readonly<Record<Kind, readonly Kind[]>> = {
  function: ["verb"],
  route: ["verb", "rules"],
  // A job is a use case that the clock calls (docs/decisions/0034).
  job: ["verb", "store", "rules"],
  verb: ["verb", "store", "rules"],
  store: ["store", "rules"],
  rules: ["rules"],
};
const kindOr = (file: string): Kind => kindOf(file) ?? "verb";
/** Tells whether a file reaches a store, directly or not. A file that does not (types, codes, digests) is a store's helper. */
function reachesStore(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  return graph.get(file)?.some((target) => kindOf(target) === "store" || reachesStore(target, seen)) === true;
}

describe("kinds of files", () => {
  const inDomains = found.filter(({ from, to }) => domainOf(from) !== null && domainOf(to) !== null);

  test.each(KINDS)("a file of kind %s imports only the kinds it may", (kind) => {
    const own = inDomains.filter(({ from }) => kindOr(from) === kind);
    expect(own.length).toBeGreaterThan(3);
    const wrong = own
      .filter(({ to }) => !MAY_IMPORT[kind].includes(kindOr(to)))
      .filter(({ to }) => !(kind === "store" && kindOr(to) === "verb" && !reachesStore(to)));
    expect(wrong.map(show)).toEqual([]);
  });

  test("rules import nothing of other layers but the contract and the types of the port", () => {
    const wrong = found.filter(
      ({ from, to }) => kindOf(from) === "rules" && domainOf(to) === null && !to.startsWith("contract/") && to !== PORT,
    );
    expect(wrong.map(show)).toEqual([]);
  });

  test("a store is used by its own domain only", () => {
    const wrong = found.filter(({ from, to }) => kindOf(to) === "store" && domainOf(from) !== domainOf(to));
    expect(wrong.map(show)).toEqual([]);
  });
});

/** Packages with names that give the same answer at any time and place. */
const PURE_PACKAGES = new Map([
  ["node:crypto", ["createHash", "createHmac"]],
  ["date-fns/addWeeks", ["addWeeks"]],
  ["date-fns/getISOWeek", ["getISOWeek"]],
  ["date-fns/getISOWeekYear", ["getISOWeekYear"]],
  ["date-fns/startOfISOWeek", ["startOfISOWeek"]],
]);
/** Sources of time, chance, process or network, which a rule may take only as arguments. */
const IMPURE =
  /\bDate\.now\b|\bnew Date(?!\()|\bnew Date\(\s*\)|(?<!new )\bDate\(|\bTemporal\.Now\b|\bperformance\.|\bMath\.random\b|\bcrypto\.|\bprocess\.|\bglobalThis\b|\bfetch\(|\bset(?:Timeout|Interval|Immediate)\(|\bawait\b|\bimport\(/;

function impureIn(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  const packages = [...code.matchAll(/^(?:import|export)\s+(?:([^"']*?)\s+from\s+)?["']([^#."'][^"']*)["']/gm)];
  const wrong = packages
    .filter(([, names = "", name = ""]) => {
      const pure = PURE_PACKAGES.get(name);
      const asked = /^\{([^}]*)\}$/.exec(names)?.[1]?.split(",") ?? [names || "*"];
      return !asked.every((one) =>
        pure?.includes(
          one
            .trim()
            .replace(/^type /, "")
            .split(" as ")[0] ?? "",
        ),
      );
    })
    .map(([line]) => line);
  return [...wrong, ...code.split("\n").filter((line) => IMPURE.test(line))];
}

describe("rules are pure", () => {
  const rules = [...graph.keys()].filter((file) => kindOf(file) === "rules");

  test("they import no package that is not, and read no clock, chance, process or network", () => {
    expect(rules.length).toBeGreaterThan(20);
    expect(
      rules.flatMap((file) => impureIn(readFileSync(join(root, file), "utf8")).map((line) => `${file}: ${line}`)),
    ).toEqual([]);
  });

  test("and what is not is seen however it is written", () => {
    const impure = [
      'import type { Pool } from "pg";',
      'import pg from "pg";',
      'import "pg";',
      'import {\n  createHash,\n  randomUUID,\n} from "node:crypto";',
      'import { addWeeks } from "date-fns";',
      'export { request } from "undici";',
      "const now = Date.now();",
      "const now = new Date();",
      "const now = new Date;",
      "const said = Date();",
      "const id = crypto.randomUUID();",
      "const at = Math.random() * 3;",
      'const { readFileSync } = await import("node:fs");',
    ];
    expect(impure.filter((text) => impureIn(text).length === 0)).toEqual([]);
    const pure = [
      "new Date(instant)",
      'import { createHash } from "node:crypto";',
      "// never Date.now()",
      "type X = Date",
    ];
    expect(pure.filter((text) => impureIn(text).length > 0)).toEqual([]);
  });
});

/** The database layer itself: its statements for pools, roles, transactions and migrations concern no domain's rows. */
const SQL_ANYWHERE = "platform";
/** Matches a call with a statement, a template of one, or a text that begins like one. */
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

/** Domains whose folders import each other in one direction only; files above the folders are shared by all. */
const LAYERED = ["auth", "reconcile"];

test.each(LAYERED)("folders of %s have no cycle among themselves", (domain) => {
  const folderOf = (file: string) => new RegExp(`^server/${domain}/([^/]+)/`).exec(file)?.[1];
  const folders = new Map<string, string[]>();
  for (const { from, to } of found) {
    const [a, b] = [folderOf(from), folderOf(to)];
    if (a !== undefined && b !== undefined && a !== b) folders.set(a, [...(folders.get(a) ?? []), b]);
  }
  expect(folders.size).toBeGreaterThan(3);
  expect(circles(folders)).toEqual([]);
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
