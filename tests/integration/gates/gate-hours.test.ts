// A right with hours opens a gate within its hours, however the reading arrives: by webhook, in a batch, or by a camera's push.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { explainPassage, type PassageExplanation } from "#contract/functions/explain-passage.ts";
import { inStockholm, stockholmClock, stockholmDay } from "#contract/stockholm.ts";
import { type LpvSimulator, startLpvSimulator } from "#simulators/axis-lpv/server.ts";
import { call } from "#tests/integration/doors/door-portal.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { addCameraGate } from "#tests/support/camera-gate.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { postPlate, type WebhookAccount, webhookAccount } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";
import { UNDER_WAY } from "#tests/support/under-way.ts";

const HOUR_MS = 3_600_000;
const WEEK = [1, 2, 3, 4, 5, 6, 7];

let portal: TestPortal;
let world: MainWorld;
let camera: LpvSimulator;
let cameraGate: string;
let account: WebhookAccount;
let made = 0;
/** Always open, and an hour that begins in this many hours. */
let openId: string;
let inThree: string;
let inFive: string;

const answer = z.object({ granted: z.boolean(), reason: z.string(), log_id: z.string() });
const BEGUN = Date.now();
const opensIn = (hours: number) => new Date(BEGUN + hours * HOUR_MS);

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  account = await webhookAccount(world.system, world.gateId);
  camera = await startLpvSimulator();
  cameraGate = (await addCameraGate(portal, world.system, { name: "Infart med kamera", device: camera })).id;
  openId = await saveSchedule("Dygnet runt", [{ from: 0, to: 1440 }]);
  inThree = await saveSchedule("Städ", [hourFrom(3)]);
  inFive = await saveSchedule("Fönsterputs", [hourFrom(5)]);
});
afterAll(async () => {
  await camera.close();
  await portal.close();
});
beforeEach(() => stepUpAgain(portal.admin));
// A gate is asked to open after the answer, so an opening of the test before may be on its way.
beforeEach(() => expect.poll(async () => (await portal.admin.query(UNDER_WAY)).rowCount).toBe(0));
afterEach(() => portal.admin.query("delete from access_groups"));

function hourFrom(hours: number): { from: number; to: number } {
  const local = inStockholm(opensIn(hours));
  const from = local.getHours() * 60 + local.getMinutes();
  return { from, to: (from + 60) % 1440 || 1440 };
}

async function saveSchedule(name: string, spans: { from: number; to: number }[], id?: string): Promise<string> {
  const hours = spans.flatMap((span) => WEEK.map((weekday) => ({ ...span, weekday, anchor: "2026-01-01" })));
  const { organizationId: organization_id } = portal.accounts.nord;
  const body = { action: "SAVE", ...(id && { id }), organization_id, name, hours, calendars: [] };
  return String((await call(world.nord, "schedules", body))["id"]);
}

/** Saves a person whose plate has the gates through a group alone, at the hours of the schedule; null: always. */
async function personWith(...schedules: (string | null)[]): Promise<string> {
  made += 1;
  const plate = `MKB${String(made).padStart(2, "0")}T`;
  const person = await world.savePerson({ firstName: "Test", lastName: `Tid ${made}`, plate });
  await portal.admin.query(
    "delete from controller_assignments a using credentials c where c.id = a.credential_id and c.plate_key = $1",
    [plate],
  );
  for (const [place, schedule] of schedules.entries()) await addToGroup(`${plate} ${place}`, schedule, person);
  return plate;
}

async function addToGroup(name: string, schedule: string | null, person: string): Promise<void> {
  const gates = [world.gateId, cameraGate];
  const { id } = await call(world.nord, "access-groups", {
    action: "SAVE",
    organization_id: portal.accounts.nord.organizationId,
    name,
    validity_period: "12_months",
    doors: [],
    gates,
    schedules: Object.fromEntries(gates.map((gate) => [gate, schedule])),
  });
  await call(world.nord, "access-groups", { action: "SET_MEMBERS", id, add: [person], remove: [] });
}

async function read(plate: string, by = account): Promise<z.infer<typeof answer>> {
  const response = await postPlate(portal.url, { gateId: world.gateId, plate, account: by });
  expect(response.status).toBe(200);
  return answer.parse(await response.json());
}
const explain = async (id: string, client = world.nord): Promise<PassageExplanation> =>
  explainPassage.reply.parse(await call(client, "explain-passage", { source: "gate", id }));

test("a plate is refused outside its hours, in its organisation's log, and let in as soon as they begin", async () => {
  const schedule = await saveSchedule("Ändras", [hourFrom(3)]);
  const plate = await personWith(schedule);
  const before = portal.axxon.openings.length;
  const refused = await read(plate);
  expect(refused).toMatchObject({ granted: false, reason: "outside_hours" });
  const { data } = await world.nord
    .from("access_logs")
    .select("access_granted, access_reason, opened")
    .eq("id", refused.log_id)
    .throwOnError();
  expect(data).toEqual([{ access_granted: false, access_reason: "outside_hours", opened: false }]);
  expect(portal.axxon.openings).toHaveLength(before);
  await saveSchedule("Ändras", [{ from: 0, to: 1440 }], schedule);
  expect(await read(plate)).toMatchObject({ granted: true, reason: "valid_credential" });
  await portal.axxon.openedTimes(before + 1);
});

