// Tests plans, not results: each of these statements was once a hundred times too slow.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { logPassages, readGateFacts } from "#server/gates/gate.store.ts";
import { createPools } from "#server/platform/database/pools.ts";
import { changedKeys } from "#server/realtime/changes.store.ts";
import { OFFERED_TABLES } from "#server/realtime/offered-tables.store.ts";
import { mostRows, type QueryPlan, rowsRead } from "#tests/support/query-plan.ts";
import { type Caller, encrypted, engine, ids, north, one, openWorld, system, type World } from "./world.ts";

/** Enough people that the plan for all differs from the plan for one: a scan, and hash joins. */
const PEOPLE = 1_000;
/** The number of imported people. The reservations have no statistics yet; another index would serve fewer. */
const IMPORTED = 5_000;
const LOGGED = 20_000;
let world: World;
beforeAll(async () => {
  world = await openWorld();
  await importPeople(world, PEOPLE);
  await world.admin.query(
    "update device_sync set applied_gen = desired_gen where source_id not in (select source_id from device_sync order by source_id limit 20)",
  );
  await fillLogs();
  await world.admin.query("analyze");
});
afterAll(() => world[Symbol.asyncDispose]());

/** Connections that end after a failure too: an open transaction would keep the next test waiting for its locks. */
const open: pg.PoolClient[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) {
    await client.query("rollback");
    client.release();
  }
});
async function entered(caller: Caller): Promise<pg.PoolClient> {
  const client = await world.enter(caller);
  open.push(client);
  return client;
}

/** Imports people with a PIN at both doors, by one statement a table. Returns the number of reservations that their import read. */
async function importPeople({ admin }: World, people: number): Promise<number> {
  await admin.query(
    `insert into end_users (organization_id, first_name, last_name) select '${ids.north}', 'N' || n, 'Import' from generate_series(1, ${people}) n`,
  );
  const pins = Array.from({ length: people }, (_, n) => encrypted(String(100_000 + n)));
  await admin.query(
    `insert into credentials (end_user_id, credential_type, credential_value)
     select u.id, 'pin', p.pin from (select id, row_number() over () as n from end_users where last_name = 'Import') u join unnest($1::text[]) with ordinality p (pin, n) using (n)`,
    [pins],
  );
  const importing = await admin.connect();
  await importing.query("begin");
  await importing.query(`insert into controller_assignments (credential_id, controller_id, access_point_id)
    select c.id, '${ids.shared}', d from credentials c join end_users u on u.id = c.end_user_id and u.last_name = 'Import',
      unnest(array['${ids.sharedDoor}', '${ids.sharedBackDoor}']::uuid[]) d`);
  // The commit reserves these PINs.
  await importing.query("set constraints all immediate");
  const { n } = await one<{ n: string }>(
    importing,
    "select idx_tup_fetch + seq_tup_read as n from pg_stat_xact_user_tables where relname = 'controller_pins'",
  );
  await importing.query("commit");
  importing.release();
  return Number(n);
}

/** Fills a long log of gates and one of doors, which end an hour ago. */
async function fillLogs(): Promise<void> {
  const share = `case when n % 3 = 0 then '${ids.north}'::uuid end`;
  await world.admin.query(`insert into access_logs (controller_id, organization_id, detected_at, plate_number, access_granted, access_reason)
    select '${ids.northGate}', ${share}, now() - interval '1 hour' - n * interval '2 seconds', 'ABC123', false, 'expired' from generate_series(1, ${LOGGED}) n`);
  await world.admin.query(`insert into door_events (id, controller_id, organization_id, occurred_at, device_time, kind, granted, reason)
    select gen_random_uuid(), '${ids.shared}', ${share}, now() - interval '1 hour' - n * interval '3 seconds', now(), 'access', false, 'expired' from generate_series(1, ${LOGGED}) n`);
}

