// A time that a portal role may write is finite and within years that every reader of it can hold; found from the catalogue.
import { readFile } from "node:fs/promises";
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

/** Each beyond what some reader of the column can hold: JSON, JavaScript, a device's text, an interval. */
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

/** Of every table whose column a portal role may insert or update. */
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

test("what stood beyond the bounds before is brought within them, and its order stays", async () => {
  const client = await world.admin.connect();
  try {
    await client.query("begin");
    for (const name of ["valid_from_years", "valid_to_years"])
      for (const table of ["credentials", "weekly_codes", "controller_users"])
        await client.query(`alter table ${table} drop constraint ${table}_${name}`);
    await client.query("alter table organizations drop constraint organizations_created_at_years");
    await client.query("set local session_replication_role = replica");
    await client.query(
      `with o as (insert into organizations (name, created_at) values ('Prov', '-infinity') returning id),
         u as (insert into end_users (organization_id, first_name, last_name) select id, 'A', 'B' from o returning id, organization_id)
       insert into credentials (organization_id, end_user_id, credential_type, credential_value, valid_from, valid_to)
       select u.organization_id, u.id, 'license_plate', 'AAA' || row_number() over (), f, t
       from u, (values ('-infinity'::timestamptz, 'infinity'::timestamptz), ('99999-01-01', 'infinity'), ('-infinity', '0044-01-01 BC'),
         ('2020-01-01', '2126-01-01'), ('2020-01-01', '2027-01-01'), ('2020-01-01', null)) w (f, t)`,
    );
    await client.query("set local session_replication_role = origin");
    const migration = await readFile(
      new URL("../../../database/migrations/0700_bounded_times.sql", import.meta.url),
      "utf8",
    );
    const mending = /set local role portal_engine;[^]*end\n\$\$;/.exec(migration)?.[0] ?? "";
    expect(mending).toContain("update public.credentials");
    await client.query(mending);
    await client.query("reset role");
    const { rows } = await client.query(
      `select private.is_bounded_time(valid_from) as begins, private.is_bounded_time(valid_to) as ends, valid_to > valid_from as in_order,
         valid_to <= now() + interval '10 years' or valid_from > now() as soon from credentials c join end_users u on u.id = c.end_user_id
       where u.first_name = 'A' order by credential_value`,
    );
    const mended = { begins: true, ends: true, in_order: true, soon: true };
    expect(rows).toEqual([...Array(5).fill(mended), { begins: true, ends: null, in_order: null, soon: null }]);
    const { rows: kept } = await client.query("select valid_to from credentials where valid_to = '2027-01-01'");
    expect(kept).toHaveLength(1);
  } finally {
    await client.query("rollback");
    client.release();
  }
});
