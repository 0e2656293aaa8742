// Controllers may flood their log, be out of reach together with the portal, or have a clock that jumps. No event is lost without a gap,
// and no old event has an effect.
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DOOR_EVENTS_A_DAY } from "#contract/limits.ts";
import { systemClock } from "#drivers/clock.ts";
import { watchAlerts } from "#server/alerts/watch-alerts.job.ts";
import { encryptCredentialPin } from "#server/people/encrypt.ts";
import { createMailPort } from "#server/platform/mail/port.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { encryptWeeklyCode } from "#server/weekly-codes/encrypt.ts";
import { setDoorAlarm } from "#simulators/axis/door-state.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { paced } from "#tests/support/pace.ts";
import { type Installation, makeInstallation, type TestController } from "./installation.ts";
import { startSimulatedDevices } from "./simulated-devices.ts";

let portal: Installation;
let axis: AxisSimulator;
let fixture: TestController;
let engine: SyncEngine;
let boot: () => Promise<SyncEngine>;
let entry: string;
const opened: AxisSimulator[] = [];

/** The number of rows that the unit keeps; an A1601 has 30,000. */
const RING = 5_000;
const WITHIN = { timeout: paced(60_000), interval: 50 };
const WEEK_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  portal = await makeInstallation();
  axis = await startUnit();
  [entry = ""] = axis.doorTokens;
  ({ fixture, engine, boot } = await startSimulatedDevices(portal, axis, { name: "Porten" }));
});
afterEach(async () => {
  await portal.close();
  for (const one of opened.splice(0)) await one.close();
});

async function startUnit(): Promise<AxisSimulator> {
  const unit = await startAxisSimulator({ doors: [{ name: "Entré" }], switches: { eventRing: RING } });
  opened.push(unit);
  return unit;
}
const readSoon = (id = fixture.id) =>
  portal.admin.query("update door_event_cursors set next_read_at = '-infinity' where controller_id = $1", [id]);
const rowsOf = async (kind: string, id = fixture.id) =>
  (
    await portal.admin.query("select * from door_events where controller_id = $1 and kind = $2 order by occurred_at", [
      id,
      kind,
    ])
  ).rows;
/** Reads everything that the unit has logged by now, and waits until no reading is under way or due. */
async function readAll(id = fixture.id): Promise<void> {
  const asked = await portal.one<Date>("select clock_timestamp() as value");
  await readSoon(id);
  await vi.waitFor(async () => {
    const { rows } = await portal.admin.query<{ read: boolean; rests: boolean }>(
      `select coalesce(complete_to > $2, false) as read, next_read_at > clock_timestamp() as rests
       from door_event_cursors where controller_id = $1`,
      [id, asked],
    );
    if (rows[0]?.rests === true && !rows[0].read) await readSoon(id); // A reading that failed waits for a minute.
    expect(rows).toEqual([{ read: true, rests: true }]);
  }, WITHIN);
}

it("a controller that logs ten thousand events a second is read in turns, and others are read on time", async () => {
  const calm = await startUnit();
  const other = await startSimulatedDevices(portal, calm, { name: "Den lugna" });
  await other.engine.stop();
  await readAll();
  await readAll(other.fixture.id);
  const flood = () => {
    for (let n = 0; n < 10_000; n++)
      axis.state.log("Door/State/DoorAlarm", { DoorToken: entry, State: "DoorForcedOpen" });
  };
  const before = axis.requests.count("axlog:FetchEvents2");
  const flooding = setInterval(flood, 1_000);
  try {
    flood();
    await readSoon();
    await vi.waitFor(async () => expect((await rowsOf("gap")).length).toBeGreaterThan(0), WITHIN);
    calm.punch(calm.doorTokens[0] ?? "", "408627");
    await readSoon(other.fixture.id);
    await vi.waitFor(async () => expect(await rowsOf("access", other.fixture.id)).toHaveLength(1), WITHIN);
  } finally {
    clearInterval(flooding);
  }
  expect((await rowsOf("gap")).map(({ gap_cause }) => gap_cause)).toContain("overrun");
  await readAll();
  // The portal has the last rows that the ring kept, up to the last one, once each.
  const kept = await rowsOf("door_forced");
  expect(kept.length).toBeGreaterThanOrEqual(RING - 1);
  expect(new Set(kept.map(({ id }) => id)).size).toBe(kept.length);
  // A page has a thousand rows at most, and each page is one request.
  expect(axis.requests.count("axlog:FetchEvents2") - before).toBeGreaterThanOrEqual(Math.floor(kept.length / 1_000));
});

