// Every rule that a table holds (keys, checks, exclusions, required columns) is a named refusal of a call, never a 500.
import { DatabaseError } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusalOfConstraint, violations } from "#contract/errors/constraints.ts";
import { toPortalError } from "#server/platform/http/errors.ts";
import { isSwedish } from "#tests/support/is-swedish.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ filled: false });
});
afterAll(() => world[Symbol.asyncDispose]());

interface Held {
  name: string;
  code: string;
  detail: string;
}

/** Returns every constraint and unique index of the catalogue, with PostgreSQL's error when it is broken. */
async function heldByTables(): Promise<Held[]> {
  const { rows } = await world.admin.query<Held>(
    `with tables as (select oid from pg_class where relkind in ('r', 'p') and not relispartition
         and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace))
     select k.conname as name, c.code, c.detail from pg_constraint k
     join (values ('f', '23503', 'Key (a)=(b) is not present in table "t".'), ('f', '23503', 'Key (a)=(b) is still referenced from table "t".'),
       ('c', '23514', 'Failing row contains (b).'), ('u', '23505', 'Key (a)=(b) already exists.'), ('p', '23505', 'Key (a)=(b) already exists.'),
       ('x', '23P01', 'Key (a)=(b) conflicts with existing key.')) c (kind, code, detail) on c.kind = k.contype::text
     where k.conrelid in (select oid from tables)
     union all select i.indexrelid::regclass::text, '23505', 'Key (a)=(b) already exists.' from pg_index i
       where i.indisunique and i.indrelid in (select oid from tables)
     union all select a.attname, '23502', 'Failing row contains (null).' from pg_attribute a where a.attnotnull and a.attnum > 0 and a.attrelid in (select oid from tables)`,
  );
  return rows;
}

test("every one is refused by name, with a sentence and never as an unexpected error", async () => {
  const held = await heldByTables();
  expect(new Set(held.map(({ code }) => code)).size).toBeGreaterThanOrEqual(4);
  expect(held.length).toBeGreaterThan(500);
  const unnamed = held.filter(({ name, code, detail }) => {
    const error = toPortalError(Object.assign(new DatabaseError("x", 1, "error"), { code, constraint: name, detail }));
    return error.status < 400 || error.status >= 500 || error.code === "internal" || !isSwedish(error.sentence("sv"));
  });
  expect(unnamed).toEqual([]);
});

test.each([
  ["foreign_key_violation", "23503", "not_found"],
  ["restrict_violation", "23001", "conflict"],
  ["not_null_violation", "23502", "invalid_body"],
])("an exception of a trigger, %s, is too", async (raised, sqlstate, code) => {
  const error = await world.admin
    .query(`do $$ begin raise ${raised} using message = 'x'; end $$`)
    .catch((one: unknown) => one);
  expect(error).toMatchObject({ code: sqlstate });
  expect(toPortalError(error)).toMatchObject({ code });
});

/** Returns constraint names that the database's functions raise, and those that a table holds. */
async function namedConstraints(): Promise<{ raised: string[]; held: Set<string> }> {
  const { rows } = await world.admin.query<{ name: string }>(
    `select distinct m[1] as name from pg_proc p cross join regexp_matches(p.prosrc, 'constraint = ''(\\w+)''', 'g') m
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)`,
  );
  const { rows: constraints } = await world.admin.query<{ name: string }>(
    "select conname as name from pg_constraint union select relname from pg_class where relkind in ('i', 'I')",
  );
  return { raised: rows.map(({ name }) => name), held: new Set(constraints.map(({ name }) => name)) };
}

/** Constraints that people's roles cannot violate: only the engine and the gates write the rows. */
const OF_THE_ENGINE = ["access_logs_credential_id_fkey", "device_sync_receipt"];

test("every rule that a trigger raises under a name of its own has a sentence in the catalogue of errors", async () => {
  const { raised, held } = await namedConstraints();
  expect(raised.length).toBeGreaterThan(15);
  const own = raised.filter((name) => !held.has(name) && !OF_THE_ENGINE.includes(name));
  expect(own.filter((name) => refusalOfConstraint(name, "") === null)).toEqual([]);
});

test("every constraint that the catalogue of errors words is in the database, and worded once", async () => {
  const { raised, held } = await namedConstraints();
  const worded = violations.map(([name]) => name);
  expect(worded.filter((name) => !held.has(name) && !raised.includes(name))).toEqual([]);
  expect(worded.toSorted()).toEqual([...new Set(worded)].toSorted());
});

test("no address is a key by itself, since sites behind their own networks have equal ones", async () => {
  const { rows } = await world.admin.query<{ columns: string[]; name: string }>(
    `select i.indexrelid::regclass::text as name, array_agg(a.attname::text order by a.attnum) as columns from pg_index i
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
     where i.indisunique and i.indrelid = 'public.controllers'::regclass group by 1`,
  );
  expect(rows.map(({ name }) => name)).toContain("controllers_pkey");
  expect(rows.filter(({ columns }) => columns.some((column) => /_(address|host|ip|port)$/.test(column)))).toEqual([]);
});
