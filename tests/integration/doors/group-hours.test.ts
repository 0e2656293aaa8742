// A door that people have by a group at its hours: written to the unit, confirmed there, never wider, and always a way out.
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readHoursOf } from "#server/reconcile/doors/door-hours.store.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import {
  type Installation,
  makeInstallation,
  replicaOf,
  type TestController,
  type TestPerson,
} from "#tests/integration/reconcile/installation.ts";
import { startSimulatedDevices } from "#tests/integration/reconcile/simulated-devices.ts";
import { paced } from "#tests/support/pace.ts";

const PIN = "483920";
const LAUNDRY = "Tvätt";
const ENTRANCE = "Entré";
const YEAR = new Date().getUTCFullYear() + 1;
/** 08:00, noon and 23:00 of a December day in Stockholm, and noon of Christmas Eve. */
const INSTANTS = ["12-10T07:00", "12-10T11:00", "12-10T22:00", "12-24T11:00"].map(
  (time) => new Date(`${YEAR}-${time}Z`),
);

let portal: Installation;
let engine: SyncEngine;
let axis: AxisSimulator;
let fixture: TestController;
let anna: TestPerson;
let morning: string;
let day: string;

beforeEach(async () => {
  portal = await makeInstallation();
  axis = await startAxisSimulator({ doors: [{ name: LAUNDRY, exit: "reader" }, { name: ENTRANCE }] });
  ({ fixture, engine } = await startSimulatedDevices(portal, axis, { name: "Huset" }));
  morning = await addSchedule(420, 540);
  day = await addSchedule(540, 1080);
  anna = await portal.addPerson("Anna", PIN, [], { from: new Date(0), to: new Date(`${YEAR + 1}-01-01T00:00:00Z`) });
});
afterEach(async () => {
  await portal.close();
  await axis.close();
});

const run = async (text: string, values: unknown[]) => (await portal.admin.query(text, values)).rows;

async function addSchedule(from: number, to: number, organizationId: string | null = null): Promise<string> {
  const id = randomUUID();
  await run("insert into schedules (id, name, organization_id) values ($1, $2, $3)", [
    id,
    `Tider ${id}`,
    organizationId,
  ]);
  await run(
    `insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, anchor)
     select $1, day, $2, $3, '2026-01-01' from generate_series(1, 7) day`,
    [id, from, to],
  );
  return id;
}

/** Makes a group of Anna with doors at their schedules; null: always. */
async function addGroup(doors: Readonly<Record<string, string | null>>, people = [anna.id]): Promise<string> {
  const id = randomUUID();
  const { organizationId } = portal;
  await run("insert into access_groups (id, organization_id, name) values ($1, $2, $3)", [
    id,
    organizationId,
    `Grupp ${id}`,
  ]);
  for (const [name, schedule] of Object.entries(doors))
    await run(
      "insert into access_group_doors (group_id, organization_id, controller_id, access_point_id, schedule_id) values ($1, $2, $3, $4, $5)",
      [id, organizationId, fixture.id, fixture.doors.get(name), schedule],
    );
  for (const person of people)
    await run("insert into access_group_members (group_id, organization_id, end_user_id) values ($1, $2, $3)", [
      id,
      organizationId,
      person,
    ]);
  return id;
}

const setSchedule = (group: string, schedule: string | null) =>
  run("update access_group_doors set schedule_id = $2 where group_id = $1", [group, schedule]);
const profiles = async () =>
  run(
    "select schedule_ids, hours_token is not null as confirmed, hours_problem as problem from door_profiles order by 1",
    [],
  );
const doorOf = (name: string) => [...axis.state.doors.values()].find((door) => door.Name === name)?.token ?? "";
const opens = (name = LAUNDRY, pin = PIN) => INSTANTS.map((at) => axis.wouldOpen(pin, doorOf(name), at));
const letsOut = () => INSTANTS.map((at) => axis.wouldLetOut(PIN, doorOf(LAUNDRY), at));
const ours = (tokens: Iterable<string>, prefix: string) => [...tokens].filter((token) => token.startsWith(prefix));
const NEVER = [false, false, false, false];
const ALWAYS = [true, true, true, true];
const MORNING = [true, false, false, false];

