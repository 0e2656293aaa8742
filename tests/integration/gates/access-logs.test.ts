import { afterAll, beforeAll, expect, test } from "vitest";
import { engine, one, openWorld, outcome, type World } from "#tests/integration/platform/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

interface Partition {
  name: string;
  from: string;
  to: string;
}

async function partitions(): Promise<Partition[]> {
  const { rows } = await world.admin.query<Partition>(
    "select name, split_part((lower_bound at time zone 'utc')::text, ' ', 1) as from, split_part((upper_bound at time zone 'utc')::text, ' ', 1) as to from private.access_log_partitions()",
  );
  return rows;
}
/** Creates the monthly partitions for another day, without changing the database's clock. */
const ensure = (now: string) =>
  world.as(engine, (client) =>
    one<{ n: number }>(client, "select private.ensure_access_log_partitions(2, $1) as n", [now]),
  );
const log = (at: string) =>
  world.admin.query(
    "insert into access_logs (detected_at, plate_number, access_granted, access_reason) values ($1, 'ABC 123', false, 'no_match')",
    [at],
  );
const openEnd = async () => (await partitions()).at(-1);

async function expectNoGap(): Promise<void> {
  const all = await partitions();
  expect(all[0]?.from).toBe("-infinity");
  expect(all.at(-1)?.to).toBe("infinity");
  expect(all.slice(1).map((partition) => partition.from)).toEqual(all.slice(0, -1).map((partition) => partition.to));
}

test("the migration makes this month and two more, and all time is covered", async () => {
  expect(await partitions()).toHaveLength(5);
  await expectNoGap();
  await log("1970-01-01");
  await log("2999-12-31");
  expect((await one<{ n: number }>(world.admin, "select count(*)::int as n from access_logs")).n).toBe(2);
  await world.admin.query("delete from access_logs");
});

test("asked again there is nothing to do", async () => {
  // The month of the migration, which may be the month before.
  const month = (await partitions())[1]?.from;
  expect(await ensure(`${month}T00:00:00Z`)).toEqual({ n: 0 });
});

test("months are made ahead while the open end is empty", async () => {
  const before = await partitions();
  const end = await openEnd();
  expect(await ensure(`${end?.from}T00:00:00Z`)).toEqual({ n: 3 });
  expect((await partitions()).length).toBe(before.length + 3);
  await expectNoGap();
});

test("rows that reached the open end stay where they are, in a partition that becomes closed", async () => {
  const end = await openEnd();
  const late = new Date(`${end?.from}T12:00:00Z`);
  late.setUTCMonth(late.getUTCMonth() + 1, 15);
  await log(late.toISOString());
  const { home } = await one<{ home: string }>(world.admin, "select tableoid::int::text as home from access_logs");
  await ensure(late.toISOString());
  await expectNoGap();
  expect(await one(world.admin, "select tableoid::int::text as home from access_logs")).toEqual({ home });
  expect((await openEnd())?.from).not.toBe(end?.from);
});

test("two servers that make months at once make them once", async () => {
  const end = await openEnd();
  const made = await Promise.all([ensure(`${end?.from}T00:00:00Z`), ensure(`${end?.from}T00:00:00Z`)]);
  expect(made.map((row) => row.n).toSorted((left, right) => left - right)).toEqual([0, 3]);
  await expectNoGap();
});

test("a gate that is writing is not waited for longer than two seconds, and loses nothing", async () => {
  const end = await openEnd();
  const gate = await world.enter({ role: "portal_gate" });
  await gate.query(
    "insert into access_logs (plate_number, access_granted, access_reason) values ('ABC 123', false, 'no_match')",
  );
  expect(
    await outcome(
      world.as(engine, (client) =>
        client.query("select private.ensure_access_log_partitions(2, $1)", [`${end?.from}T00:00:00Z`]),
      ),
    ),
  ).toBe("55P03");
  await gate.query("commit");
  gate.release();
  expect(await openEnd()).toEqual(end);
});

test("retention forgets whole old months and leaves no gap", async () => {
  await world.admin.query("delete from access_logs");
  const all = await partitions();
  const cut = all[3]?.from ?? "";
  await log(`${all[1]?.from}T00:00:00Z`);
  await log(`${cut}T00:00:00Z`);
  await world.as(engine, (client) => client.query("select private.drop_access_logs_before($1)", [`${cut}T00:00:00Z`]));
  await expectNoGap();
  expect((await partitions())[0]).toMatchObject({ from: "-infinity", to: cut });
  expect((await one<{ n: number }>(world.admin, "select count(*)::int as n from access_logs")).n).toBe(1);
});

test("every partition made on the way is behind row security and without rights", async () => {
  const { rows } = await world.admin.query(
    "select relname from pg_class where relispartition and relkind = 'r' and (not relrowsecurity or not relforcerowsecurity or relacl is not null)",
  );
  expect(rows).toEqual([]);
});