it("a controller that has logged more than the portal keeps in a day fills no disk, and is an alert until a day is over", async () => {
  const force = (times: number) => {
    for (let n = 0; n < times; n++)
      axis.state.log("Door/State/DoorAlarm", { DoorToken: entry, State: "DoorForcedOpen" });
  };
  const cursor = async () =>
    (
      await portal.admin.query("select counted, flooded_at from door_event_cursors where controller_id = $1", [
        fixture.id,
      ])
    ).rows[0];
  await readAll();
  await portal.admin.query("update door_event_cursors set counted = $1, counted_since = now()", [
    DOOR_EVENTS_A_DAY - 10,
  ]);
  force(25);
  await readAll();
  expect(await rowsOf("door_forced")).toHaveLength(9);
  expect((await rowsOf("gap")).map(({ gap_cause }) => gap_cause)).toEqual(["flooded"]);
  expect(await cursor()).toEqual({ counted: DOOR_EVENTS_A_DAY, flooded_at: expect.any(Date) });
  force(5);
  await readAll();
  expect([(await rowsOf("door_forced")).length, (await rowsOf("gap")).length]).toEqual([9, 1]);
  // The doors' states follow the log all the same.
  setDoorAlarm(axis.state, entry, "DoorForcedOpen");
  await readAll();
  const alarm = "select alarm as value from door_states where access_point_id = $1";
  await vi.waitFor(async () => expect(await portal.one(alarm, [fixture.doors.get("Entré")])).toBe("forced"), WITHIN);
  await readAll();
  await portal.admin.query("update door_event_cursors set counted_since = now() - interval '25 hours'");
  const kept = (await rowsOf("door_forced")).length;
  force(3);
  await readAll();
  expect(await rowsOf("door_forced")).toHaveLength(kept + 3);
  expect(await cursor()).toMatchObject({ counted: 3 });
});

it("a portal stopped for a week fills in its log, and opens, holds, alerts and mails nothing of it", async () => {
  const hold = await portal.one<string>(
    `insert into door_holds (request_id, access_point_id, requested_by, requested_as, reason, created_at, until)
     values ($1, $2, $1, 'Sara', 'leverans', now() - interval '7 days', now() - interval '7 days' + interval '1 hour') returning id as value`,
    [randomUUID(), fixture.doors.get("Entré")],
  );
  await engine.stop();
  const lastWeek = (work: () => void): void => {
    axis.faults.clockSkew(-WEEK_MS);
    work();
    axis.faults.clockSkew(0);
  };
  lastWeek(() => {
    axis.punch(entry, "408627");
    setDoorAlarm(axis.state, entry, "DoorForcedOpen");
    setDoorAlarm(axis.state, entry, "Normal");
  });
  const [unlocked, opened] = ["tdc:UnlockDoor", "tdc:AccessDoor"].map((name) => axis.requests.count(name));
  await boot();
  await readAll();
  const [refused] = await rowsOf("access");
  expect(Math.abs(Date.now() - WEEK_MS - refused.occurred_at.getTime())).toBeLessThan(paced(60_000));
  expect(await rowsOf("door_forced")).toHaveLength(1);
  expect(
    await portal.one("select alarm as value from door_states where access_point_id = $1", [fixture.doors.get("Entré")]),
  ).toBe("normal");
  expect(["tdc:UnlockDoor", "tdc:AccessDoor"].map((name) => axis.requests.count(name))).toEqual([unlocked, opened]);
  await vi.waitFor(async () => {
    expect(
      await portal.one(
        "select end_confirmed_at is not null and sent_at is null as value from door_holds where id = $1",
        [hold],
      ),
    ).toBe(true);
  }, WITHIN);
  const log = pino({ level: "silent" });
  const mail = createMailPort({ keys: portal.keys, configured: true });
  const certificateEnd = () => null;
  await watchAlerts({
    engine: portal.admin,
    clock: systemClock,
    log,
    mail,
    certificateEnd,
    publicUrl: "https://portal.example",
  });
  expect(
    (await portal.admin.query("select kind from alerts where kind in ('door_not_relocked', 'denial_burst')")).rows,
  ).toEqual([]);
  expect(await portal.one("select count(*)::int as value from mail_queue")).toBe(0);
});