test("the hours of a group are written and confirmed, changed with their schedule, and taken away whole", async () => {
  const group = await addGroup({ [LAUNDRY]: morning, [ENTRANCE]: morning });
  await portal.quiet();
  expect([opens(), opens(ENTRANCE), letsOut()]).toEqual([MORNING, MORNING, ALWAYS]);
  expect(await profiles()).toEqual(Array(2).fill({ schedule_ids: [morning], confirmed: true, problem: null }));
  // Two doors with equal hours share one schedule.
  expect(ours(axis.state.schedules.keys(), "wp-sch-")).toHaveLength(1);
  expect((await engine.compareNow(fixture.id)).doors).toMatchObject({ profilesWritten: 0 });

  await run("update schedule_hours set from_minute = 600, to_minute = 780 where schedule_id = $1", [morning]);
  await portal.quiet();
  expect(opens()).toEqual([false, true, false, true]);
  const calendar = randomUUID();
  await run("insert into calendars (id, name) values ($1, 'Helger')", [calendar]);
  await run("insert into calendar_days (calendar_id, holiday) values ($1, 'christmas_eve')", [calendar]);
  await run("insert into schedule_calendars values ($1, $2, 0)", [morning, calendar]);
  await portal.quiet();
  expect(opens()).toEqual([false, true, false, false]);

  await setSchedule(group, null);
  await portal.quiet();
  expect([opens(), opens(ENTRANCE)]).toEqual([ALWAYS, ALWAYS]);
  await setSchedule(group, day);
  await portal.quiet();
  expect([opens(), letsOut()]).toEqual([[false, true, false, true], ALWAYS]);
  await run("delete from access_group_members where group_id = $1", [group]);
  await portal.quiet();
  expect([opens(), letsOut()]).toEqual([NEVER, NEVER]);
  await engine.compareNow(fixture.id);
  const { schedules, accessProfiles } = axis.state;
  expect([ours(schedules.keys(), "wp-sch-"), ours(accessProfiles.keys(), "wp-door-h-")]).toEqual([[], []]);
});

/** Takes one person's code away and gives another's, whatever hours others have at the controller. */
async function othersAreServed(leaving: TestPerson): Promise<void> {
  await portal.deletePerson(leaving);
  expect(await engine.waitForSources([leaving.credentialId], paced(60_000))).toEqual([]);
  expect(opens(ENTRANCE, "591736")).toEqual(NEVER);
  const next = await portal.addPerson("Cecilia", "591847", [[fixture, ENTRANCE]], {
    to: new Date(`${YEAR + 1}-01-01T00:00:00Z`),
  });
  expect(await engine.waitForSources([next.credentialId], paced(60_000))).toEqual([]);
  expect(opens(ENTRANCE, "591847")).toEqual(ALWAYS);
  await engine.compareNow(fixture.id);
  expect(await run("select attempts, last_error from controller_sync", [])).toEqual([
    { attempts: 0, last_error: null },
  ]);
}

test.each([
  ["have too many rows", 20],
  ["make too long a text", 9],
])("hours that %s are not written, and stop nobody else at the controller", async (_what, aDay) => {
  const berit = await portal.addPerson("Berit", "591736", [[fixture, ENTRANCE]]);
  await portal.quiet();
  const calendar = randomUUID();
  const each = Array.from({ length: aDay }, (_, n) => ({ from: 60 * n, to: 60 * n + 30 }));
  await run("insert into calendars (id, name) values ($1, 'Alla dagar')", [calendar]);
  await run(
    "insert into calendar_days (calendar_id, first_day, last_day, hours) select $1, current_date + n, current_date + n, $2 from generate_series(1, 390) n",
    [calendar, JSON.stringify(each)],
  );
  await run("insert into schedule_calendars values ($1, $2, 0)", [morning, calendar]);
  await addGroup({ [LAUNDRY]: morning });
  await othersAreServed(berit);
  expect(await profiles()).toEqual([{ schedule_ids: [morning], confirmed: false, problem: "hours_refused" }]);
  expect([opens(), ours(axis.state.schedules.keys(), "wp-sch-")]).toEqual([NEVER, []]);
  expect(await replicaOf(portal, fixture, anna.credentialId)).toMatchObject({ last_error: "hours_withheld" });
});

