import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "#server/platform/database/transaction.ts";
import { type IsoWeek, isoWeekOf, isoWeekWindow, laterIsoWeek } from "#server/weekly-codes/iso-week.rules.ts";
import { makeMissingCodes } from "#server/weekly-codes/make-weekly-codes.ts";
import { maintainWeeklyCodes, type WeeklyCodesDeps } from "#server/weekly-codes/weekly-codes.job.ts";
import { paced } from "#tests/support/pace.ts";
import { opensAll, openWeeklyPortal, type WeeklyPortal, weekOf } from "./weekly-portal.ts";

let world: WeeklyPortal;
beforeAll(async () => {
  world = await openWeeklyPortal();
});
afterAll(() => world.close());

describe("weeks that are not like others", () => {
  function nextWeekOfHours(hours: number): IsoWeek {
    for (let week = laterIsoWeek(isoWeekOf(new Date()), 1); ; week = laterIsoWeek(week, 1)) {
      const { validFrom, validTo } = isoWeekWindow(week);
      if (validTo.getTime() - validFrom.getTime() === hours * 3_600_000) return week;
    }
  }
  function nextWeek53(): IsoWeek {
    for (let week = laterIsoWeek(isoWeekOf(new Date()), 1); ; week = laterIsoWeek(week, 1))
      if (week.week === 53) return week;
  }

  // Covers: device.31, fault.6
  test.each([
    ["the week that loses an hour", () => nextWeekOfHours(167)],
    ["the week that gains an hour", () => nextWeekOfHours(169)],
    ["week 53", nextWeek53],
    ["the week after week 53", () => laterIsoWeek(nextWeek53(), 1)],
  ])("in %s the code opens from Monday's first second to Sunday's last", async (_what, pick) => {
    const week = pick();
    const { validFrom, validTo } = isoWeekWindow(week);
    const { engine } = world.portal.server.deps.pools;
    const [made] = await transaction(engine, (client) =>
      makeMissingCodes(
        { client, engine: client, keys: world.portal.server.deps.keys, now: validFrom },
        { controllerIds: [world.northId], weeks: 1 },
      ),
    );
    if (!made) throw new Error("no code");
    expect({ year: made.year, week: made.week }).toEqual(week);
    expect(await world.portal.server.sync.waitForSources([made.id], paced(60_000))).toEqual([]);
    const at = (moment: Date, ms: number) => opensAll(world.north, made.code, new Date(moment.getTime() + ms));
    expect([at(validFrom, -1000), at(validFrom, 0), at(validTo, -1000), at(validTo, 0)]).toEqual([
      [false, false],
      [true, true],
      [true, true],
      [false, false],
    ]);
    await world.remove(made.id);
  });

  test("PostgreSQL counts the same weeks from 2020 to 2050", async () => {
    const { rows } = await world.portal.admin.query<{ year: number; week: number; starts: Date; ends: Date }>(
      `select extract(isoyear from monday)::int as year, extract(week from monday)::int as week,
         monday::timestamp at time zone 'Europe/Stockholm' as starts, (monday + 7)::timestamp at time zone 'Europe/Stockholm' as ends
       from (select '2019-12-30'::date + 7 * n as monday from generate_series(0, 1617) n) mondays`,
    );
    expect(rows.at(-1)?.year).toBe(2050);
    for (const { year, week, starts, ends } of rows)
      expect(isoWeekWindow({ year, week })).toEqual({ validFrom: starts, validTo: ends });
  });
});

describe("timed codes", () => {
  const deps = (): WeeklyCodesDeps => {
    const { pools, keys, clock, log } = world.portal.server.deps;
    return { engine: pools.engine, keys, clock, log };
  };
  const weeksOf = async (controllerId: string) =>
    (await world.list()).codes
      .filter((code) => code.weekly_code_assignments.some((one) => one.controller_id === controllerId))
      .map(weekOf);

  test("are off until a world.system admin turns them on", async () => {
    await maintainWeeklyCodes(deps());
    expect(await weeksOf(world.northId)).toEqual([]);
  });

  // Covers: device.33
  test("are made for this week and those ahead, once, and shared where they were shared before", async () => {
    await world.generate([world.northId, world.southId]);
    const { error } = await world.system.from("weekly_code_settings").insert([
      { controller_id: world.northId, generate: true, weeks_ahead: 2 },
      { controller_id: world.southId, generate: true, weeks_ahead: 2 },
    ]);
    expect(error).toBeNull();
    await Promise.all([maintainWeeklyCodes(deps()), maintainWeeklyCodes(deps())]);
    await maintainWeeklyCodes(deps());
    const expected = [0, 1, 2].map((ahead) => laterIsoWeek(isoWeekOf(new Date()), ahead));
    const { codes } = await world.list();
    expect(codes.map(weekOf)).toEqual(expected);
    expect(codes.every((code) => code.weekly_code_assignments.length === 2)).toBe(true);
    const next = codes[1];
    await expect.poll(() => opensAll(world.south, next?.code ?? "", new Date(next?.valid_from ?? ""))).toEqual([true]);
  });

  // Covers: device.33
  test("are cleared where that is turned on, and kept elsewhere", async () => {
    await world.system
      .from("weekly_code_settings")
      .update({ generate: false, cleanup: true })
      .eq("controller_id", world.northId);
    await world.system.from("weekly_code_settings").update({ generate: false }).eq("controller_id", world.southId);
    const [first] = (await world.list()).codes;
    await world.portal.admin.query(
      "update weekly_codes set valid_from = now() - interval '8 days', valid_to = now() - interval '1 day' where id = $1",
      [first?.id],
    );
    await maintainWeeklyCodes(deps());
    const kept = (await world.list()).codes.find((code) => code.id === first?.id);
    expect(kept?.weekly_code_assignments.map((one) => one.controller_id)).toEqual([world.southId]);
    await world.system.from("weekly_code_settings").update({ cleanup: true }).eq("controller_id", world.southId);
    await maintainWeeklyCodes(deps());
    expect((await world.list()).codes.find((code) => code.id === first?.id)).toBeUndefined();
    await world.clearCodes();
  });

  test("are made although past ones cannot be cleared", async () => {
    await world.system
      .from("weekly_code_settings")
      .update({ generate: true, cleanup: true, weeks_ahead: 1 })
      .eq("controller_id", world.northId);
    await world.portal.admin.query(
      `create function refuse_clearing() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
       create trigger refuse_clearing before delete on weekly_code_assignments for each statement execute function refuse_clearing()`,
    );
    await maintainWeeklyCodes(deps());
    await world.portal.admin.query("drop function refuse_clearing() cascade");
    expect(await weeksOf(world.northId)).toEqual([0, 1].map((ahead) => laterIsoWeek(isoWeekOf(new Date()), ahead)));
    await world.clearCodes();
  });

  test("a gate cannot have them", async () => {
    const { rows } = await world.portal.admin.query(
      `insert into controllers (name, device_type, device_ip, organization_id)
       values ('Grinden', 'axxon_lpr', '192.0.2.9', $1) returning id`,
      [world.portal.accounts.nord.organizationId],
    );
    const { error } = await world.system
      .from("weekly_code_settings")
      .insert({ controller_id: rows[0]?.id, generate: true });
    expect(error).toMatchObject({ code: "23514" });
  });
});