it("a clock that jumps back over the change of time loses, doubles and postdates nothing", async () => {
  axis.punch(entry, "100001");
  await readAll();
  axis.faults.clockSkew(-HOUR_MS);
  for (const typed of ["100002", "100003"]) axis.punch(entry, typed);
  await readAll();
  axis.faults.clockSkew(0);
  axis.punch(entry, "100004");
  await readAll();
  await portal.admin.query("update door_event_cursors set last_row = null, last_event = null");
  await readAll();
  const rows = await rowsOf("access");
  expect(rows).toHaveLength(4);
  for (const { occurred_at } of rows) expect(Math.abs(Date.now() - occurred_at.getTime())).toBeLessThan(paced(60_000));
  expect(await rowsOf("gap")).toEqual([]);
});

/** Adds an organisation with one person; returns the ids of the organisation and of the person's PIN. */
async function addOrganization(name: string, pin: string): Promise<[organization: string, credential: string]> {
  const organization = await portal.one<string>("insert into organizations (name) values ($1) returning id as value", [
    name,
  ]);
  const person = await portal.one<string>(
    "insert into end_users (organization_id, first_name, last_name) values ($1, 'Sven', 'Svensson') returning id as value",
    [organization],
  );
  const credential = randomUUID();
  await portal.admin.query(
    "insert into credentials (id, end_user_id, credential_type, credential_value, valid_from) values ($1, $2, 'pin', $3, now())",
    [credential, person, encryptCredentialPin(portal.keys, credential, pin)],
  );
  return [organization, credential];
}

it("a row that names another organisation's person is that one's, and one of a foreign door has no door", async () => {
  const [south, sven] = await addOrganization("Sydhamnen", "739154");
  await portal.admin.query("insert into organization_controllers values ($1, $2)", [south, fixture.id]);
  const granted = (data: Record<string, string>) => axis.state.log("AccessControl/AccessGranted/Credential", data);
  granted({ AccessPointToken: "point-of-another-unit", CredentialToken: `wp-c-${sven}` });
  granted({ AccessPointToken: "point-of-another-unit", CredentialToken: `wp-c-${randomUUID()}` });
  await readAll();
  const rows = await rowsOf("access");
  expect(rows).toHaveLength(2);
  expect(rows.map(({ access_point_id }) => access_point_id)).toEqual([null, null]);
  expect(new Set(rows.map(({ credential_id, organization_id }) => `${credential_id} ${organization_id}`))).toEqual(
    new Set([`${sven} ${south}`, "null null"]),
  );
});

it("a row that names the person or the weekly code of another controller is in nobody else's log", async () => {
  const [west, vera] = await addOrganization("Västerport", "739155");
  const elsewhere = await portal.addController("Västerport");
  await portal.admin.query("update organization_controllers set organization_id = $2 where controller_id = $1", [
    elsewhere.id,
    west,
  ]);
  const code = randomUUID();
  await portal.admin.query(
    `with code as (insert into weekly_codes (id, code, week_number, year, valid_from, valid_to)
       values ($1, $3, 48, 2026, now() - interval '1 day', now() + interval '1 day') returning id)
     insert into weekly_code_assignments (weekly_code_id, controller_id) select id, $2 from code`,
    [code, elsewhere.id, encryptWeeklyCode(portal.keys, code, "6284")],
  );
  for (const source of [vera, code])
    axis.state.log("AccessControl/AccessGranted/Credential", { DoorToken: entry, CredentialToken: `wp-c-${source}` });
  await readAll();
  const rows = await rowsOf("access");
  expect(rows).toHaveLength(2);
  for (const row of rows)
    expect(row).toMatchObject({
      credential_id: null,
      weekly_code_id: null,
      is_weekly_code: false,
      organization_id: portal.organizationId,
    });
});

it("rows that no column holds as they are written are kept, and the log goes on", async () => {
  await readAll();
  const [topic, more] = ["A".repeat(60), "B".repeat(60)];
  axis.state.log(`AccessControl/Denied/${topic}/${more}`, { DoorToken: entry });
  axis.state.log("Door/State/DoorAlarm", { DoorToken: entry, State: "DoorForcedOpen" });
  const last = axis.state.events.all().at(-1);
  if (last === undefined) throw new Error("no row was logged");
  last.micros = Date.UTC(2000, 0, 1) * 1000 - 2000 * 31_556_952_000_000;
  expect(new Date(last.micros / 1000).getUTCFullYear()).toBeLessThan(1);
  await readAll();
  expect(await rowsOf("access")).toMatchObject([{ granted: false, reason: "other" }]);
  const [forced] = await rowsOf("door_forced");
  expect(Math.abs(Date.now() - forced.occurred_at.getTime())).toBeLessThan(paced(60_000));
  expect(await rowsOf("gap")).toEqual([]);
});