test("the longest of an organisation's schedules are left out where it has too many rows at a controller", async () => {
  const calendars = await run(
    "insert into calendars (name) select 'Datum ' || n from generate_series(1, 6) n returning id",
    [],
  );
  // 6 calendars of 390 dates with 9 hours each: 23,400 rows; each schedule of them has 3,900.
  const each = JSON.stringify(Array.from({ length: 9 }, (_, n) => ({ from: 60 * n, to: 60 * n + 30 })));
  await run(
    "insert into calendar_days (calendar_id, first_day, last_day, hours) select c, current_date + 1000 + n, current_date + 1000 + n, $2 from unnest($1::uuid[]) c, generate_series(1, 390) n",
    [calendars.map(({ id }) => id), each],
  );
  const others: string[] = [];
  for (const { id } of calendars) {
    const schedule = await addSchedule(420, 540);
    await run("insert into schedule_calendars values ($1, $2, 0)", [schedule, id]);
    others.push(schedule);
  }
  for (const schedule of [...others, morning]) await addGroup({ [ENTRANCE]: schedule }, []);
  const read = await readHoursOf(portal.admin, fixture.id, [YEAR, YEAR]);
  const left = others.toSorted().filter((id) => read.get(id) === null);
  expect(left).toEqual(others.toSorted().slice(-1));
  expect(read.get(morning)?.hours).toHaveLength(7);
});

test("two hundred schedules of one person at a door are written together, and stop nobody else", async () => {
  const berit = await portal.addPerson("Berit", "591736", [[fixture, ENTRANCE]]);
  await portal.quiet();
  await run(
    `with s as (insert into schedules (name, organization_id) select 'S' || n, $1 from generate_series(1, 200) n returning id, name),
       h as (insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, anchor)
         select id, 1 + substr(name, 2)::int % 7, 420, 421 + substr(name, 2)::int, '2026-01-01' from s),
       g as (insert into access_groups (name, organization_id) select name, $1 from s returning id, name)
     insert into access_group_doors (group_id, organization_id, controller_id, access_point_id, schedule_id)
     select g.id, $1, $2, $3, s.id from g join s using (name)`,
    [portal.organizationId, fixture.id, fixture.doors.get(LAUNDRY)],
  );
  await run(
    "insert into access_group_members (group_id, organization_id, end_user_id) select id, organization_id, $1 from access_groups",
    [anna.id],
  );
  await othersAreServed(berit);
  await portal.quiet();
  expect(await run("select cardinality(schedule_ids) as schedules, hours_problem from door_profiles", [])).toEqual([
    { schedules: 200, hours_problem: null },
  ]);
  expect(opens()).toEqual(MORNING);
});

/** The twelve calls of a changed schedule, whatever the number of people and doors. */
const CHANGE_OF_HOURS = {
  "axsch:SetSchedule": 1,
  "axsch:ScheduleActive": 8,
  "pacsaxis:GetAccessProfileList": 1,
  "pacsaxis:SetAccessProfile": 1,
  "pacsaxis:GetAccessProfile": 1,
};

function callsOfUnit() {
  const calls = Object.entries(axis.requests.counts());
  return Object.fromEntries(calls.filter(([name]) => /^(axsch|pacsaxis|axudb|tdc|axtid):/.test(name)));
}

test("a change of the schedule's hours writes no credential, and takes twelve calls for all doors", async () => {
  await addGroup({ [LAUNDRY]: morning, [ENTRANCE]: morning });
  await portal.quiet();
  axis.requests.clear();
  const before = structuredClone(axis.credentials());
  const { applied_gen: generation } = (await replicaOf(portal, fixture, anna.credentialId)) ?? {};
  await run("update schedule_hours set to_minute = 600 where schedule_id = $1", [morning]);
  await portal.quiet();
  expect((await replicaOf(portal, fixture, anna.credentialId))?.applied_gen).toBe(generation);
  expect(axis.credentials()).toEqual(before);
  expect(callsOfUnit()).toEqual(CHANGE_OF_HOURS);
  expect(await profiles()).toEqual(Array(2).fill({ schedule_ids: [morning], confirmed: true, problem: null }));
});

