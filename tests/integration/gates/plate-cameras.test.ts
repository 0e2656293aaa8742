// A camera that pushes what it reads: every read logged once, opened once, never late.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import { platePushReply } from "#contract/functions/plate-push.ts";
import { PUSH_MAX_BYTES } from "#contract/limits.ts";
import { relayPreset } from "#contract/relay-presets.ts";
import { batchedGateTables } from "#server/gates/gate-batches.ts";
import { logPushedReads } from "#server/gates/pushed-read.store.ts";
import { type LpvSimulator, startLpvSimulator } from "#simulators/axis-lpv/server.ts";
import { seededRandom } from "#simulators/network/random.ts";
import { startRelaySimulator } from "#simulators/relay/server.ts";
import { startAnotherServer, startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { addCameraGate, cameraConnection, pushUrl } from "#tests/support/camera-gate.ts";
import { callFunction } from "#tests/support/client.ts";
import { basicAuth, type WebhookAccount, webhookAccount } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";
import { UNDER_WAY } from "#tests/support/under-way.ts";

let portal: TestPortal;
let world: MainWorld;
let device: LpvSimulator;
let id: string;
let account: WebhookAccount;
let plates = 0;

const ask = (body: object) => callFunction(world.system, "axxon-proxy", body);
const connection = () => cameraConnection(device);

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  device = await startLpvSimulator();
  ({ id, account } = await addCameraGate(portal, world.system, { name: "Infart med kamera", device }));
});
afterAll(async () => {
  await device.close();
  await portal.close();
});
beforeEach(async () => {
  await stepUpAgain(portal.admin);
  await expect.poll(async () => (await portal.admin.query(UNDER_WAY)).rowCount).toBe(0);
  device.faults.clear();
  device.faults.clockSkew(0);
  device.camera.buffered.length = 0;
  device.camera.loseAnswers = 0;
  device.camera.setWebhook({ url: pushUrl(portal, id), ...account });
});

async function personWithPlate(gate = id): Promise<string> {
  plates += 1;
  const plate = `MLA${String(plates).padStart(2, "0")}U`;
  const saved = await callFunction(world.nord, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: portal.accounts.nord.organizationId,
      first_name: "Test",
      last_name: `Kamera ${plates}`,
      vehicle: { plate_number: plate, vehicle_type: "Personbil", validity_period: "12_months", controller_ids: [gate] },
    },
  });
  expect(saved.status).toBe(200);
  return plate;
}

interface Logged {
  id: string;
  access_granted: boolean;
  access_reason: string;
  opened: boolean;
  macro_executed: boolean | null;
  detected_at: Date;
}

const logged = async (plate: string): Promise<Logged[]> =>
  (
    await portal.admin.query<Logged>(
      "select id, access_granted, access_reason, opened, macro_executed, detected_at from access_logs where plate_number = $1",
      [plate],
    )
  ).rows;
const logRows = async () => Number((await portal.admin.query("select count(*) as n from access_logs")).rows[0]?.n);
const answer = ({ answer: text }: { answer: string }) => platePushReply.parse(JSON.parse(text));

test.each([false, true])(
  "new, update and lost of one car are one read and one pulse (multipart: %s)",
  async (multipart) => {
    const before = device.pulses.length;
    const plate = await personWithPlate();
    const { camera } = device;
    const seen = camera.eventOf(plate, "new");
    const states = ["new", "update", "lost"] as const;
    const records = [];
    for (const carState of states) records.push(await camera.push({ ...seen, carState }, { multipart }));
    expect(records.map(answer)).toMatchObject([{ granted: true }, { repeated: true }, { repeated: true }]);
    await expect.poll(async () => (await logged(plate))[0]?.macro_executed).toBe(true);
    expect(await logged(plate)).toHaveLength(1);
    expect(device.pulses).toHaveLength(before + 1);
  },
);

test("a car that is only seen leaving is neither logged nor let in", async () => {
  const plate = await personWithPlate();
  expect(answer(await device.camera.push(device.camera.eventOf(plate, "lost")))).toEqual({ repeated: true });
  expect(await logged(plate)).toHaveLength(0);
});

