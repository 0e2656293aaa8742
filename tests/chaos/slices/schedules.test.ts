// A slice of `npm run schedules`, and every holiday of every day.
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PUBLIC_HOLIDAYS } from "#contract/schedules/holidays.ts";
import { HOLIDAY_TABLE } from "#tests/support/holiday-table.ts";
import { openPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { compareEvaluators } from "../schedules/campaign.ts";

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

it("SQL, TypeScript and a third evaluator agree on 2,000 instants of drawn schedules (seed 2)", async () => {
  const { open, ...result } = await compareEvaluators(admin, { pairs: 2_000, seed: 2 });
  expect(result).toEqual({ pairs: 2_000, schedules: 100, differences: 0, first: [] });
  expect(open.third).toBeGreaterThan(400);
  expect(open.third).toBeLessThan(1_600);
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