test.each([["axsch:SetSchedule"], ["pacsaxis:SetAccessProfile"]])(
  "changed hours whose %s is acknowledged and not kept are not called confirmed, and are once the unit keeps them",
  async (forgotten) => {
    await addGroup({ [LAUNDRY]: morning });
    await portal.quiet();
    axis.faults.lie((operation) => (operation === forgotten ? "forgets" : null));
    axis.requests.clear();
    await run("update schedule_hours set to_minute = 475 where schedule_id = $1", [morning]);
    await expect.poll(() => axis.requests.count(forgotten)).toBeGreaterThan(1);
    expect(await profiles()).toMatchObject([{ confirmed: false }]);
    axis.faults.lie(null);
    await engine.compareNow(fixture.id);
    await portal.quiet();
    expect([opens(), letsOut()]).toEqual([NEVER, ALWAYS]);
    expect(await profiles()).toEqual([{ schedule_ids: [morning], confirmed: true, problem: null }]);
  },
);

test("several rights at a door are open together: two groups, and always when one of them is", async () => {
  await addGroup({ [LAUNDRY]: morning });
  const second = await addGroup({ [LAUNDRY]: day });
  await portal.quiet();
  expect(opens()).toEqual([true, true, false, true]);
  await setSchedule(second, null);
  await portal.quiet();
  expect(opens()).toEqual(ALWAYS);
  await run("delete from access_group_members where group_id = $1", [second]);
  await portal.quiet();
  expect(opens()).toEqual(MORNING);
  await portal.assign(anna.credentialId, [[fixture, LAUNDRY]]);
  await portal.quiet();
  expect(opens()).toEqual(ALWAYS);
  await run("delete from controller_assignments where credential_id = $1", [anna.credentialId]);
  await portal.quiet();
  expect(opens()).toEqual(MORNING);
});

test("the door's own hours cut those of the group, and a person without hours has the door's", async () => {
  const house = await addSchedule(360, 480);
  await run("update access_points set hours_schedule_id = $1 where name = $2", [house, LAUNDRY]);
  const always = await portal.addPerson("Bo", "771203", [[fixture, LAUNDRY]], { from: new Date(0), to: null });
  await addGroup({ [LAUNDRY]: morning });
  await portal.quiet();
  // 06–08 and 07–09: 08:00 is shut, so 07:30 is asked too.
  const early = new Date(`${YEAR}-12-10T06:30:00Z`);
  const before = new Date(`${YEAR}-12-10T05:30:00Z`);
  const at = (pin: string) => [before, early, ...INSTANTS].map((time) => axis.wouldOpen(pin, doorOf(LAUNDRY), time));
  expect([at(PIN), at("771203")]).toEqual([
    [false, true, ...NEVER],
    [true, true, ...NEVER],
  ]);
  expect(letsOut()).toEqual(ALWAYS);
  await run("update schedule_hours set to_minute = 440 where schedule_id = $1", [house]);
  await portal.quiet();
  expect([at(PIN), at("771203")]).toEqual([
    [false, false, ...NEVER],
    [true, false, ...NEVER],
  ]);
  await run("update access_points set hours_schedule_id = null where id = $1", [fixture.doors.get(LAUNDRY)]);
  await portal.quiet();
  expect([opens(), opens(LAUNDRY, "771203")]).toEqual([MORNING, ALWAYS]);
  expect(always.id).not.toBe(anna.id);
});

