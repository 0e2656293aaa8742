// A refusal outside a door's own hours is explained by them, as they were then.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { explainPassage, type HoursThen, type PassageExplanation } from "#contract/functions/explain-passage.ts";
import { inStockholm, stockholmClock, stockholmDay } from "#contract/stockholm.ts";
import { installDoors } from "#simulators/axis/factory.ts";
import { call } from "#tests/integration/doors/door-portal.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { untilInStep } from "#tests/support/in-step.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";
import { readDoorLog } from "#tests/support/read-door-log.ts";

const PIN = "4816";
const HOUR_MS = 3_600_000;
const NAMED = [{ code: "outside_door_hours", since: null }];
const GENERAL = [{ code: "outside_hours", since: null }];

let portal: TestPortal;
let world: MainWorld;
let door: string;
let otherDoor: string;
let scheduleId: string;
/** The door is closed now, and opens for an hour in three hours. */
const opensAt = new Date(Date.now() + 3 * HOUR_MS);
const opens: HoursThen["opens_at"] = `${stockholmDay(opensAt)}T${stockholmClock(opensAt)}`;

beforeAll(async () => {
  portal = await startTestPortal();
  installDoors(portal.axis.state, [{ name: "Tvättstugan", exit: "reader" }, { name: "Entré" }]);
  world = await mainWorld(portal);
  const { rows } = await portal.admin.query<{ id: string; name: string }>("select id, name from access_points");
  const idOf = (name: string) => rows.find((row) => row.name.startsWith(name))?.id ?? "";
  [door, otherDoor] = [idOf("Tvättstugan"), idOf("Entré")];
  scheduleId = await save();
  await untilInStep(portal);
  await setHours(scheduleId);
});
afterAll(() => portal.close());

async function save(id?: string): Promise<string> {
  const local = inStockholm(opensAt);
  const from = local.getHours() * 60 + local.getMinutes();
  const to = (from + 60) % 1440 || 1440;
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to, anchor: "2026-01-01" }));
  const body = { action: "SAVE", ...(id && { id }), organization_id: null, name: "Tvättider", hours, calendars: [] };
  return String((await call(world.system, "schedules", body))["id"]);
}

/** Resolves when the controller keeps the hours. */
async function setHours(id: string): Promise<void> {
  const { error } = await world.system.from("access_points").update({ hours_schedule_id: id }).eq("id", door);
  expect(error).toBeNull();
  const kept = "select device_door_token as token from access_points where id = $1 and hours_token is not null";
  await vi.waitFor(
    async () => {
      const { rows } = await portal.admin.query<{ token: string }>(kept, [door]);
      expect(portal.axis.wouldOpen(PIN, rows[0]?.token ?? "no hours yet")).toBe(false);
      expect(rows).toHaveLength(1);
    },
    { timeout: paced(60_000), interval: 50 },
  );
}

/** Types the code at a reader, and returns the event that the portal read of it. */
async function punch(reader: string): Promise<string> {
  await portal.admin.query("delete from door_events");
  portal.axis.punch(reader, PIN);
  await readDoorLog(portal.admin);
  const { rows } = await portal.admin.query<{ id: string }>("select id from door_events where kind = 'access'");
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? "";
}
const readerOf = (name: string) =>
  [...portal.axis.state.idPoints.values()].find((one) => one.Name === name)?.token ?? "";
const wayIn = () => punch(readerOf("Reader Tvättstugan"));
const explain = async (id: string, client = world.nord): Promise<PassageExplanation> =>
  explainPassage.reply.parse(await call(client, "explain-passage", { source: "door", id }));

test("the schedule of the installation is named to the organisation, with that day's hours and the next opening", async () => {
  const today = stockholmDay(new Date());
  const { reasons, hours, truths } = await explain(await wayIn());
  expect([reasons, truths.desired]).toEqual([NAMED, { allowed: false, because: "outside_door_hours" }]);
  expect(hours).toMatchObject({ schedule: "Tvättider", day: today, opens_at: opens });
  expect(hours?.open).toContainEqual({ start: `${today}${opens?.slice(10)}`, end: expect.any(String) });
});

test("the reader on the way out lets out, and its event is never explained by the hours", async () => {
  const out = await explain(await punch(readerOf("Reader Tvättstugan out")), world.system);
  expect(out).toMatchObject({
    reasons: [],
    hours: null,
    truths: { decided: { granted: true }, desired: { allowed: true } },
  });
  expect((await explain(await punch(readerOf("Reader Entré")), world.system)).reasons).toEqual([]);
});

