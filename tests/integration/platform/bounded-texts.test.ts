// The table itself bounds every text an outsider can store; each column is offered long texts of every shape.
import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ filled: false });
});
afterAll(() => world[Symbol.asyncDispose]());

const TOO_LONG = 64 * 1024;
/** Columns that may be larger: reports of a thousand items (one per controller), the first finding of a log check, and a credential's places. */
const LARGE: Record<string, number> = {
  "access_group_versions.places": 1.1 * 1024 * 1024,
  "audit_checks.first_findings": 256 * 1024,
  "credential_versions.coming": 1.1 * 1024 * 1024,
  "credential_versions.group_ids": 1.1 * 1024 * 1024,
  "credential_versions.schedule_ids": 1.1 * 1024 * 1024,
  "door_versions.profiles": 1.1 * 1024 * 1024,
  "drift_reports.items": 2.1 * 1024 * 1024,
  "restore_reports.items": 16.1 * 1024 * 1024,
  "schedule_versions.calendars": 8.1 * 1024 * 1024,
  "schedule_versions.hours": 1.1 * 1024 * 1024,
};

interface Column {
  table: string;
  column: string;
  type: string;
}

async function textColumns(): Promise<Column[]> {
  const { rows } = await world.admin.query<Column>(
    `select c.oid::regclass::text as table, a.attname as column, format_type(a.atttypid, null) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'p') and not c.relispartition
       and a.attgenerated = '' and a.attidentity = ''
       and (format_type(a.atttypid, null) in ('text', 'character varying', 'jsonb', 'json', 'bytea', 'text[]', 'jsonb[]', 'citext')
         or a.atttypid in (select oid from pg_type where typtype = 'd'))
     order by 1, 2`,
  );
  return rows;
}

/** Returns long texts of every form that the column's check accepts: such a check alone is no bound. */
function shapesOf({ table, column, type }: Column): readonly string[] {
  const size = Math.ceil(LARGE[`${table}.${column}`] ?? TOO_LONG);
  const long = (char: string) => char.repeat(size);
  if (type === "bytea") return [`\\x${long("ab")}`];
  if (type.endsWith("[]")) return [`{${long("x")}}`, `{${long("0")}}`, `{${Array(60_000).fill("aa").join(",")}}`];
  if (type.startsWith("json")) {
    const documents = [
      { a: long("x") },
      [long("x")],
      long("x"),
      Array(Math.ceil(size / 2)).fill(1),
      [{ a: long("x") }],
    ];
    return documents.map((one) => JSON.stringify(one));
  }
  return [
    long("x"),
    long("A"),
    long("0"),
    long("a1"),
    `p1:test:${long("A")}`,
    `s1:test:${long("a")}:AAAA`,
    `https://a.example/${long("a")}`,
    `${long("a")}@a.example`,
    `a@${long("a")}.example`,
    ` ${long("Å")}`,
    JSON.stringify({ a: long("x") }),
  ];
}

/** Offers each text alone in its row, so no other column's check stands in for a bound. */
async function openColumns(columns: readonly Column[]): Promise<string[]> {
  const open: string[] = [];
  for (const [table, own] of Map.groupBy(columns, (one) => one.table)) {
    const client = await world.admin.connect();
    try {
      await client.query("begin");
      await client.query(`create temp table probe (like ${table} including constraints) on commit drop`);
      const { rows } = await client.query<{ name: string }>(
        "select attname as name from pg_attribute where attrelid = 'probe'::regclass and attnum > 0 and attnotnull",
      );
      for (const { name } of rows) await client.query(`alter table probe alter column ${name} drop not null`);
      for (const column of own) if (await takes(client, column)) open.push(`${table}.${column.column} ${column.type}`);
    } finally {
      await client.query("rollback");
      client.release();
    }
  }
  return open;
}

async function takes(client: PoolClient, offered: Column): Promise<boolean> {
  for (const text of shapesOf(offered)) {
    await client.query("savepoint before");
    try {
      await client.query(`insert into probe (${offered.column}) values ($1::${offered.type})`, [text]);
      return true;
    } catch {
      await client.query("rollback to savepoint before");
    }
  }
  return false;
}

test("every text, list and document is bounded by its table", async () => {
  const columns = await textColumns();
  expect(columns.length).toBeGreaterThan(100);
  expect(await openColumns(columns)).toEqual([]);
});

test("a column without a bound is found, also one that only says what a text looks like", async () => {
  await world.admin.query(`create table public.open_texts (a text, b text check (b ~ '^[0-9]+$'), c jsonb check (jsonb_typeof(c) = 'array'),
    d text check (length(d) <= 10), e text[], f bytea)`);
  const columns = (await textColumns()).filter(({ table }) => table === "open_texts");
  const open = await openColumns(columns);
  await world.admin.query("drop table public.open_texts");
  expect(open).toEqual(["a text", "b text", "c jsonb", "e text[]", "f bytea"].map((one) => `open_texts.${one}`));
});