test("a unit in another time zone lets nobody in by the hours, lets everybody out, and the replica says so", async () => {
  axis.state.timeZone = "UTC";
  await addGroup({ [LAUNDRY]: morning });
  await portal.assign(anna.credentialId, [[fixture, ENTRANCE]]);
  const withheld = async () => (await replicaOf(portal, fixture, anna.credentialId))?.last_error;
  await expect.poll(withheld).toBe("hours_withheld");
  expect([opens(), letsOut(), opens(ENTRANCE)]).toEqual([NEVER, ALWAYS, ALWAYS]);
  expect(await profiles()).toEqual([{ schedule_ids: [morning], confirmed: false, problem: "wrong_time_zone" }]);
  const keepsHours = async () =>
    (await run("select keeps_hours from controllers where id = $1", [fixture.id]))[0]?.keeps_hours;
  expect(await keepsHours()).toBe(false);
  axis.state.timeZone = "Europe/Stockholm";
  await engine.compareNow(fixture.id);
  await portal.quiet();
  expect([opens(), await withheld(), await keepsHours()]).toEqual([MORNING, null, true]);
  axis.state.timeZone = "UTC";
  await run("update schedule_hours set to_minute = 541 where schedule_id = $1", [morning]);
  await expect.poll(withheld).toBe("hours_withheld");
  expect([opens(), letsOut()]).toEqual([NEVER, ALWAYS]);
  axis.state.timeZone = "Europe/Helsinki";
  await engine.compareNow(fixture.id);
  await expect.poll(withheld).toBe("hours_withheld");
  expect([opens(), letsOut(), opens(ENTRANCE)]).toEqual([NEVER, ALWAYS, ALWAYS]);
});

test.each<[what: string, edit: (profile: string, schedule: string) => void]>([
  [
    "its schedule is edited",
    (_profile, schedule) => {
      const ours = axis.state.schedules.get(schedule);
      if (ours) ours.ScheduleDefinition = ours.ScheduleDefinition.replaceAll("T070000", "T050000");
    },
  ],
  ["its schedule is removed", (_profile, schedule) => void axis.state.schedules.delete(schedule)],
  ["the way in has all hours", (profile, schedule) => setPolicies(profile, schedule, ["standard_always"])],
  [
    "a holiday stands beside its schedule",
    (profile, schedule) => setPolicies(profile, schedule, [schedule, "standard_office_hours"]),
  ],
  ["its profile is removed", (profile) => void axis.state.accessProfiles.delete(profile)],
])("where %s at the unit, a comparison writes it anew, and so does a change of the schedule", async (_what, edit) => {
  await addGroup({ [LAUNDRY]: morning });
  await portal.quiet();
  const [profile = ""] = ours(axis.state.accessProfiles.keys(), "wp-door-h-");
  const [schedule = ""] = ours(axis.state.schedules.keys(), "wp-sch-");
  axis.faults.editByHand(() => edit(profile, schedule));
  const [door] = await run("select id from access_points where name = $1", [LAUNDRY]);
  const { items } = await engine.compareNow(fixture.id);
  expect(items).toEqual([{ kind: "hours_differ", accessPointId: door?.id, label: LAUNDRY }]);
  const reports = await run("select total_items, items from drift_reports where controller_id = $1", [fixture.id]);
  expect(reports).toEqual([
    { total_items: 1, items: [{ kind: "hours_differ", access_point_id: door?.id, label: LAUNDRY }] },
  ]);
  expect((await engine.compareNow(fixture.id)).items).toEqual([]);
  await portal.quiet();
  expect([opens(), letsOut()]).toEqual([MORNING, ALWAYS]);
  axis.faults.editByHand(() => edit(profile, schedule));
  await run("update schedule_hours set to_minute = 475 where schedule_id = $1", [morning]);
  await portal.quiet();
  expect([opens(), letsOut()]).toEqual([NEVER, ALWAYS]);
  expect(await profiles()).toEqual([{ schedule_ids: [morning], confirmed: true, problem: null }]);
});

function setPolicies(token: string, schedule: string, Schedule: string[]): void {
  for (const policy of axis.state.accessProfiles.get(token)?.AccessPolicy ?? [])
    if (policy.Schedule.includes(schedule)) policy.Schedule = Schedule;
}