test("a schedule that was changed since explains by its hours of then, and in general words when none are kept", async () => {
  const event = await wayIn();
  const before = await explain(event);
  expect(before.reasons).toEqual(NAMED);
  const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 0, to: 1440, anchor: "2026-01-01" }));
  await call(world.system, "schedules", {
    action: "SAVE",
    id: scheduleId,
    organization_id: null,
    name: "Nya tider",
    hours: always,
    calendars: [],
  });
  expect(await explain(event)).toEqual(before);
  await save(scheduleId);
  await untilInStep(portal);
  const next = await wayIn();
  const named = { reasons: NAMED, hours: { schedule: "Tvättider" } };
  expect(await explain(next)).toMatchObject(named);
  const calendar = await call(world.system, "schedules", {
    action: "SAVE_CALENDAR",
    organization_id: null,
    name: "Helger",
    days: [],
  });
  await portal.admin.query("insert into schedule_calendars values ($1, $2, 0)", [scheduleId, calendar["id"]]);
  expect(await explain(next)).toMatchObject(named);
  await portal.admin.query("delete from schedule_versions");
  expect(await explain(next)).toMatchObject({ reasons: GENERAL, hours: null });
  await portal.admin.query("delete from schedule_calendars");
  await untilInStep(portal);
  await setHours(scheduleId);
});

test("hours that the door has lost since still explain what was refused by them", async () => {
  const event = await wayIn();
  await portal.admin.query("update access_points set hours_schedule_id = null where id = $1", [door]);
  expect((await explain(event)).reasons).toEqual(NAMED);
  await setHours(scheduleId);
});

test("an organisation that is no longer offered the door is told the cause, and not the schedule", async () => {
  const event = await wayIn();
  const link = [portal.accounts.nord.organizationId, world.controllerId, otherDoor];
  await portal.admin.query(
    "insert into organization_access_points (organization_id, controller_id, access_point_id) values ($1, $2, $3)",
    link,
  );
  expect(await explain(event)).toMatchObject({ reasons: NAMED, hours: null });
  expect(await explain(event, world.system)).toMatchObject({ reasons: NAMED, hours: { schedule: "Tvättider" } });
  await portal.admin.query("delete from organization_access_points where access_point_id = $1", [otherDoor]);
});

test("the hours of the group's right are named where the door has none, and the way out is open", async () => {
  const { rows } = await portal.admin.query<{ credential: string; person: string; organization: string }>(
    `delete from controller_assignments a using credentials c where c.id = a.credential_id and a.access_point_id = $1
     returning c.id as credential, c.end_user_id as person, c.organization_id as organization`,
    [door],
  );
  const [first] = rows;
  await portal.admin.query("update access_points set hours_schedule_id = null where id = $1", [door]);
  const { id: group } = await call(world.nord, "access-groups", {
    action: "SAVE",
    organization_id: first?.organization,
    name: "Städ",
    validity_period: "12_months",
    doors: [door],
    gates: [],
    schedules: { [door]: scheduleId },
  });
  await call(world.nord, "access-groups", {
    action: "SET_MEMBERS",
    id: group,
    add: rows.map(({ person }) => person),
    remove: [],
  });
  await vi.waitFor(
    async () => {
      const kept = await portal.admin.query(
        "select from door_profiles where access_point_id = $1 and hours_token is not null",
        [door],
      );
      expect(kept.rowCount).toBe(1);
    },
    { timeout: paced(60_000), interval: 50 },
  );
  await untilInStep(portal);
  const refused = await wayIn();
  const told = await explain(refused);
  expect([told.reasons, told.truths.desired]).toEqual([
    [{ code: "outside_access_hours", since: null }],
    { allowed: false, because: "outside_access_hours" },
  ]);
  expect([told.hours?.schedule, told.hours?.opens_at, told.groups]).toEqual(["Tvättider", opens, ["Städ"]]);
  await save(scheduleId);
  expect(await explain(refused)).toEqual(told);
  expect(await explain(await punch(readerOf("Reader Tvättstugan out")))).toMatchObject({ reasons: [], hours: null });
  await call(world.nord, "access-groups", { action: "REMOVE", id: group });
  await portal.admin.query("update access_points set hours_schedule_id = $1 where id = $2", [scheduleId, door]);
});

test("the schedule of a door is not removed, and the door is named", async () => {
  const { status, body } = await callFunction(world.system, "schedules", { action: "REMOVE", id: scheduleId });
  expect([status, body["reason"], body["error"]]).toEqual([
    409,
    "schedule_in_use",
    "Schemat är öppettider för Tvättstugan (Garage Kajen). Inget har tagits bort. Ta bort det därifrån först.",
  ]);
});