test.each([
  [
    "switches the plate off",
    (person: string) => ({ call: "end-user-manager", body: { action: "SWITCH_MANY", ids: [person], enabled: false } }),
  ],
  [
    "removes the plate",
    (person: string) => ({
      call: "end-user-manager",
      body: {
        action: "UPDATE",
        id: person,
        payload: {
          organization_id: portal.accounts.nord.organizationId,
          first_name: "Test",
          last_name: "Kvar",
          pin: { value: "4728", validity_period: "12_months", access_point_ids: world.doorIds },
        },
      },
    }),
  ],
])("a gate decides while a preview that %s is open, and does not wait for it", async (_what, save) => {
  const plate = await personWith(openId);
  const [person] = (
    await portal.admin.query<{ id: string }>("select end_user_id as id from credentials where plate_key = $1", [plate])
  ).rows;
  // The preview stops after it has written the credential, and keeps its locks until the holder releases it.
  await portal.admin.query(
    `create function public.stop_preview() returns trigger language plpgsql security definer set lock_timeout = 0
       as 'begin perform pg_advisory_xact_lock(4711); return null; end';
     create trigger stop_preview after update on credentials for each row when (old.enabled and not new.enabled) execute function public.stop_preview()`,
  );
  const holder = await portal.admin.connect();
  const stopped = async () =>
    (
      await portal.admin.query(
        "select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted and database = (select oid from pg_database where datname = current_database())",
      )
    ).rowCount;
  try {
    await holder.query("select pg_advisory_lock(4711)");
    const asked = callFunction(world.nord, "access-preview", save(person?.id ?? ""));
    await expect.poll(stopped).toBe(1);
    expect(await read(plate)).toMatchObject({ granted: true, reason: "valid_credential" });
    expect(await stopped()).toBe(1);
    await holder.query("select pg_advisory_unlock(4711)");
    expect(await asked).toMatchObject({ status: 200, body: { people: { lose: 1 } } });
  } finally {
    await holder.query("select pg_advisory_unlock_all()");
    holder.release();
    await portal.admin.query("drop function public.stop_preview() cascade");
  }
  expect(await read(plate)).toMatchObject({ granted: true });
});

test("a gate given directly is given always, whatever the hours of a group", async () => {
  const direct = await personWith(inThree);
  await portal.admin.query(
    "insert into controller_assignments (credential_id, controller_id) select id, $2 from credentials where plate_key = $1",
    [direct, world.gateId],
  );
  expect(await read(direct)).toMatchObject({ granted: true });
});

test("hours come after what else is wrong: a disabled plate and a membership that has not begun keep their reasons", async () => {
  const off = await personWith(openId);
  await portal.admin.query("update credentials set enabled = false where plate_key = $1", [off]);
  expect(await read(off)).toMatchObject({ reason: "disabled" });
  const early = await personWith(openId);
  await portal.admin.query("update access_group_members set valid_from = now() + interval '1 day'");
  expect(await read(early)).toMatchObject({ granted: false, reason: "not_yet_valid" });
});

/** Every path by which a reading reaches the decision. */
const WAYS: Readonly<Record<string, (plate: string) => Promise<{ granted: boolean; reason: string }>>> = {
  "the gate's webhook": read,
  "the webhook with the installation's account": async (plate) => read(plate, await webhookAccount(world.system)),
  "the webhook, many at once": async (plate) => {
    const others = ["NOB000", "NOB001", plate].map((one) => read(one));
    const [first, again] = await Promise.all([read(plate), read(plate), ...others]);
    expect(again.reason).toBe(first.reason);
    return first;
  },
  "a camera's push": (plate) => push(plate, {}),
  "a camera's push in parts": (plate) => push(plate, { multipart: true }),
  "a reading linked to the car": async (plate) => {
    const reading = `${plate}B`;
    await portal.admin.query(
      `insert into plate_aliases (controller_id, organization_id, credential_id, plate_number)
       select $1, organization_id, id, $3 from credentials where plate_key = $2`,
      [world.gateId, plate, reading],
    );
    return read(reading);
  },
};

async function push(plate: string, form: { multipart?: boolean }): Promise<{ granted: boolean; reason: string }> {
  const { answer: text } = await camera.camera.push(camera.camera.eventOf(plate, "new"), form);
  return pushAnswer.parse(JSON.parse(text));
}
const pushAnswer = answer.omit({ log_id: true });