it("an event with 5,000 keys is a gap in the log, and those beside it are kept", async () => {
  await readAll();
  const force = (keys: Record<string, string> = {}) =>
    axis.state.log("Door/State/DoorAlarm", { ...keys, DoorToken: entry, State: "DoorForcedOpen" });
  force();
  force(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`Key${n}`, "408627"])));
  force();
  await readAll();
  expect(await rowsOf("door_forced")).toHaveLength(2);
  expect((await rowsOf("gap")).map(({ gap_cause }) => gap_cause)).toEqual(["unreadable"]);
  // The gap stands once, after the rows that are read next.
  force();
  await readAll();
  expect(await rowsOf("door_forced")).toHaveLength(3);
  expect(await rowsOf("gap")).toHaveLength(1);
});

it.each([
  ["fewer rows than", 2],
  ["as many rows as", 4],
  ["more rows than", 7],
])(
  "a controller whose row ids begin again at 1, with %s were read, has them all in the log after a gap, once",
  async (_case, rows) => {
    const force = (times: number) => {
      for (let n = 0; n < times; n++)
        axis.state.log("Door/State/DoorAlarm", { DoorToken: entry, State: "DoorForcedOpen" });
    };
    await readAll();
    force(4);
    await readAll();
    expect(await rowsOf("door_forced")).toHaveLength(4);
    axis.state.events.reset();
    force(rows);
    await readAll();
    expect(await rowsOf("door_forced")).toHaveLength(4 + rows);
    expect((await rowsOf("gap")).map(({ gap_cause }) => gap_cause)).toEqual(["reset"]);
    force(1);
    await readAll();
    expect(await rowsOf("door_forced")).toHaveLength(4 + rows + 1);
    expect(await rowsOf("gap")).toHaveLength(1);
  },
);

const WRONG_CLOCKS = ["1970-01-01T00:04:00Z", "2000-01-01T00:04:00Z", "2021-05-06T07:08:09Z", "2099-12-31T23:59:00Z"];

it.each([false, true])(
  "what a clock that lost its time wrote is kept in the order of the log, once, and says so (set right before it is read: %s)",
  async (isRight) => {
    const calm = await startUnit();
    const other = await startSimulatedDevices(portal, calm, { name: "Den lugna" });
    await other.engine.stop();
    await portal.admin.query("update organizations set log_days = 1");
    await readAll();
    const begun = Date.now();
    for (const wrong of WRONG_CLOCKS) {
      axis.setClock(new Date(wrong));
      axis.punch(entry, "408627");
      axis.setClock(new Date(Date.parse(wrong) + 1_000));
      axis.state.log("Door/State/DoorAlarm", { DoorToken: entry, State: "DoorForcedOpen" });
      axis.setClock(new Date(Date.parse(wrong) + 2_000));
    }
    if (isRight) axis.setClock(new Date());
    axis.punch(entry, "408628");
    await readAll();
    const read = async () =>
      (
        await portal.admin.query(
          "select id, kind, occurred_at, device_time from door_events where controller_id = $1 and kind in ('access', 'door_forced') order by occurred_at",
          [fixture.id],
        )
      ).rows;
    const rows = await read();
    expect(rows.map(({ kind }) => kind)).toEqual([...WRONG_CLOCKS.flatMap(() => ["access", "door_forced"]), "access"]);
    for (const { occurred_at } of rows) {
      expect(occurred_at.getTime()).toBeGreaterThan(begun - 5_000);
      expect(occurred_at.getTime()).toBeLessThanOrEqual(Date.now());
    }
    expect(rows.slice(0, 8).map(({ device_time }) => device_time.getUTCFullYear())).toEqual(
      WRONG_CLOCKS.flatMap((text) => [new Date(text).getUTCFullYear(), new Date(text).getUTCFullYear()]),
    );
    // The log is read again from the beginning, with the unit's own ids.
    await portal.admin.query("update door_event_cursors set last_row = null, last_event = null, complete_to = null");
    await readAll();
    expect(await read()).toEqual(rows);
    const cursor = await portal.admin.query(
      "select wrong_clock_at is not null as noted, wrong_clock_ms from door_event_cursors where controller_id = $1",
      [fixture.id],
    );
    expect(cursor.rows[0]).toMatchObject({ noted: true });
    // The neighbour's log is as it was.
    calm.punch(calm.doorTokens[0] ?? "", "408627");
    await readAll(other.fixture.id);
    expect(await rowsOf("access", other.fixture.id)).toHaveLength(1);
    expect(
      await portal.one("select wrong_clock_at as value from door_event_cursors where controller_id = $1", [
        other.fixture.id,
      ]),
    ).toBeNull();
  },
);
