// Every rule (rules/*.ts) on every path of catalogue and functions; a new path fails until it has a rule or a reason.
import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { stepUpAgain } from "#tests/support/step-up.ts";
import { OPERATIONS } from "./function-actions.ts";
import { accountRules } from "./rules/accounts.ts";
import { chosenRules } from "./rules/chosen.ts";
import { doorRules } from "./rules/doors.ts";
import { farEndRules } from "./rules/far-ends.ts";
import { learningRules } from "./rules/learning.ts";
import { MAY_BE_NULL, MUST_HOLD } from "./rules/must-hold.ts";
import { nullRules } from "./rules/nulls.ts";
import { pinRules } from "./rules/pins.ts";
import { plateRules } from "./rules/plates.ts";
import { isAttempt, PATHS, type Rule } from "./rules/rule.ts";
import { sessionRules } from "./rules/sessions.ts";
import { takenAwayRules } from "./rules/taken-away.ts";
import { trustRules } from "./rules/trust.ts";
import { WITHOUT_RULE } from "./rules/without-rule.ts";
import { openRuleWorld } from "./rules/world.ts";

const world = await openRuleWorld();
afterAll(() => world.close());
beforeEach(() => stepUpAgain(world.portal.admin));

const RULES: readonly Rule[] = [
  ...pinRules(world),
  ...farEndRules(world),
  ...plateRules(world),
  ...nullRules(world),
  ...learningRules(world),
  ...sessionRules(world),
  ...trustRules(world),
  ...accountRules(world),
  ...doorRules(world),
  ...chosenRules(world),
  ...takenAwayRules(world),
];
const covered = new Set(Object.values(MUST_HOLD).flat());

async function writable(): Promise<string[]> {
  const rows = await world.sql(
    `select distinct c.relname || '.' || a.attname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped, unnest(array['org_admin', 'system_admin']) r
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (has_column_privilege(r, c.oid, a.attnum, 'insert') or has_column_privilege(r, c.oid, a.attnum, 'update')) order by 1`,
  );
  return rows.map((row) => String(row["name"]));
}

/** Returns `function/ACTION` of every operation of /functions/v1, and `rpc/name`. */
async function callable(): Promise<string[]> {
  const rpcs = await world.sql(
    "select distinct 'rpc/' || proname as name from pg_proc where pronamespace = 'public'::regnamespace order by 1",
  );
  const operations = OPERATIONS.map(({ fn, action }) => (action === null ? fn.name : `${fn.name}/${action}`));
  return [...new Set(operations), ...rpcs.map((row) => String(row["name"]))];
}

test("every column that a table call can write has a rule, or a reason to need none", async () => {
  const names = await writable();
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !covered.has(name) && WITHOUT_RULE[name] === undefined)).toEqual([]);
});

test("every operation has a rule, or a reason to need none", async () => {
  const names = await callable();
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !covered.has(name) && WITHOUT_RULE[name] === undefined)).toEqual([]);
});

test("the lists name nothing that is gone", async () => {
  const known = new Set([...(await writable()), ...(await callable())]);
  const named = [...Object.keys(WITHOUT_RULE), ...covered].filter((name) => !name.startsWith("auth/"));
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("each rule that must hold something is there, and says what it must hold", () => {
  expect(RULES.map(({ key }) => key).sort()).toEqual(Object.keys(MUST_HOLD).sort());
});

test("every column that a table call may leave null stands in a list", async () => {
  const rows = await world.sql(
    `select distinct c.relname || '.' || a.attname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped, unnest(array['org_admin', 'system_admin']) r
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not a.attnotnull
       and (has_column_privilege(r, c.oid, a.attnum, 'insert') or has_column_privilege(r, c.oid, a.attnum, 'update')) order by 1`,
  );
  const required = new Set(MUST_HOLD["no-null"]);
  const nullable = rows.map((row) => String(row["name"])).filter((name) => !required.has(name));
  expect(nullable).toEqual(MAY_BE_NULL);
});

test("a reason that names a test names one that is there", () => {
  const files = Object.values(WITHOUT_RULE).flatMap((reason) => reason.match(/[a-z-]+\/[a-z-]+\.test\.ts/g) ?? []);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([]);
});

describe.each(RULES.map((rule) => [rule.name, rule] as const))("%s", (_, { key, paths }) => {
  const tried = new Set<string>();

  test("has a row for every path", () => {
    expect(Object.keys(paths).sort()).toEqual([...PATHS].sort());
  });

  test.each(PATHS.map((path) => [path, paths[path]] as const))("by %s", async (_path, row) => {
    world.sent.clear();
    if (isAttempt(row)) {
      expect(await row.ask()).toBe(row.says);
    } else if ("noGrant" in row) {
      const [role, columns, verb] = row.noGrant;
      for (const name of columns) {
        const [table, column] = name.split(".");
        const [granted] = await world.sql("select has_column_privilege($1, $2, $3, $4) as granted", [
          role,
          `public.${table}`,
          column,
          verb,
        ]);
        expect(`${name} ${String(granted?.["granted"])}`).toBe(`${name} false`);
        tried.add(name);
      }
    } else {
      const source = readFileSync(new URL(`../${row.file}`, import.meta.url), "utf8");
      expect(source).toContain(`test("${row.test}", async`);
    }
    for (const name of world.sent) tried.add(name);
  });

  test("has been tried with all that it must hold", () => {
    expect(MUST_HOLD[key]?.filter((name) => !tried.has(name))).toEqual([]);
  });
});