test("an update that corrects the plate is decided anew", async () => {
  const plate = await personWithPlate();
  const seen = device.camera.eventOf("MLB0", "new");
  expect(answer(await device.camera.push(seen))).toMatchObject({ granted: false, reason: "no_match" });
  const corrected = await device.camera.push({ ...seen, carState: "update", plateText: plate });
  expect(answer(corrected)).toMatchObject({ granted: true });
});

test("equal pushes at once are logged once and open once", async () => {
  const before = device.pulses.length;
  const plate = await personWithPlate();
  const seen = device.camera.eventOf(plate, "new");
  const records = await Promise.all(Array.from({ length: 20 }, () => device.camera.push(seen)));
  expect(records.map(answer).filter((one) => "granted" in one)).toHaveLength(1);
  await expect.poll(() => device.pulses.length).toBe(before + 1);
  expect(await logged(plate)).toHaveLength(1);
});

test("an organisation reads the passages of its cars, let in or not, however many pushes come at once", async () => {
  const [alone, off, ...together] = await Promise.all(Array.from({ length: 6 }, () => personWithPlate()));
  await portal.admin.query("update credentials set enabled = false where plate_key = $1", [off]);
  for (const plate of [alone, off]) await device.camera.push(device.camera.eventOf(plate ?? "", "new"));
  await Promise.all(together.map((plate) => device.camera.push(device.camera.eventOf(plate, "new"))));
  const ofNord = world.nord
    .from("access_logs")
    .select("plate_number")
    .in("plate_number", [alone, off, ...together]);
  expect(new Set((await ofNord).data?.map((row) => row.plate_number))).toEqual(new Set([alone, off, ...together]));
});

test("pushes of one statement are logged each in its place, and those of one car once", async () => {
  const { gateBatches: quick, gate: waiting } = portal.server.deps.pools;
  const tables = batchedGateTables({ quick, waiting });
  const read = (carId: string, late = false) => ({
    id: randomUUID(),
    plateText: "ZZZ999",
    plate: "ZZZ999",
    gateId: id,
    granted: false,
    reason: "no_match" as const,
    credentialId: null,
    carId,
    capturedAt: new Date(),
    late,
  });
  const reads = ["one", "two", "three"].map((carId) => read(carId));
  expect((await Promise.all(reads.map((one) => tables.push(one)))).map((one) => one?.id)).toEqual(
    reads.map((one) => one.id),
  );
  const [known, ...equal] = await Promise.all([read("one"), read("four"), read("four")].map((one) => tables.push(one)));
  expect(known).toBeNull();
  expect(equal.filter((one) => one !== null)).toHaveLength(1);
  // In both statements the note of a late read suppresses other late reads, but no read in time.
  const push = (...some: ReturnType<typeof read>[]) => logPushedReads(quick, some);
  const late = (carId: string) => read(carId, true);
  const isNew = (rows: readonly unknown[]) => rows.map((row) => row !== null);
  expect(isNew(await push(late("five"), late("six")))).toEqual([true, true]);
  expect(isNew(await push(late("five"), late("six")))).toEqual([false, false]);
  expect(isNew(await push(read("five"), late("six")))).toEqual([true, false]);
  expect(isNew([...(await push(read("six"))), ...(await push(read("six"), read("five")))])).toEqual([
    true,
    false,
    false,
  ]);
  expect(isNew(await push(late("five"), late("six")))).toEqual([false, false]);
  // A car waits; several late reads and one in time arrive at once.
  await push(late("seven"));
  const standing = [late("seven"), late("seven"), read("seven")].map((one) => tables.push(one));
  expect(isNew(await Promise.all(standing))).toEqual([false, false, true]);
});

test("a push whose answer was lost is sent again, and neither logged nor opened again", async () => {
  const before = device.pulses.length;
  const plate = await personWithPlate();
  device.camera.loseAnswers = 2;
  await device.camera.push(device.camera.eventOf(plate, "new"));
  await device.camera.sendBuffered();
  await device.camera.sendBuffered();
  expect(device.camera.buffered).toHaveLength(0);
  await expect.poll(async () => (await logged(plate)).map((row) => row.macro_executed)).toEqual([true]);
  expect(device.pulses).toHaveLength(before + 1);
});

