// A door with hours of its own: the schedule is written to the unit, confirmed there, and limits everybody on the way in.
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inStockholm, startOfStockholmDay, stockholmDay } from "#contract/stockholm.ts";
import type { DoorController } from "#drivers/port.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { recordScheduleEdges } from "#server/reconcile/door-events/schedule-edges.store.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { somebodyWaits } from "#tests/integration/platform/world.ts";
import { type Installation, makeInstallation, type TestController } from "#tests/integration/reconcile/installation.ts";
import { startSimulatedDevices } from "#tests/integration/reconcile/simulated-devices.ts";
import { paced } from "#tests/support/pace.ts";

const DAY_MS = 86_400_000;
const PIN = "483920";
const LAUNDRY = "Tvätt";
const ENTRANCE = "Entré";
/** Noon and night of a December day, and noon of Christmas Eve. */
const YEAR = new Date().getUTCFullYear() + 1;
const MIDDAY = new Date(`${YEAR}-12-10T11:00:00Z`);
const NIGHT = new Date(`${YEAR}-12-10T22:00:00Z`);
const CHRISTMAS = new Date(`${YEAR}-12-24T11:00:00Z`);

let portal: Installation;
let engine: SyncEngine;
let axis: AxisSimulator;
let fixture: TestController;
let schedule: string;
/** Called once, after the unit kept hours and before its worker records them. */
let onKept: (() => Promise<unknown>) | null;

function around(device: DoorController): DoorController {
  return {
    ...device,
    keepHours: async (...asked) => {
      const kept = (await device.keepHours?.(...asked)) ?? { token: null, problem: "no_schedules" };
      const act = onKept;
      onKept = null;
      await act?.();
      return kept;
    },
  };
}

beforeEach(async () => {
  onKept = null;
  portal = await makeInstallation();
  axis = await startAxisSimulator({ doors: [{ name: LAUNDRY, exit: "reader" }, { name: ENTRANCE }] });
  ({ fixture, engine } = await startSimulatedDevices(portal, axis, { name: "Huset", around }));
  schedule = await addSchedule();
  const doors: [TestController, string][] = [
    [fixture, LAUNDRY],
    [fixture, ENTRANCE],
  ];
  await portal.addPerson("Anna", PIN, doors, { from: new Date(0), to: new Date(`${YEAR + 1}-01-01T00:00:00Z`) });
  await portal.quiet();
});
afterEach(async () => {
  await portal.close();
  await axis.close();
});

const run = async (text: string, values: unknown[]) => (await portal.admin.query(text, values)).rows;

async function addSchedule(organizationId: string | null = null): Promise<string> {
  const id = randomUUID();
  await run("insert into schedules (id, name, organization_id) values ($1, $2, $3)", [
    id,
    `Tider ${id}`,
    organizationId,
  ]);
  await run(
    `insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, anchor)
     select $1, day, 360, 1320, '2026-01-01' from generate_series(1, 7) day`,
    [id],
  );
  return id;
}

/** Sets the hours as a person does, who is named in the audit. */
const setHours = async (id: string | null) => {
  await run(
    `update access_points set hours_schedule_id = $1 from (select set_config('app.sub', $3, true) as actor) as person
     where name = $2 and actor is not null`,
    [id, LAUNDRY, randomUUID()],
  );
};
const stored = async () =>
  (await run("select hours_token, hours_problem from access_points where name = $1", [LAUNDRY]))[0];
const doorOf = (name: string) => [...axis.state.doors.values()].find((door) => door.Name === name)?.token ?? "";
const opens = (name = LAUNDRY) => [MIDDAY, NIGHT, CHRISTMAS].map((at) => axis.wouldOpen(PIN, doorOf(name), at));
const letsOut = () => [MIDDAY, NIGHT, CHRISTMAS].map((at) => axis.wouldLetOut(PIN, doorOf(LAUNDRY), at));