test("an import makes one replica and one reservation per person, each bumped once", async () => {
  await using empty = await openWorld();
  const pinsRead = await importPeople(empty, IMPORTED);
  expect(
    await one(
      empty.admin,
      "select count(*)::int as replicas, max(desired_gen)::int as newest from device_sync where label like '%Import'",
    ),
  ).toEqual({ replicas: IMPORTED, newest: 1 });
  expect(await one(empty.admin, "select count(*)::int as n from controller_pins")).toEqual({ n: IMPORTED + 2 });
  expect(pinsRead).toBeLessThan(10 * IMPORTED);
});

test("due work at a controller is read past all that waits for later", async () => {
  const client = await world.admin.connect();
  open.push(client);
  await client.query("begin");
  await client.query(
    "update device_sync set desired_gen = desired_gen + 1, next_try_at = now() + interval '1 hour' where not pending",
  );
  await client.query("analyze device_sync");
  const { rows } = await client.query<{ "QUERY PLAN": string }>(
    `explain (costs off) select source_id from device_sync where controller_id = '${ids.shared}' and pending and next_try_at <= now() order by next_try_at limit 100`,
  );
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/ using device_sync_pending on /);
});

async function reads(client: pg.PoolClient, work: () => Promise<unknown>): Promise<{ scanned: number; byKey: number }> {
  const stat = () =>
    one<{ scanned: string; by_key: string }>(
      client,
      `select sum(seq_tup_read) as scanned, sum(idx_tup_fetch) as by_key from pg_stat_xact_user_tables
       where relname in ('device_sync', 'credentials', 'end_users', 'controller_pins', 'controller_assignments')`,
    );
  const before = await stat();
  await work();
  const after = await stat();
  return {
    scanned: Number(after.scanned) - Number(before.scanned),
    byKey: Number(after.by_key) - Number(before.by_key),
  };
}

const CHANGES: [string, string][] = [
  ["shortens one PIN", `update credentials set valid_to = now() + interval '1 day' where id = '${ids.annaPin}'`],
  ["renames one person", `update end_users set last_name = 'Ny' where id = '${ids.anna}'`],
  [
    "gives one person a second door",
    `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.annaPin}', '${ids.shared}', '${ids.sharedBackDoor}')`,
  ],
  ["changes one PIN", `update credentials set credential_value = '${encrypted("9999")}' where id = '${ids.annaPin}'`],
  ["deletes one person", `delete from end_users where id = '${ids.anna}'`],
];

test.each(CHANGES)("an org admin who %s reaches everything by key", async (_what, sql) => {
  const client = await entered(north);
  const { scanned, byKey } = await reads(client, () => client.query(sql));
  expect(scanned).toBe(0);
  expect(byKey).toBeLessThan(100);
});

test("one change after a change of all in the same connection still goes by key", async () => {
  const client = await entered(north);
  // The test runs six of each: from the sixth on PostgreSQL may keep a plan made for all.
  for (let n = 0; n < 6; n += 1) {
    await client.query(
      "update credentials set valid_to = now() + $1 * interval '1 day' where credential_type = 'pin'",
      [n + 10],
    );
    await client.query("update end_users set first_name = 'N' || $1::int", [n]);
  }
  for (const [what, sql] of CHANGES) {
    const { scanned } = await reads(client, () => client.query(sql));
    expect(`${what}: ${scanned}`).toBe(`${what}: 0`);
  }
});