test("reads buffered during an outage are logged once with their own time, and open nothing", async () => {
  const before = device.pulses.length;
  const plate = await personWithPlate();
  const at = Date.now() - 3_600_000;
  const seen = device.camera.eventOf(plate, "new", { capture_timestamp: String(at) });
  for (const carState of ["new", "update", "new"] as const) await device.camera.push({ ...seen, carState });
  const rows = await logged(plate);
  expect(rows).toMatchObject([{ access_granted: false, access_reason: "read_too_late", opened: false }]);
  expect(rows[0]?.detected_at.getTime()).toBe(at);
  expect(device.pulses).toHaveLength(before);
});

test("a first push that came too late does not keep the gate shut for the car's next one", async () => {
  const before = device.pulses.length;
  const plate = await personWithPlate();
  const at = Date.now() - 8_000;
  const late = device.camera.eventOf(plate, "new", { capture_timestamp: String(at) });
  const update = (ms: number) => ({ ...late, carState: "update" as const, capture_timestamp: String(ms) });
  const inTime = () => update(Date.now());
  const pushes = [late, late, update(at + 1_000), inTime, inTime, late, update(at + 2_000)];
  const answers = [];
  for (const event of pushes)
    answers.push(answer(await device.camera.push(typeof event === "function" ? event() : event)));
  const repeated = { repeated: true };
  const tooLate = { granted: false, reason: "read_too_late" };
  expect(answers).toMatchObject([tooLate, repeated, repeated, { granted: true }, repeated, repeated, repeated]);
  await expect.poll(async () => (await logged(plate)).find((row) => row.opened)?.macro_executed).toBe(true);
  const rows = (await logged(plate)).toSorted((one, other) => Number(one.detected_at) - Number(other.detected_at));
  expect(rows).toMatchObject([
    { access_reason: "read_too_late", opened: false },
    { access_reason: "valid_credential", opened: true },
  ]);
  expect(rows[0]?.detected_at.getTime()).toBe(at);
  expect(device.pulses).toHaveLength(before + 1);
});

test("the same car number after a restart of the camera is another car", async () => {
  const plate = await personWithPlate();
  const old = device.camera.eventOf(plate, "new", { capture_timestamp: String(Date.now() - 3_600_000) });
  await device.camera.push(old);
  expect(answer(await device.camera.push({ ...old, capture_timestamp: String(Date.now()) }))).toMatchObject({
    granted: true,
  });
  await device.camera.push(old);
  expect(await logged(plate)).toHaveLength(2);
});

test.each([-60_000, 60_000])("a camera whose clock is %s ms off opens nothing, and the test says so", async (ms) => {
  const before = device.pulses.length;
  const plate = await personWithPlate();
  device.faults.clockSkew(ms);
  const record = await device.camera.push(device.camera.eventOf(plate, "new"));
  expect(answer(record)).toMatchObject({ granted: false, reason: "read_too_late" });
  expect(device.pulses).toHaveLength(before);
  expect(await ask({ action: "TEST_CONNECTION", controller_id: id })).toMatchObject({
    body: { warnings: ["camera_clock_wrong", "plain_http"] },
  });
});

test("pushes show a camera's wrong clock, and a camera that sends only old reads says nothing", async () => {
  const skew = async () =>
    Number((await portal.admin.query("select push_skew_ms as ms from controllers where id = $1", [id])).rows[0]?.ms);
  const push = (ageMs: number, at = Date.now()) =>
    device.camera.push(device.camera.eventOf("MLB77X", "new", { capture_timestamp: String(at - ageMs) }));
  await push(0);
  await expect.poll(async () => Math.abs(await skew())).toBeLessThan(4_000);
  // All reads arrive at once after an outage; later reads are younger.
  for (let car = 1; car <= 8; car += 1) await push(3_600_000 - car * 60_000);
  expect(Math.abs(await skew())).toBeLessThan(4_000);
  await push(-60_000);
  await expect.poll(skew).toBeGreaterThan(50_000);
  await push(0);
  await expect.poll(async () => Math.abs(await skew())).toBeLessThan(4_000);
});

