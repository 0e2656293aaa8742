// A time that a portal role may write is finite and within years that every reader of it can hold; the catalogue gives the columns.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ filled: false });
});
afterAll(() => world[Symbol.asyncDispose]());

interface Column {
  table: string;
  column: string;
  type: string;
}

/** Times that some reader of the column cannot hold: JSON, JavaScript, a device's text or an interval. */
const BEYOND: Readonly<Record<string, readonly string[]>> = {
  "timestamp with time zone": [
    "infinity",
    "-infinity",
    "0044-03-15 12:00:00+00 BC",
    "0001-01-01 00:00:00+00",
    "1969-12-31 23:59:59+00",
    "2100-01-01 00:00:00+00",
    "2126-01-01 00:00:00+00",
    "9999-12-31 23:59:59+00",
    "99999-12-31 23:59:59+00",
    "294276-12-31 23:59:59.999999+00",
  ],
  "timestamp without time zone": ["infinity", "-infinity", "0044-03-15 BC", "99999-12-31"],
  date: ["infinity", "-infinity", "0044-03-15 BC", "5874897-12-31"],
  interval: ["178000000 years", "-178000000 years"],
  numeric: ["NaN", "Infinity", "-Infinity", "1e300"],
  "double precision": ["NaN", "Infinity", "-Infinity", "1e300"],
  real: ["NaN", "Infinity", "-Infinity", "1e38"],
  integer: ["2147483647", "-2147483648"],
  bigint: ["9223372036854775807", "-9223372036854775808"],
  smallint: ["32767", "-32768"],
};

/** Returns the time columns that a portal role may insert or update. */
async function writableColumns(): Promise<Column[]> {
  const { rows } = await world.admin.query<Column>(
    `select c.oid::regclass::text as table, a.attname as column, format_type(a.atttypid, null) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace <> 'pg_catalog'::regnamespace
       and exists (select from unnest(array['system_admin', 'org_admin', 'anon']) r (name), unnest(array['insert', 'update']) v (verb)
         where has_column_privilege(r.name, c.oid, a.attnum, v.verb))
       and replace(format_type(a.atttypid, null), '[]', '') = any ($1)
     order by 1, 2`,
    [Object.keys(BEYOND)],
  );
  return rows;
}

/** Offers each value alone in its row, so that no other column's check stands in for a bound. */
async function unbounded(columns: readonly Column[]): Promise<string[]> {
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
      for (const { column, type } of own) {
        const values = BEYOND[type.replace("[]", "")] ?? [];
        for (const value of values) {
          await client.query("savepoint before");
          const taken = await client
            .query(`insert into probe (${column}) values ($1::${type})`, [type.endsWith("[]") ? `{${value}}` : value])
            .then(
              () => true,
              () => false,
            );
          if (taken) open.push(`${table}.${column} ${value}`);
          await client.query("rollback to savepoint before");
        }
      }
    } finally {
      await client.query("rollback");
      client.release();
    }
  }
  return open;
}

test("every time and number that a person may write is bounded by its table, on both sides", async () => {
  const columns = await writableColumns();
  expect(columns.map(({ table, column }) => `${table}.${column}`)).toEqual(
    expect.arrayContaining(["credentials.valid_to", "weekly_codes.valid_from", "controller_users.valid_to"]),
  );
  expect(await unbounded(columns)).toEqual([]);
});

test("a new column without a bound is found, also one that is bounded on one side only", async () => {
  await world.admin.query(
    `create table public.open_times (a timestamptz, b date, c timestamptz check (c < '2100-01-01'), d numeric, e timestamptz check (private.is_bounded_time(e)), f timestamptz);
     grant insert on public.open_times to org_admin; revoke insert on public.open_times from org_admin; grant insert (a, b, c, d, e) on public.open_times to org_admin`,
  );
  const columns = (await writableColumns()).filter(({ table }) => table === "open_times");
  const open = await unbounded(columns);
  await world.admin.query("drop table public.open_times");
  expect([...new Set(open.map((one) => one.split(" ")[0]))]).toEqual([
    "open_times.a",
    "open_times.b",
    "open_times.c",
    "open_times.d",
  ]);
});