test("forty doors on five schedules are one profile of a credential, which keeps the hours of each", async () => {
  await axis.close();
  const names = Array.from({ length: 40 }, (_, index) => `Dörr ${String(index).padStart(2, "0")}`);
  axis = await startAxisSimulator({
    doors: names.map((name, index) => ({ name, ...(index % 2 ? { exit: "reader" as const } : {}) })),
  });
  ({ fixture, engine } = await startSimulatedDevices(portal, axis, { name: "Stora huset" }));
  // The last two are the same hours under two names, which one schedule on the unit keeps.
  const schedules = [morning, day, await addSchedule(660, 780), await addSchedule(0, 1440), await addSchedule(0, 1440)];
  await addGroup(Object.fromEntries(names.map((name, index) => [name, schedules[index % 5] ?? null])));
  await portal.quiet();
  const expected = [MORNING, [false, true, false, true], [false, true, false, true], ALWAYS, ALWAYS];
  expect(names.map((name) => opens(name))).toEqual(names.map((_, index) => expected[index % 5]));
  const [credential] = axis.credentials();
  expect(credential?.CredentialAccessProfile).toHaveLength(1);
  expect(ours(axis.state.schedules.keys(), "wp-sch-")).toHaveLength(4);
  for (const { token, AccessPolicy } of axis.state.accessProfiles.values())
    if (token.startsWith("wp-door"))
      expect(AccessPolicy.map(({ Schedule }) => Schedule.length)).toEqual(AccessPolicy.map(() => 1));
  // Nothing is left to write, although two of the profiles at a door differ in nothing but their names.
  const before = axis.credentials();
  expect((await engine.compareNow(fixture.id)).items).toEqual([]);
  axis.requests.clear();
  await run("update schedule_hours set to_minute = 475 where schedule_id = $1", [morning]);
  await portal.quiet();
  // The joint profile's hours change in the same calls.
  expect(callsOfUnit()).toEqual(CHANGE_OF_HOURS);
  expect(names.map((name) => opens(name))).toEqual(names.map((_, index) => [NEVER, ...expected.slice(1)][index % 5]));
  expect((await engine.compareNow(fixture.id)).items).toEqual([]);
  expect(axis.credentials().map(({ CredentialAccessProfile }) => CredentialAccessProfile)).toEqual(
    before.map(({ CredentialAccessProfile }) => CredentialAccessProfile),
  );
});

test("two groups with the same hours under other names at forty doors are told apart, and their people confirmed", async () => {
  await axis.close();
  const names = Array.from({ length: 40 }, (_, index) => `Dörr ${String(index).padStart(2, "0")}`);
  axis = await startAxisSimulator({ doors: names.map((name) => ({ name })) });
  ({ fixture, engine } = await startSimulatedDevices(portal, axis, { name: "Stora huset" }));
  const until = { from: new Date(0), to: new Date(`${YEAR + 1}-01-01T00:00:00Z`) };
  const [bo, cia] = [
    await portal.addPerson("Bo", "771203", [], until),
    await portal.addPerson("Cia", "902714", [], until),
  ];
  for (const people of [[anna.id, cia.id], [bo.id]]) {
    const schedules: string[] = [];
    for (const [from, to] of [
      [420, 540],
      [540, 1080],
      [660, 780],
      [0, 1440],
      [1200, 60],
    ] as const)
      schedules.push(await addSchedule(from, to));
    await addGroup(Object.fromEntries(names.map((name, index) => [name, schedules[index % 5] ?? null])), people);
  }
  await portal.quiet();
  const of = new Map(axis.credentials().map((one) => [one.IdData[0]?.Value, one.CredentialAccessProfile]));
  expect([...of.values()].map((profiles) => profiles.length)).toEqual([1, 1, 1]);
  expect(of.get(PIN)).toEqual(of.get("902714"));
  expect(of.get(PIN)).not.toEqual(of.get("771203"));
  expect((await engine.compareNow(fixture.id)).items).toEqual([]);
  for (const pin of [PIN, "771203"]) expect(opens(names[0], pin)).toEqual(MORNING);
});