test("a wrong secret, another gate's address and a type that pushes nothing open nothing", async () => {
  const plate = await personWithPlate();
  const seen = device.camera.eventOf(plate, "new");
  const before = [device.pulses.length, await logRows()];
  device.camera.setWebhook({ url: pushUrl(portal, id), ...account, password: "wrong" });
  expect((await device.camera.push(seen)).status).toBe(401);
  device.camera.setWebhook({ url: pushUrl(portal, id).replace("axis_lpv", "axxon_lpr"), ...account });
  expect((await device.camera.push(seen)).status).toBe(404);
  expect([device.pulses.length, await logRows()]).toEqual(before);
  // The test uses this camera's account at another camera's gate.
  device.camera.setWebhook({ url: pushUrl(portal, world.gateId), ...account });
  expect(answer(await device.camera.push(seen))).toMatchObject({ granted: false, reason: "gate_not_found" });
  expect(device.pulses).toHaveLength(before[0] ?? 0);
});

test("a body that is no event is refused by name, and nothing is logged", async () => {
  const seen = device.camera.eventOf(await personWithPlate(), "new");
  const before = [device.pulses.length, await logRows()];
  const { capture_timestamp: _at, ...timeless } = seen;
  const bodies = [
    { type: "text/xml", body: "<event><plateText>MLA01U</plateText></event>" },
    { type: "image/jpeg", body: "<html><script>alert(1)</script></html>" },
    { type: "application/json", body: JSON.stringify(timeless) },
    { type: "application/json", body: JSON.stringify({ ...seen, capture_timestamp: "nyss" }) },
    { type: "application/json", body: JSON.stringify({ ...seen, plateText: "A".repeat(1000) }) },
    { type: "application/json", body: `${"[".repeat(20_000)}` },
    {
      type: "application/json",
      body: JSON.stringify({ ...Object.fromEntries(Array<number>(9_000).fill(0).entries()), ...seen }),
    },
    { type: "multipart/form-data; boundary=x", body: `--x\r\n\r\n${JSON.stringify(seen)}\r\n--x--` },
    { type: "application/json", body: "" },
  ];
  for (const raw of bodies) {
    const record = await device.camera.push(seen, { raw });
    expect(record.status, raw.type).toBe(400);
    expect(JSON.parse(record.answer)).toMatchObject({ code: "invalid_body" });
  }
  expect([device.pulses.length, await logRows()]).toEqual(before);
});

test("images are not read: HTML in one changes nothing, and one above the limit is refused by name", async () => {
  const plate = await personWithPlate();
  const html = Buffer.from("<html><script>alert(1)</script></html>");
  const seen = device.camera.eventOf(plate, "new");
  expect(answer(await device.camera.push(seen, { multipart: true, image: html }))).toMatchObject({ granted: true });
  const other = device.camera.eventOf(await personWithPlate(), "new");
  const large = await device.camera.push(other, { multipart: true, image: Buffer.alloc(PUSH_MAX_BYTES) });
  expect([large.status, large.error]).toEqual([413, null]);
  expect(JSON.parse(large.answer)).toMatchObject({ code: "too_large" });
  expect(await logged(other.plateText)).toHaveLength(0);
});

test("the connection test of a form and of a saved camera opens nothing, and names what is wrong", async () => {
  const before = device.pulses.length;
  const form = { action: "TEST_CONNECTION", device_type: "axis_lpv", ...connection() };
  expect(await ask(form)).toMatchObject({ status: 200, body: { warnings: ["plain_http"] } });
  expect(await ask({ ...form, macro_id: "utgång" })).toMatchObject({
    body: { warnings: ["macro_missing", "plain_http"] },
  });
  expect(await ask({ ...form, password: "wrong" })).toMatchObject({ body: { code: "device_auth_failed" } });
  expect(device.pulses).toHaveLength(before);
});

