// Every rule (rules/*.ts) on every path of catalogue and functions; a new path fails until it has a rule or a reason.
import { existsSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { FUNCTIONS } from "#server/functions.ts";
import { doorRules } from "./rules/doors.ts";
import { pinRules } from "./rules/pins.ts";
import { isAttempt, PATHS, type Rule } from "./rules/rule.ts";
import { sessionRules } from "./rules/sessions.ts";
import { trustRules } from "./rules/trust.ts";
import { WITHOUT_RULE } from "./rules/without-rule.ts";
import { openRuleWorld } from "./rules/world.ts";

const world = await openRuleWorld();
afterAll(() => world.close());

const RULES: readonly Rule[] = [...pinRules(world), ...sessionRules(world), ...trustRules(world), ...doorRules(world)];
const covered = new Set(RULES.flatMap((rule) => rule.covers));

async function writable(): Promise<string[]> {
  const rows = await world.sql(
    `select distinct c.relname || '.' || a.attname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped, unnest(array['org_admin', 'system_admin']) r
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (has_column_privilege(r, c.oid, a.attnum, 'insert') or has_column_privilege(r, c.oid, a.attnum, 'update')) order by 1`,
  );
  return rows.map((row) => String(row["name"]));
}

/** `function/ACTION` of every operation of /functions/v1, and `rpc/name`. */
async function callable(): Promise<string[]> {
  const rpcs = await world.sql(
    "select distinct 'rpc/' || proname as name from pg_proc where pronamespace = 'public'::regnamespace order by 1",
  );
  const actions = FUNCTIONS.flatMap(({ name, input }) => {
    const actions = actionsOf(input);
    return actions.length === 0 ? [name] : actions.map((action) => `${name}/${action}`);
  });
  return [...actions, ...rpcs.map((row) => String(row["name"]))];
}

function actionsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => actionsOf(z.instanceof(z.ZodType).parse(option)));
  if (schema instanceof z.ZodPipe) return actionsOf(z.instanceof(z.ZodType).parse(schema.in));
  const action = schema instanceof z.ZodObject ? schema.shape["action"] : undefined;
  if (action instanceof z.ZodLiteral) return [...action.values].map(String);
  return action instanceof z.ZodEnum ? action.options.map(String) : [];
}

test("what can be written by a table call has a rule, or a reason why it needs none", async () => {
  const names = await writable();
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !covered.has(name) && WITHOUT_RULE[name] === undefined)).toEqual([]);
});

test("what can be called has a rule, or a reason why it needs none", async () => {
  const names = await callable();
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !covered.has(name) && WITHOUT_RULE[name] === undefined)).toEqual([]);
});

test("the lists name nothing that is gone", async () => {
  const known = new Set([...(await writable()), ...(await callable())]);
  const named = [...Object.keys(WITHOUT_RULE), ...covered].filter((name) => !name.startsWith("auth/"));
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("a reason that names a test names one that is there", () => {
  const files = Object.values(WITHOUT_RULE).flatMap((reason) => reason.match(/[a-z-]+\/[a-z-]+\.test\.ts/g) ?? []);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([]);
});

describe.each(RULES.map((rule) => [rule.name, rule] as const))("%s", (_, { paths }) => {
  test("has a row for every path", () => {
    expect(Object.keys(paths).sort()).toEqual([...PATHS].sort());
  });

  test.each(PATHS.map((path) => [path, paths[path]] as const))("by %s", async (_path, row) => {
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
      }
    } else {
      expect(row.because).not.toBe("");
    }
  });
});