test("hours are written, confirmed and kept, changed with their schedule, and taken away", async () => {
  expect([opens(), await stored()]).toEqual([[true, true, true], { hours_token: null, hours_problem: null }]);
  await setHours(schedule);
  await portal.quiet();
  expect([opens(), letsOut(), opens(ENTRANCE)]).toEqual([
    [true, false, true],
    [true, true, true],
    [true, true, true],
  ]);
  expect(await stored()).toEqual({ hours_token: expect.stringMatching(/^wp-sch-/), hours_problem: null });
  expect((await engine.compareNow(fixture.id)).doors).toMatchObject({ profilesWritten: 0 });
  const audited = await run(
    "select before -> 0 ->> 'door_hours' as before, after -> 0 ->> 'door_hours' as after from audit where action = 'access_points.update'",
    [],
  );
  expect(audited).toEqual([{ before: null, after: `Tider ${schedule}` }]);

  const calendar = randomUUID();
  await run("insert into calendars (id, name) values ($1, 'Helger')", [calendar]);
  await run("insert into calendar_days (calendar_id, holiday) values ($1, 'christmas_eve')", [calendar]);
  await run("insert into schedule_calendars values ($1, $2, 0)", [schedule, calendar]);
  await portal.quiet();
  expect(opens()).toEqual([true, false, false]);
  await run("delete from calendar_days where calendar_id = $1", [calendar]);
  await portal.quiet();
  expect(opens()).toEqual([true, false, true]);
  await run("update schedule_hours set to_minute = 600 where schedule_id = $1", [schedule]);
  await portal.quiet();
  expect(opens()).toEqual([false, false, false]);

  await setHours(null);
  await portal.quiet();
  expect([opens(), await stored()]).toEqual([[true, true, true], { hours_token: null, hours_problem: null }]);
  expect([...axis.state.schedules.keys()].filter((token) => token.startsWith("wp-sch-"))).toEqual([]);
});

test("a schedule that changes while the unit is compared is written afterwards", async () => {
  await setHours(schedule);
  await portal.quiet();
  onKept = () => run("update schedule_hours set to_minute = 600 where schedule_id = $1", [schedule]);
  await engine.compareNow(fixture.id);
  await portal.quiet();
  expect([opens(), await stored()]).toEqual([
    [false, false, false],
    { hours_token: expect.stringMatching(/^wp-sch-/), hours_problem: null },
  ]);
});

test("a door that is given another schedule while the unit is asked is unconfirmed until the unit keeps that one", async () => {
  const other = await addSchedule();
  await setHours(schedule);
  await portal.quiet();
  const between: unknown[] = [];
  onKept = async () => {
    await setHours(other);
    onKept = async () => between.push(await stored());
  };
  await run("update schedule_hours set to_minute = 600 where schedule_id = $1", [schedule]);
  await portal.quiet();
  expect(between).toEqual([{ hours_token: null, hours_problem: null }]);
  expect([opens(), (await stored())?.hours_token]).toEqual([[true, false, true], expect.stringMatching(/^wp-sch-/)]);
});

test("a unit in another time zone lets nobody in by the hours, says why, and does so again in the right one", async () => {
  axis.state.timeZone = "UTC";
  await setHours(schedule);
  await portal.quiet();
  expect([opens(), letsOut(), opens(ENTRANCE), await stored()]).toEqual([
    [false, false, false],
    [true, true, true],
    [true, true, true],
    { hours_token: null, hours_problem: "wrong_time_zone" },
  ]);
  axis.state.timeZone = "Europe/Stockholm";
  await engine.compareNow(fixture.id);
  expect([opens(), (await stored())?.hours_problem]).toEqual([[true, false, true], null]);
  // Moving it away later does not help either.
  axis.state.timeZone = "Europe/Helsinki";
  await engine.compareNow(fixture.id);
  expect([opens(), (await stored())?.hours_problem]).toEqual([[false, false, false], "wrong_time_zone"]);
});

test.each<[what: string, edit: (ours: string) => void]>([
  [
    "its schedule is edited",
    (ours) =>
      void axis.state.schedules.set(ours, {
        ...scheduleAt(ours),
        ExceptionScheduleDefinition: scheduleAt(ours).ScheduleDefinition,
      }),
  ],
  ["its schedule is removed", (ours) => void axis.state.schedules.delete(ours)],
  ["a holiday stands beside its schedule", (ours) => setPolicies(ours, [ours, "standard_office_hours"])],
  ["the way in has all hours", (ours) => setPolicies(ours, ["standard_always"])],
])("where %s at the unit, a comparison writes it anew", async (_what, edit) => {
  await setHours(schedule);
  await portal.quiet();
  const before = structuredClone(axis.state.dump());
  const [ours = ""] = [...axis.state.schedules.keys()].filter((token) => token.startsWith("wp-sch-"));
  axis.faults.editByHand(() => edit(ours));
  await engine.compareNow(fixture.id);
  expect(opens()).toEqual([true, false, true]);
  const { schedules, accessProfiles } = axis.state.dump();
  expect([byToken(schedules), byToken(accessProfiles)]).toEqual([
    byToken(before.schedules),
    byToken(before.accessProfiles),
  ]);
});