test("a camera may push for a relay's gate: one pulse of the relay, and only with that gate's account", async () => {
  const relay = await startRelaySimulator({ brand: "2n" });
  const payload = { name: "Grind vid porttelefonen", device_type: "http_relay", relay_request: relayPreset("2n") };
  const made = await callFunction(world.system, "controller-manager", {
    action: "CREATE",
    payload: { ...payload, ...cameraConnection(relay) },
  });
  const gate = controllerManager.CREATE.reply.parse(made.body).controller.id;
  await world.system
    .from("organization_controllers")
    .insert({ organization_id: portal.accounts.nord.organizationId, controller_id: gate })
    .throwOnError();
  const ofRelay = await webhookAccount(world.system, gate);
  const plate = await personWithPlate(gate);
  const seen = device.camera.eventOf(plate, "new");
  const before = device.pulses.length;
  device.camera.setWebhook({ url: pushUrl(portal, gate), ...account });
  expect(answer(await device.camera.push(seen))).toMatchObject({ granted: false, reason: "gate_not_found" });
  device.camera.setWebhook({ url: pushUrl(portal, gate), ...ofRelay });
  for (const carState of ["new", "update"] as const) await device.camera.push({ ...seen, carState });
  await expect.poll(async () => (await logged(plate)).find((row) => row.opened)?.macro_executed).toBe(true);
  expect([relay.pulses.length, device.pulses.length]).toEqual([1, before]);
  // A push shows that the camera lives, but says nothing of the relay.
  const { rows } = await portal.admin.query("select pushed_at from controllers where id = $1", [gate]);
  expect(rows).toEqual([{ pushed_at: null }]);
  await relay.close();
});

test("a camera whose certificate has changed gets no password: logged and not opened until it is accepted", async () => {
  const secure = await startLpvSimulator({ https: true });
  const of = { ...secure, host: `https://${secure.host}`, port: secure.port, camera: secure.camera };
  const gate = await addCameraGate(portal, world.system, { name: "Infart med https", device: of });
  const test = () => ask({ action: "TEST_CONNECTION", controller_id: gate.id });
  expect(await test()).toMatchObject({ status: 200 });
  const pass = async () => {
    const plate = await personWithPlate(gate.id);
    expect(answer(await secure.camera.push(secure.camera.eventOf(plate, "new")))).toMatchObject({ granted: true });
    await expect.poll(async () => (await logged(plate))[0]?.macro_executed).not.toBeNull();
    return (await logged(plate))[0]?.macro_executed;
  };
  expect(await pass()).toBe(true);
  secure.faults.changeCertificate();
  const calls = secure.requests.total();
  expect(await pass()).toBe(false);
  expect([secure.pulses.length, secure.requests.total()]).toEqual([1, calls]);
  const changed = await test();
  expect(changed).toMatchObject({ body: { code: "device_certificate_changed" } });
  const trusted = await callFunction(world.system, "controller-manager", {
    action: "TRUST_CERTIFICATE",
    id: gate.id,
    fingerprint: secure.certSha256,
  });
  expect(trusted.status).toBe(200);
  expect(await pass()).toBe(true);
  expect(secure.pulses).toHaveLength(2);
  await secure.close();
});

interface State {
  state: string;
  last_error: string | null;
  last_contact: string | null;
}
const shown = async (): Promise<State> => {
  const { data } = await world.system.rpc("controller_states", {});
  return (data as (State & { controller_id: string })[]).find((one) => one.controller_id === id) as State;
};
const pretend = (sql: string) => portal.admin.query(`update controllers set ${sql} where id = $1`, [id]);