/** The schedules of a plate's rights (null: always), and the reason of its reading. */
const RIGHTS: readonly [string, () => (string | null)[], string][] = [
  ["within its hours", () => [openId], "valid_credential"],
  ["outside its hours", () => [inThree], "outside_hours"],
  ["outside the hours of both groups", () => [inThree, inFive], "outside_hours"],
  ["within the hours of one group", () => [inThree, openId], "valid_credential"],
  ["outside the hours of one group, always by another", () => [inThree, null], "valid_credential"],
  ["without hours", () => [null], "valid_credential"],
];
const MATRIX = Object.keys(WAYS).flatMap((way) =>
  RIGHTS.map(([rights, of, reason]) => [way, rights, of, reason] as const),
);

test.each(MATRIX)("%s: a plate %s is judged by them", async (way, _rights, schedules, reason) => {
  const plate = await personWith(...schedules());
  const told = await WAYS[way]?.(plate);
  expect(told).toMatchObject({ granted: reason === "valid_credential", reason });
});

test("hours that are gone or cannot be read open no gate", async () => {
  const plate = await personWith(openId);
  const nobodyLooks = async (sql: string) =>
    portal.admin.query(`begin; set local session_replication_role = replica; ${sql}; commit`);
  await nobodyLooks("update access_group_rights set schedule_id = gen_random_uuid()");
  expect(await read(plate)).toMatchObject({ granted: false, reason: "outside_hours" });
  const other = await personWith(openId);
  const before = portal.axxon.openings.length;
  await portal.admin.query("revoke select on schedule_hours from portal_gate");
  const response = await postPlate(portal.url, { gateId: world.gateId, plate: other, account });
  expect(response.status).toBeGreaterThanOrEqual(500);
  await portal.admin.query(
    "grant select (schedule_id, weekday, from_minute, to_minute, every_weeks, anchor, valid_from, valid_until) on schedule_hours to portal_gate",
  );
  expect(portal.axxon.openings).toHaveLength(before);
  expect(await read(other)).toMatchObject({ granted: true });
});

test("a refusal is explained by the hours that begin first, and by the group", async () => {
  const plate = await personWith(inFive, inThree);
  const { log_id } = await read(plate);
  const { reasons, hours, groups, truths } = await explain(log_id);
  expect(reasons).toEqual([{ code: "outside_access_hours", since: null }]);
  expect(truths.desired).toEqual({ allowed: false, because: "outside_access_hours" });
  const at = opensIn(3);
  expect(hours).toMatchObject({ schedule: "Städ", opens_at: `${stockholmDay(at)}T${stockholmClock(at)}` });
  expect(groups).toEqual([`${plate} 0`, `${plate} 1`]);
});

test("hours that were saved since are named as they were, and the cause stays", async () => {
  const schedule = await saveSchedule("Sparas om", [hourFrom(3)]);
  const plate = await personWith(schedule);
  const { log_id } = await read(plate);
  const then = await explain(log_id);
  expect(then).toMatchObject({ hours: { schedule: "Sparas om" } });
  await saveSchedule("Sparas om", [{ from: 0, to: 1440 }], schedule);
  expect(await explain(log_id)).toMatchObject({ reasons: [{ code: "outside_access_hours" }], hours: then.hours });
});

test("hours that the group has lost since still explain, and another cause is named beside them", async () => {
  const plate = await personWith(inThree);
  const { log_id } = await read(plate);
  await portal.admin.query("update credentials set enabled = false where plate_key = $1", [plate]);
  const off = await read(plate);
  await portal.admin.query("update access_group_doors set schedule_id = null");
  expect(await explain(log_id)).toMatchObject({
    reasons: [{ code: "outside_access_hours" }],
    hours: { schedule: "Städ" },
  });
  expect((await explain(off.log_id)).reasons.map(({ code }) => code)).toEqual(["disabled", "outside_access_hours"]);
});

test("the schedule of a right is named to its organisation beside the right, the installation's too", async () => {
  const { id } = await call(world.system, "schedules", {
    action: "SAVE",
    organization_id: null,
    name: "Anläggningens",
    hours: [{ weekday: 1, from: 60, to: 120, anchor: "2026-01-01" }],
    calendars: [],
  });
  const plate = await personWith(inThree, String(id), null);
  const { data } = await world.nord
    .from("credentials")
    .select("access_rights(controller_id, schedules(name))")
    .eq("plate_key", plate)
    .eq("access_rights.controller_id", world.gateId)
    .single()
    .throwOnError();
  const names = z
    .object({ access_rights: z.array(z.object({ schedules: z.object({ name: z.string() }).nullable() })) })
    .parse(data)
    .access_rights.map(({ schedules }) => schedules?.name ?? "always");
  expect(names.toSorted((one, other) => one.localeCompare(other, "sv"))).toEqual(["always", "Anläggningens", "Städ"]);
});

test("another organisation is not told of the passage", async () => {
  const { log_id } = await read(await personWith(inThree));
  const { status } = await callFunction(await signedInClient(portal.url, portal.accounts.syd), "explain-passage", {
    source: "gate",
    id: log_id,
  });
  expect(status).toBe(404);
});