test("a change of all after changes of one goes through its rows once, as in a new connection", async () => {
  const client = new pg.Client({ connectionString: world.database.adminUrl });
  await client.connect();
  await client.query("begin");
  await client.query("select set_config('app.sub', $1, true), set_config('app.org', $2, true)", [
    ids.northAdmin,
    ids.north,
  ]);
  // The test runs six: from the sixth on PostgreSQL keeps the plan that it made for one row.
  for (let n = 0; n < 6; n += 1) {
    await client.query("update credentials set valid_to = now() + $1 * interval '1 day' where id = $2", [
      n + 20,
      ids.annaPin,
    ]);
  }
  const handled: { statement: string; rows: number }[] = [];
  // A transition table is in no statistics; only the plan of the trigger's statement shows how often it was read.
  client.on("notice", ({ message = "" }) => {
    const plan = /plan:\n(.*)/su.exec(message)?.[1];
    if (plan) handled.push(mostRows(JSON.parse(plan)));
  });
  await client.query(`load 'auto_explain'; set auto_explain.log_nested_statements = on; set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off; set auto_explain.log_format = json; set auto_explain.log_min_duration = 0; set client_min_messages = log`);
  const { rowCount } = await client.query(
    "update credentials set valid_to = now() + interval '40 days' where credential_type = 'pin' and organization_id = $1",
    [ids.north],
  );
  await client.query("rollback");
  await client.end();
  expect(rowCount).toBe(PEOPLE + 1);
  expect(handled.filter(({ statement }) => /\b(new|old)_rows\b/.test(statement)).length).toBeGreaterThan(3);
  expect(handled.filter(({ rows }) => rows > 20 * PEOPLE)).toEqual([]);
});

test("a worker reads its due replicas with all that is desired of them by key", async () => {
  const client = await entered(engine);
  const { scanned, byKey } = await reads(client, () =>
    client.query(
      `select * from private.desired_replicas d where d.controller_id = '${ids.shared}' and d.pending and d.next_try_at <= now() order by desired, next_try_at limit 100`,
    ),
  );
  expect(scanned).toBe(0);
  expect(byKey).toBeLessThan(400);
});

test("a page of people with what they hold is read by their organisation's index", async () => {
  const client = await entered(north);
  const { rows } = await client.query<{ "QUERY PLAN": string }>(
    `explain (costs off) select u.id, (select json_agg(c.id) from credentials c where c.end_user_id = u.id) from end_users u order by u.created_at desc, u.id limit 50`,
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/Index (Only )?Scan using end_users_(organization_)?newest/);
  expect(plan).toContain("credentials_end_user");
  expect(plan).not.toContain("Seq Scan on credentials");
});

test("new rows of the access log are found by their moment, for every plan", async () => {
  const since = Date.now() - 150_000;
  await world.admin.query(`insert into access_logs (controller_id, detected_at, plate_number, access_granted, access_reason)
    select '${ids.shared}', to_timestamp(${since + 150_000} / 1000.0) - n * interval '1 minute', 'ABC123', true, 'valid_credential' from generate_series(1, 5000) n`);
  await world.admin.query("analyze access_logs");
  const client = await entered(engine);
  await client.query("set local plan_cache_mode = force_generic_plan");
  await client.query("set local max_parallel_workers_per_gather = 0");
  // In a month's first hours its few rows would be read whole, by any plan.
  await client.query("set local enable_seqscan = off");
  const read = () =>
    one<{ scanned: number; by_key: number }>(
      client,
      `select sum(seq_tup_read)::int as scanned, sum(idx_tup_fetch)::int as by_key from pg_stat_xact_user_tables
       where relname like 'access_logs%'`,
    );
  const before = await read();
  const keys = await changedKeys(client, OFFERED_TABLES.access_logs, {
    sinceMicros: since * 1000,
    offset: 0,
    limit: 100,
  });
  const after = await read();
  expect(keys).toHaveLength(2);
  expect(after.scanned - before.scanned).toBe(0);
  expect(after.by_key - before.by_key).toBeLessThan(20);
});

test("an org admin's cameras are found by gate among those of all", async () => {
  await world.admin.query(
    `with gates as (insert into controllers (name, device_type, device_ip, organization_id)
       select 'Grind ' || n, 'axxon_lpr', '198.51.100.' || n, '${ids.south}' from generate_series(1, 250) n returning id)
     insert into camera_days (controller_id, day, reads, last_read_at)
     select id, current_date - d, 100, now() from gates, generate_series(0, 14) d`,
  );
  await world.admin.query(
    `insert into camera_days (controller_id, day, reads, last_read_at) values ('${ids.northGate}', current_date, 7, now())`,
  );
  await world.admin.query("analyze camera_days; analyze controllers");
  const client = await entered(north);
  const { rows } = await client.query<{ reads: number }>(
    "select reads from camera_days order by day desc, controller_id",
  );
  const plan = await client.query<{ "QUERY PLAN": string }>("explain (costs off) select reads from camera_days");
  expect(rows).toEqual([{ reads: 7 }]);
  const text = plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(text).toMatch(/Index.* camera_days_pkey/);
  expect(text).not.toContain("Seq Scan on camera_days");
});

