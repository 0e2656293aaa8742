// The field kit's read-only questions as a call: who may ask, the answer, and its place beside the worker.
import type { SupabaseClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { examineController } from "#contract/functions/examine-controller.ts";
import { transcriptSchema } from "#drivers/axis/field-kit/transcript.ts";
import type { AxisSimulator } from "#simulators/axis/server.ts";
import { startAxxonSimulator } from "#simulators/axxon/server.ts";
import { audited, call } from "#tests/integration/doors/door-portal.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { eachWithNewController } from "./new-controller.ts";

const SECRETS = { first: "Ludmila", last: "Hemlig", pin: "738291", typed: "112233", door: "Porten hos Ludmila" };

let portal: TestPortal;
let system: SupabaseClient;
let nord: SupabaseClient;
let device: AxisSimulator;
let id: string;
let number: number;
eachWithNewController(
  "Undersökt",
  {
    doors: [{ name: SECRETS.door }, { name: "Entré" }],
    seed: { people: [{ firstName: SECRETS.first, lastName: SECRETS.last, pin: SECRETS.pin }] },
  },
  (made) => {
    ({ portal, system, nord, device, id, number } = made);
  },
);

const examine = (client = system, controller_id = id) => callFunction(client, "examine-controller", { controller_id });

/** Returns the people, rules and schedules that the unit holds. */
const held = ({ state }: AxisSimulator) =>
  JSON.stringify(
    [state.users, state.credentials, state.accessProfiles, state.schedules].map((one) => [...one.values()]),
  );

async function reply(client = system) {
  const answer = await examine(client);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return examineController.reply.parse(answer.body);
}

/** Stops the portal's own worker, and waits for its present run. */
async function pause(): Promise<void> {
  await call(system, "sync-control", { action: "PAUSE_ALL", reason: "Prov" });
  const leased = () =>
    portal.admin.query("select from controller_sync where controller_id = $1 and lease_owner is not null", [id]);
  await expect.poll(async () => (await leased()).rowCount).toBe(0);
}
const resume = () => call(system, "sync-control", { action: "RESUME_ALL" });

/** Holds the lease, as an endless run of another worker would. */
const leaseTo = (owner: string | null) =>
  portal.admin.query(
    `update controller_sync set lease_owner = $2, fence = fence + 1,
       lease_until = case when $2::text is null then '-infinity' else now() + interval '1 hour' end where controller_id = $1`,
    [id, owner],
  );

test("the verdict comes in the reader's language, worst first, with the transcript, and changes nothing", async () => {
  await pause();
  const before = held(device);
  device.punch(device.doorTokens[0] ?? "", SECRETS.typed);
  const examined = await reply();
  await resume();
  expect(held(device)).toBe(before);
  expect(examined.verdict.flatMap(({ sentences }) => sentences)).toContain("2 dörrar kan användas av portalen.");
  const order = ["fails", "differs", "unknown", "works"];
  const levels = examined.verdict.map(({ level }) => order.indexOf(level));
  expect(levels).toEqual(levels.toSorted((a, b) => a - b));
  expect(examined.left).toBe(false);
  expect(transcriptSchema.parse(examined.transcript)).toMatchObject({ stopped: null, trial: null, found: [] });

  const { data } = await system.auth.getSession();
  const english = await fetch(`${portal.url}/functions/v1/examine-controller`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept-language": "en",
      authorization: `Bearer ${data.session?.access_token}`,
    },
    body: JSON.stringify({ controller_id: id }),
  });
  expect(examineController.reply.parse(await english.json()).verdict).toContainEqual({
    level: "works",
    title: "Works",
    sentences: expect.arrayContaining(["2 doors can be used by the portal."]),
  });
});

test("the reply and the log have no name, PIN, password, address or serial of the unit", async () => {
  device.punch(device.doorTokens[0] ?? "", SECRETS.typed);
  const said = JSON.stringify(await reply()).toLowerCase();
  for (const secret of [...Object.values(SECRETS), "S3cret-pass", device.serial, "127.0.0.1"])
    expect(said).not.toContain(secret.toLowerCase());
  const { rows } = await portal.admin.query<{ row: string }>(
    "select audit::text as row from audit where action = 'controller_examined'",
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { row } of rows) for (const secret of Object.values(SECRETS)) expect(row).not.toContain(secret);
});