const byToken = <T extends { token: string }>(items: readonly T[]) =>
  items.toSorted((a, b) => (a.token < b.token ? -1 : 1));

function scheduleAt(token: string) {
  const found = axis.state.schedules.get(token);
  if (!found) throw new Error("no schedule");
  return found;
}

function setPolicies(ours: string, Schedule: string[]): void {
  for (const profile of axis.state.accessProfiles.values())
    for (const policy of profile.AccessPolicy) if (policy.Schedule.includes(ours)) policy.Schedule = Schedule;
}

test("a beginning or an end that the unit itself logs at the right minute confirms the hours a second time", async () => {
  await setHours(schedule);
  await portal.quiet();
  const seen = async () =>
    (await run("select hours_seen_at from access_points where name = $1", [LAUNDRY]))[0]?.hours_seen_at;
  const kept = async () => String((await stored())?.hours_token);
  const ours = await kept();
  const edge = (time: string, isActive: boolean, token = ours) => ({
    schedule: token,
    isActive,
    at: new Date(`${YEAR}-12-10T${time}Z`),
  });
  const record = (edges: ReturnType<typeof edge>[]) =>
    transaction(portal.admin, async (client) => {
      await client.query("set local role portal_engine");
      await recordScheduleEdges(client, fixture.id, edges);
    });
  // The hours are 06–22, which is 05–21 UTC in December.
  await record([
    edge("06:00:10", true),
    edge("05:00:10", false),
    edge("05:00:10", true, "wp-sch-0"),
    edge("12:00:00", true),
  ]);
  expect(await seen()).toBeNull();
  await record([edge("21:00:05", false)]);
  expect(await seen()).toEqual(new Date(`${YEAR}-12-10T21:00:05Z`));
  await run("update access_points set hours_seen_at = null", []);
  await record([edge("05:00:10", true)]);
  expect(await seen()).toEqual(new Date(`${YEAR}-12-10T05:00:10Z`));
  // Hours that are not confirmed now lose an earlier confirmation, too.
  await run("update access_points set hours_token = null where name = $1", [LAUNDRY]);
  await run("update schedule_hours set to_minute = 1260 where schedule_id = $1", [schedule]);
  expect(await seen()).toBeNull();
  await portal.quiet();
  const at = endedYesterday(await kept());
  await vi.waitFor(
    async () => {
      await run("update door_event_cursors set next_read_at = '-infinity'", []);
      await run("select private.look_at_doors($1)", [fixture.id]);
      const time: unknown = await seen();
      expect(Math.abs(Number(time) - at)).toBeLessThan(10_000);
    },
    { timeout: paced(60_000), interval: 100 },
  );
});

/** Has the unit log that hours until 21 o'clock ended yesterday; returns when. */
function endedYesterday(token: string): number {
  const yesterday = stockholmDay(new Date(Date.now() - DAY_MS));
  const at = inStockholm(startOfStockholmDay(yesterday)).setHours(21, 0, 20);
  // Without this, the unit would date the row after its newest one.
  axis.state.events.clockChanged();
  axis.state.events.add("Schedule/Interval", { ScheduleToken: token, Active: "0", Exception: "0" }, at);
  return at;
}

test("the end of hours is read from the log while their schedule changes, and neither gives way", async () => {
  await setHours(schedule);
  await run("update schedule_hours set to_minute = 1260 where schedule_id = $1", [schedule]);
  await portal.quiet();
  await transaction(portal.admin, async (client) => {
    await client.query("set local deadlock_timeout = '10ms'");
    await client.query("select from access_points where name = $1 for no key update", [LAUNDRY]);
    endedYesterday(String((await stored())?.hours_token));
    await run("update door_event_cursors set next_read_at = '-infinity'", []);
    await run("select private.look_at_doors($1)", [fixture.id]);
    await somebodyWaits(portal.admin);
    await client.query("update schedule_hours set to_minute = 1200 where schedule_id = $1", [schedule]);
  });
  await portal.quiet();
  expect(await stored()).toEqual({ hours_token: expect.stringMatching(/^wp-sch-/), hours_problem: null });
});

test("a schedule of an organisation is no door's hours, and one in use is not removed", async () => {
  const theirs = await addSchedule(portal.organizationId);
  await expect(setHours(theirs)).rejects.toMatchObject({ constraint: "access_points_hours_own" });
  await expect(setHours(randomUUID())).rejects.toMatchObject({ constraint: "access_points_hours_own" });
  await setHours(schedule);
  await expect(run("delete from schedules where id = $1", [schedule])).rejects.toMatchObject({
    constraint: "access_points_hours_schedule",
  });
});