test.each([
  ["the log of a system admin", "merged_log", system],
  ["the log of an org admin", "merged_log", north],
  ["the doors of a system admin", "door_log", system],
  ["the doors of an org admin", "door_log", north],
  ["the passages of a system admin", "passages", system],
  ["the passages of an org admin", "passages", north],
])("a page of %s is read newest first by the indexes of its logs", async (_whose, view, caller) => {
  const client = await entered(caller);
  const page = (from: string) =>
    `select id, occurred_at, to_jsonb(v) ->> 'source' as source from ${view} v where ${from} order by occurred_at desc, id desc limit 100`;
  const first = await client.query<{ id: string; source: string; occurred_at: Date }>(page("true"));
  const last = first.rows.at(-1);
  const next = `(occurred_at, id) < ('${last?.occurred_at.toISOString()}', '${last?.id}')`;
  for (const from of ["true", next]) {
    const { rows } = await client.query<QueryPlan>(`explain (analyze, timing off, format json) ${page(from)}`);
    // An empty month may be scanned. No log is read beyond its page.
    for (const read of rowsRead(rows[0], /^(access_logs|door_events)/)) expect(read).toBeLessThan(500);
  }
  expect(new Set(first.rows.map(({ source }) => source))).toEqual(
    new Set(view === "door_log" ? [null] : ["gate", "door"]),
  );
});

test("a gate's statement is planned once for any number of reads, and finds its rows by key", async () => {
  const pools = createPools({
    url: world.database.authenticatorUrl,
    log: pino({ level: "silent" }),
    sizes: { gateBatches: 1 },
  });
  await using _pools = { [Symbol.asyncDispose]: () => pools.close() };
  const one = pools.gateBatches;
  const read = { webhookUser: "lpr", gateId: ids.northGate, plate: "ABC123" };
  const passage = () => ({
    id: randomUUID(),
    plateText: "ABC123",
    plate: "ABC123",
    gateId: ids.northGate,
    granted: false,
    reason: "expired" as const,
    credentialId: ids.annaCar,
  });
  for (let times = 0; times < 8; times++)
    for (const count of [1, 3, 8]) {
      expect(await readGateFacts(one, Array(count).fill(read))).toHaveLength(count);
      expect(await logPassages(one, Array.from({ length: count }, passage))).toHaveLength(count);
    }
  const { rows: kept } = await one.query(
    'select name, custom_plans::int as anew from pg_prepared_statements order by name collate "C"',
  );
  expect(kept).toEqual(
    ["gate-facts", "gate-facts-of-many", "log-denied", "log-many"].map((name) => ({ name, anew: 0 })),
  );
  // The plans were made while the table was empty.
  await world.admin.query(
    `insert into plate_aliases (controller_id, plate_number, credential_id, organization_id, created_by)
     select '${ids.northGate}', 'QQ' || n, '${ids.annaCar}', '${ids.north}', '${ids.northAdmin}' from generate_series(1, 2000) n`,
  );
  const three = `array['lpr', 'lpr', 'lpr'], array_fill('${ids.northGate}'::uuid, array[3]), array_fill('ABC123'::text, array[3])`;
  const { rows } = await one.query<QueryPlan>(
    `explain (analyze, timing off, format json) execute "gate-facts-of-many" (${three})`,
  );
  for (const rowsOfScan of rowsRead(rows[0], /^(credentials|controller_assignments|plate_aliases)$/))
    expect(rowsOfScan).toBeLessThan(10);
});