test("a push and a heartbeat are contact, a wrong password and another's account are not", async () => {
  const beat = { raw: { type: "application/json", body: '{"system":{"timestamp":"2026-11-24T10:00:00.000Z"}}' } };
  const fresh = await startLpvSimulator();
  const quiet = await addCameraGate(portal, world.system, { name: "Utfart med kamera", device: fresh });
  const contact = async () =>
    (await portal.admin.query("select last_sync, pushed_at from controllers where id = $1", [quiet.id])).rows[0];
  const seen = fresh.camera.eventOf("MLB00X", "new");
  const before = await logRows();
  await fresh.camera.push(seen, { ...beat, webhook: { url: quiet.url, ...quiet.account, password: "wrong" } });
  await fresh.camera.push(seen, { ...beat, webhook: { url: quiet.url, ...account } });
  expect(await contact()).toMatchObject({ pushed_at: null });
  const record = await fresh.camera.push(seen, beat);
  expect([record.status, answer(record)]).toEqual([200, { received: true }]);
  await expect.poll(async () => (await contact()).pushed_at).not.toBeNull();
  expect((await contact()).last_sync).toEqual((await contact()).pushed_at);
  expect(await logRows()).toBe(before);
  await fresh.close();
});

test("a camera that pushes is not shown as away, and one whose heartbeat has ended is not shown as well", async () => {
  await pretend("pushed_at = now() - interval '2 hours', heartbeat_from = null");
  // An opening an hour ago got no answer, and the camera has sent nothing since.
  await portal.admin.query(
    `insert into access_logs (detected_at, plate_number, controller_id, access_granted, access_reason, opened)
     values (now() - interval '1 hour', 'MLB00Y', $1, true, 'valid_credential', true)`,
    [id],
  );
  await portal.admin.query(
    "delete from access_logs where controller_id = $1 and detected_at > now() - interval '59 minutes'",
    [id],
  );
  expect(await shown()).toMatchObject({ state: "offline", last_error: "timeout" });
  await pretend("pushed_at = now() - interval '20 minutes'");
  expect(await shown()).toMatchObject({ state: "online", last_error: null });
  await pretend("heartbeat_from = now() - interval '1 day'");
  expect(await shown()).toMatchObject({ state: "offline", last_error: "silent" });
  await pretend("pushed_at = now() - interval '15 minutes'");
  expect(await shown()).toMatchObject({ state: "online", last_error: null });
  await portal.admin.query("delete from access_logs where plate_number = 'MLB00Y'");
  await pretend("heartbeat_from = null");
});

/** Counts the openings by outcome since the server started. */
async function openings(): Promise<{ all: number; executed: number; unknown: number }> {
  const text = await (await fetch(`${portal.url}/metrics`)).text();
  const counts = [...text.matchAll(/^portal_gate_openings_total\{outcome="(\w+)"\} (\d+)$/gm)];
  const of = (outcome: RegExp) =>
    counts.reduce((sum, [, name = "", n]) => sum + (outcome.test(name) ? Number(n) : 0), 0);
  return { all: of(/^/), executed: of(/^executed$/), unknown: of(/^(?:unknown|error)$/) };
}