test("an org admin and an old sign-in are refused, and neither reaches the unit or the audit log", async () => {
  const before = await audited(portal, "controller_examined");
  expect(await examine(nord)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  const old = await signedInClient(portal.url, portal.accounts.system);
  await portal.admin.query(
    `update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp',
       extract(epoch from now() - interval '1 hour')::bigint))
     where id = (select id from auth.sessions where user_id = $1 order by created_at desc limit 1)`,
    [portal.accounts.system.userId],
  );
  expect(await examine(old)).toMatchObject({ status: 403, body: { code: "reauthentication_needed" } });
  expect(await audited(portal, "controller_examined")).toBe(before);
});

test("gates, and a controller that is gone, are refused", async () => {
  const axxon = await startAxxonSimulator();
  const { controller } = await call(system, "controller-manager", {
    action: "CREATE",
    payload: {
      name: `Grind ${number}`,
      device_type: "axxon_lpr",
      device_ip: axxon.host,
      device_port: axxon.port,
      username: "portal",
      password: "S3cret-pass",
      macro_id: "1",
    },
  });
  const { id: gate } = controller as { id: string };
  expect(await examine(system, gate)).toMatchObject({ status: 400, body: { reason: "not_examinable" } });
  await axxon.close();
  expect(await examine(system, crypto.randomUUID())).toMatchObject({
    status: 404,
    body: { code: "controller_not_found" },
  });
});

test("a unit that is away, has another password or is none of Axis' is an error with its cause", async () => {
  await pause();
  await device.faults.offline();
  expect(await examine()).toMatchObject({ status: 504, body: { code: "device_unreachable" } });
  await device.faults.online();
  device.faults.add({ kind: "html", status: 200 }, { anyCall: true });
  expect(await examine()).toMatchObject({ status: 502, body: { code: "device_nonsense" } });
  device.faults.clear();
  await call(system, "controller-manager", { action: "UPDATE", id, payload: { password: "another" } });
  expect(await examine()).toMatchObject({ status: 502, body: { code: "device_auth_failed" } });
  await resume();
  // Each call was a person's request, so the audit log has each.
  const { rows } = await portal.admin.query(
    "select count(*)::int as n from audit where action = 'controller_examined' and subject_id = $1",
    [id],
  );
  expect(rows).toEqual([{ n: 3 }]);
});

test("a unit whose answers the driver does not take gets a verdict with its transcript", async () => {
  device.faults.add({ kind: "garbage" }, { on: "pacsaxis:GetAccessControllerList" });
  const examined = await reply();
  expect(examined.verdict[0]).toMatchObject({ level: "fails", sentences: [expect.stringContaining("nonsense_reply")] });
  expect(transcriptSchema.parse(examined.transcript).calls.length).toBeGreaterThan(0);
});

test("it waits for the worker that has the controller, and asks nothing until then", async () => {
  await pause();
  await leaseTo("somebody else");
  const before = device.requests.total();
  const asked = await audited(portal, "controller_examined");
  const waiting = examine();
  await expect.poll(() => audited(portal, "controller_examined")).toBe(asked + 1);
  expect(device.requests.total()).toBe(before);
  await leaseTo(null);
  expect(await waiting).toMatchObject({ status: 200 });
  await resume();
});

test("two at once take turns: the unit never hears one before the other has ended", async () => {
  await pause();
  const other = await signedInClient(portal.url, portal.accounts.system);
  device.requests.clear();
  const both = await Promise.all([examine(), examine(other)]);
  await resume();
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const asked = device.requests.recent().map(({ operation }) => operation);
  expect(asked.length).toBeGreaterThan(60);
  expect(asked.slice(asked.length / 2)).toEqual(asked.slice(0, asked.length / 2));
});

test("the reply names what an interrupted trial left", async () => {
  const token = "wp-test-user";
  device.state.users.set(token, { ...[...device.state.users.values()][0], token } as never);
  const examined = await reply();
  expect(examined.left).toBe(true);
  expect(examined.verdict[0]?.sentences.join()).toContain(token);
});
