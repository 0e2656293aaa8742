// contract/validity.ts against PostgreSQL around every clock change of Europe/Stockholm from 2020 to 2050.
import { Client } from "pg";
import { expect, test } from "vitest";
import { VALIDITY_PERIODS, validityWindow } from "#contract/validity.ts";
import { testCluster } from "#tests/support/cluster.ts";

const HOUR_MS = 3_600_000;
const DAYS = { "1_day": 1, "1_week": 7, "1_month": 30, "3_months": 91, "6_months": 182, "12_months": 365 } as const;

function changesOf(year: number): number[] {
  return [2, 9].map((month) => {
    const last = new Date(Date.UTC(year, month + 1, 0, 1));
    return last.getTime() - last.getUTCDay() * 24 * HOUR_MS;
  });
}

// Covers: fault.6
test("they agree on every hour that exists once, and differ by at most that hour elsewhere", async () => {
  const cases: { from: string; period: string; to: string }[] = [];
  for (let year = 2020; year <= 2050; year++)
    for (const change of changesOf(year))
      for (const period of VALIDITY_PERIODS)
        for (let hour = -30; hour <= 30; hour++)
          for (const begin of [change, change - DAYS[period] * 24 * HOUR_MS]) {
            const { validFrom, validTo } = validityWindow(period, new Date(begin + hour * HOUR_MS));
            cases.push({ from: validFrom.toISOString(), period, to: validTo.toISOString() });
          }
  const client = new Client({ connectionString: testCluster().adminUrl });
  await client.connect();
  const { rows } = await client.query(
    `with windows as (
       select c.to as ours, (c.from at time zone 'Europe/Stockholm') + replace(c.period, '_', ' ')::interval as local
       from jsonb_to_recordset($1) as c ("from" timestamptz, period text, "to" timestamptz)),
     judged as (
       select ours, local at time zone 'Europe/Stockholm' as theirs,
         (select count(*) from (values (-1), (0), (1)) h (n)
          where (local at time zone 'Europe/Stockholm' + n * interval '1 hour') at time zone 'Europe/Stockholm' = local) as times
       from windows)
     select count(*)::int as all, count(*) filter (where times <> 1)::int as odd,
       count(*) filter (where times = 1 and ours <> theirs)::int as wrong,
       count(*) filter (where times <> 1 and abs(extract(epoch from ours - theirs)) not in (0, 3600))::int as far
     from judged`,
    [JSON.stringify(cases)],
  );
  await client.end();
  expect(rows).toEqual([{ all: cases.length, odd: expect.any(Number), wrong: 0, far: 0 }]);
  expect(rows[0]?.odd).toBeGreaterThan(100);
  expect(cases.length).toBe(31 * 2 * 6 * 61 * 2);
});