test("a storm of repeated, buffered, lost and foreign pushes: each logged once, none opened late or twice", async () => {
  const CARS = 30;
  const random = seededRandom(14);
  const chance = (share: number) => random() < share;
  const before = { pulses: device.pulses.length, rows: await logRows(), ...(await openings()) };
  const cars = await Promise.all(Array.from({ length: CARS }, personWithPlate));
  let fresh = 0;
  const events = cars.map((plate) => {
    const isFresh = chance(0.5);
    if (isFresh) fresh += 1;
    const at = Date.now() - (isFresh ? 0 : 120_000);
    return { plate, isFresh, at };
  });
  const pushAll = async ({ plate, isFresh, at }: (typeof events)[number]) => {
    const seen = device.camera.eventOf(plate, "new", { capture_timestamp: String(isFresh ? Date.now() : at) });
    for (let turn = 0; turn < 6; turn += 1) {
      const carState = turn === 0 || chance(0.3) ? "new" : chance(0.7) ? "update" : "lost";
      if (chance(0.3)) device.camera.loseAnswers += 1;
      await device.camera.push({ ...seen, carState }, { multipart: chance(0.5) });
    }
  };
  await Promise.all(events.map(pushAll));
  device.camera.setWebhook({ url: pushUrl(portal, id), ...account, password: "wrong" });
  await device.camera.push(device.camera.eventOf(cars[0] ?? "", "new"));
  device.camera.setWebhook({ url: pushUrl(portal, id), ...account });
  device.camera.loseAnswers = 0;
  device.camera.buffered.splice(-1);
  await device.camera.sendBuffered();
  const { rows } = await portal.admin.query(
    "select plate_number, count(*)::int as n, bool_or(opened) as opened from access_logs where plate_number = any ($1) group by 1",
    [cars],
  );
  expect(rows).toHaveLength(CARS);
  expect(rows.every(({ n }) => n === 1)).toBe(true);
  expect(await logRows()).toBe(before.rows + CARS);
  for (const { plate, isFresh } of events)
    expect(rows.find((row) => row.plate_number === plate)?.opened, plate).toBe(isFresh);
  // On a slow machine some reads are too old when their turn comes, and do not open the gate.
  await expect.poll(async () => (await openings()).all).toBe(before.all + fresh);
  const { executed, unknown } = await openings();
  const pulses = device.pulses.length - before.pulses;
  expect(pulses).toBeGreaterThanOrEqual(executed - before.executed);
  expect(pulses).toBeLessThanOrEqual(executed - before.executed + unknown - before.unknown);
});

test("a camera whose settings were copied from another opens nothing at the other's gate, and hears why", async () => {
  const place = { device_ip: "192.0.2.41", device_port: 80, username: "portal", password: "S3cret-pass" };
  const added = await callFunction(world.system, "controller-manager", {
    action: "CREATE",
    payload: { name: "Utfart med kopierad kamera", device_type: "axis_lpv", macro_id: "1", ...place },
  });
  expect(added.status).toBe(200);
  const another = await startAnotherServer(portal);
  try {
    const plate = await personWithPlate();
    const pushFrom = async (address: string, carID: string, login = account) => {
      const response = await fetch(pushUrl(portal, id).replace(portal.url, another.url), {
        method: "POST",
        headers: { authorization: basicAuth(login), "content-type": "application/json", "x-forwarded-for": address },
        body: JSON.stringify({ plateText: plate, carID, carState: "new", capture_timestamp: String(Date.now()) }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const before = device.pulses.length;
    const rows = async () =>
      (await portal.admin.query("select from access_logs where plate_number = $1", [plate])).rowCount;
    for (const address of ["192.0.2.41", "::ffff:192.0.2.41"])
      expect(await pushFrom(address, "1")).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining("en annan kamera") },
      });
    // The alert's row stores the camera and the owner of its account.
    const names = `select c.name, a.name as account_of from private.copied_cameras p
      join controllers c on c.id = p.controller_id join controllers a on a.id = p.account_of_id`;
    await expect
      .poll(async () => (await portal.admin.query(names)).rows)
      .toEqual([{ name: "Utfart med kopierad kamera", account_of: "Infart med kamera" }]);
    // Without the right account the answer says nothing of addresses.
    expect((await pushFrom("192.0.2.41", "1", { username: "lpr", password: "x" })).status).toBe(401);
    expect([await rows(), device.pulses.length - before]).toEqual([0, 0]);
    // The gate's own camera, and an address that belongs to no camera: a router in between, or an untrusted proxy.
    expect(await pushFrom("127.0.0.1", "1")).toMatchObject({ status: 200, body: { granted: true } });
    expect(await pushFrom("192.0.2.77", "2")).toMatchObject({ status: 200 });
    await expect.poll(() => device.pulses.length - before).toBe(1);
    // A camera that is known by a name may call from behind the other's router.
    await portal.admin.query(
      "update controllers set device_ip = replace(device_ip, '127.0.0.1', 'localhost') where id = $1",
      [id],
    );
    expect(await pushFrom("192.0.2.41", "3")).toMatchObject({ status: 200 });
  } finally {
    await portal.admin.query(
      "update controllers set device_ip = replace(device_ip, 'localhost', '127.0.0.1') where id = $1",
      [id],
    );
    await another.close();
  }
});
