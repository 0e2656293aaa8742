// Slices of `npm run schedules`, and every holiday of every day.
import type { Pool, PoolClient } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PUBLIC_HOLIDAYS } from "#contract/schedules/holidays.ts";
import { seededRandom } from "#scripts/seed/random.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { HOLIDAY_TABLE } from "#tests/support/holiday-table.ts";
import { paced } from "#tests/support/pace.ts";
import { openPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { compareEvaluators } from "../schedules/campaign.ts";
import { editTown } from "../schedules/edit-hours.ts";
import { comparePassings } from "../schedules/passings.ts";
import { plantFaults } from "../schedules/planted.ts";
import { openTown } from "../schedules/town.ts";

let database: TestDatabase;
let admin: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = openPool({ connectionString: database.adminUrl, max: 1 });
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

it("SQL, TypeScript, a third evaluator and a simulated unit agree on 2,000 instants of drawn schedules (seed 2)", async () => {
  const { open, ...result } = await compareEvaluators(admin, { pairs: 2_000, seed: 2 });
  expect(result).toEqual({ pairs: 2_000, schedules: 100, differences: 0, first: [] });
  expect(open.third).toBeGreaterThan(400);
  expect(open.third).toBeLessThan(1_600);
});

it("Vem kommer in? is what the units do at each instant, after random edits too, and six planted mistakes are found", async () => {
  const own = await createTestDatabase();
  const town = await openTown({
    ...own,
    keys: createKeyRing("schedules secret schedules secret schedules"),
    controllers: 2,
    people: 6,
    random: seededRandom(3),
    quietWithinMs: paced(60_000),
  });
  try {
    await town.world.quiet(town.quietWithinMs, { wake: true });
    await editTown(town, { seed: 3, edits: 20, progress: () => {} });
    await town.world.quiet(town.quietWithinMs, { compare: true, wake: true });
    const found = await comparePassings(town, town.doors, town.instants.slice(0, 12));
    expect(found).toMatchObject({ differences: 0, unknown: 0, exitsRefused: 0, first: [] });
    expect([found.open > 0, found.exits > 0]).toEqual([true, true]);
    const planted = await plantFaults(town);
    expect(planted.map((one) => [one.fault, one.found > 0, one.left])).toEqual(
      planted.map(({ fault }) => [fault, true, 0]),
    );
    expect(planted).toHaveLength(6);
  } finally {
    await town.close();
    await own.drop();
  }
});

it("SQL finds the holidays of 2000 to 2100 on the days of an independent table", async () => {
  const { rows } = await admin.query<{ code: string; days: string[] }>(
    `select code, array_agg(day::date::text order by day) as days
     from generate_series(timestamp '2000-01-01', '2100-12-31', '1 day') day, unnest(private.holidays_of(day::date)) code group by code`,
  );
  expect(Object.fromEntries(rows.map(({ code, days }) => [code, days]))).toEqual({
    ...HOLIDAY_TABLE,
    public_holidays: [...new Set(PUBLIC_HOLIDAYS.flatMap((code) => HOLIDAY_TABLE[code]))].toSorted(),
  });
});

it.each([
  ["without calendars", 0, 0],
  ["with one calendar", 1, 2],
  ["with three calendars", 3, 2],
])("a schedule %s asks for the holidays of no more than its two days", async (_which, calendars, calls) => {
  const client = await admin.connect();
  try {
    await client.query("begin; set local track_functions = 'all'");
    const made = await client.query<{ id: string }>("insert into schedules (name) values ('Räknat') returning id");
    const id = made.rows[0]?.id;
    for (let place = 0; place < calendars; place++) {
      await client.query(
        `with c as (insert into calendars (name) values ($2) returning id),
           d as (insert into calendar_days (calendar_id, holiday) select id, unnest(array['public_holidays', 'christmas_eve', 'midsummer_eve']) from c)
         insert into schedule_calendars select $1, id, $3 from c`,
        [id, `Räknad ${place}`, place],
      );
    }
    const before = await holidayCalls(client);
    await client.query("select private.is_open($1, now())", [id]);
    expect((await holidayCalls(client)) - before).toBe(calls);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

/** Counts calls of this connection, those of transactions before too. */
async function holidayCalls(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ calls: number }>(
    "select coalesce(sum(calls), 0)::integer as calls from pg_stat_xact_user_functions where funcname = 'holidays_of'",
  );
  return rows[0]?.calls ?? 0;
}
