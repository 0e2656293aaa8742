// The installation-wide secret that any gate's call may use: replaced, switched off, audited, shown on Operations.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { operationsStatus } from "#contract/functions/operations-status.ts";
import { ensureInstallationWebhook } from "#server/gates/installation-webhook.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { postPlate, type WebhookAccount, webhookAccount } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

let portal: TestPortal;
let world: MainWorld;
let credentials: WebhookAccount;
beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  credentials = (await read()).data;
});
afterAll(() => portal.close());
beforeEach(() => steppedUp(0));

const shownCredentials = z.object({
  username: z.string(),
  password: z.string(),
  enabled: z.boolean(),
  overlap: z
    .object({ until: z.string(), old_used_at: z.string().nullable(), new_used_at: z.string().nullable() })
    .nullish(),
});
const read = async () => {
  const { data, error } = await world.system.functions.invoke("get-webhook-credentials", { method: "GET" });
  if (error) throw error;
  return { data: shownCredentials.parse(data) };
};
const manage = (body: object, client = world.system) => callFunction(client, "controller-manager", body);
const rotate = async (overlap_hours?: number) => {
  const answer = await manage({
    action: "ROTATE_INSTALLATION_WEBHOOK",
    ...(overlap_hours === undefined ? {} : { overlap_hours }),
  });
  expect(answer.status).toBe(200);
  credentials = z.object({ username: z.string(), password: z.string() }).parse(answer.body);
};
const ask = async (password: string, { user = credentials.username, gate = world.gateId } = {}) =>
  (await postPlate(portal.url, { gateId: gate, plate: "ABC123", account: { username: user, password } })).status;
const onDrift = async () => {
  const { data, error } = await world.system.functions.invoke("operations-status", { method: "GET" });
  if (error) throw error;
  return operationsStatus.reply.parse(data).installation_webhook;
};
const steppedUp = (secondsAgo: number) =>
  portal.admin.query(
    `update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password',
       'timestamp', floor(extract(epoch from clock_timestamp()))::bigint - $1::int))`,
    [secondsAgo],
  );
const actions = async (action: string) =>
  (
    await portal.admin.query<{ actor: string | null; subject_id: string | null; subject_name: string; text: string }>(
      "select actor, subject_id, subject_name, a::text as text from audit a where action = $1 order by at, id",
      [action],
    )
  ).rows;

test("is not derived from the installation's key, and is the same at every server of it", async () => {
  expect(credentials.username).toBe("portal-webhook");
  expect(credentials.password).not.toBe(portal.server.deps.keys.derive("webhook/installation"));
  await ensureInstallationWebhook(portal.server.deps.pools.engine, portal.server.deps.keys);
  expect((await read()).data).toMatchObject(credentials);
  expect(await ask(portal.server.deps.keys.derive("webhook/installation"))).toBe(401);
});

test("begins with the password that gates were given before it had a row", async () => {
  const { engine } = portal.server.deps.pools;
  const kept = await portal.admin.query("select * from installation_webhook");
  await portal.admin.query("delete from installation_webhook");
  await ensureInstallationWebhook(engine, portal.server.deps.keys);
  expect((await read()).data.password).toBe(portal.server.deps.keys.derive("webhook/installation"));
  expect(await ask(portal.server.deps.keys.derive("webhook/installation"))).toBe(200);
  await portal.admin.query("delete from installation_webhook");
  const { id, webhook_user, webhook_hash, webhook_secret } = kept.rows[0];
  await portal.admin.query(
    "insert into installation_webhook (id, webhook_user, webhook_hash, webhook_secret) values ($1, $2, $3, $4)",
    [id, webhook_user, webhook_hash, webhook_secret],
  );
  expect(await ask(credentials.password)).toBe(200);
});

describe("its use", () => {
  // Covers: admin.11
  test("is audited once a day and gate, by nobody's name, and stands on Operations", async () => {
    // One statement, because the server notes an earlier call after its answer.
    const { rows } = await portal.admin.query<{ before: number }>(
      `with forgotten as (delete from installation_webhook_uses)
       select count(*)::int as before from audit where action = 'installation_webhook_used'`,
    );
    const before = rows[0]?.before ?? 0;
    for (let n = 0; n < 5; n++) expect(await ask(credentials.password)).toBe(200);
    await portal.admin.query("select private.record_installation_webhook($1, false)", [world.gateId]);
    await portal.admin.query("select private.record_installation_webhook($1, false)", [world.gateId]);
    const reported = (await actions("installation_webhook_used")).slice(before);
    expect(reported).toMatchObject([{ actor: null, subject_id: world.gateId, subject_name: "Infart Norr" }]);
    expect((await onDrift()).gates).toMatchObject([{ id: world.gateId, name: "Infart Norr", password: "new" }]);
    await portal.admin.query("update installation_webhook_uses set audited_at = audited_at - interval '25 hours'");
    await portal.admin.query("select private.record_installation_webhook($1, false)", [world.gateId]);
    expect((await actions("installation_webhook_used")).length).toBe(before + 2);
  });

  test("is noted by the server itself", async () => {
    await rotate(0);
    await portal.admin.query("delete from installation_webhook_uses");
    expect(await ask(credentials.password)).toBe(200);
    await expect.poll(async () => (await onDrift()).gates.map(({ id }) => id)).toEqual([world.gateId]);
  });

  test("by a wrong password, or a gate that is none, is no use", async () => {
    await rotate(0);
    await portal.admin.query("delete from installation_webhook_uses");
    expect(await ask("gissning")).toBe(401);
    expect(await ask(credentials.password, { gate: "00000000-0000-4000-8000-00000000dead" })).toBe(200);
    expect(await ask(credentials.password, { user: "någon annan" })).toBe(401);
    expect((await onDrift()).gates).toEqual([]);
  });
});

describe("a rotation", () => {
  // Covers: admin.11
  test("lets the old one in beside the new one for as long as asked, and says which gate brings which", async () => {
    const old = credentials.password;
    await rotate();
    expect(credentials.password).not.toBe(old);
    expect([await ask(old), await ask(credentials.password), await ask("gissning")]).toEqual([200, 200, 401]);
    await expect.poll(async () => (await read()).data.overlap?.new_used_at ?? null).not.toBeNull();
    const { data } = await read();
    expect(data).toMatchObject(credentials);
    expect(Date.parse(data.overlap?.until ?? "") - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect((await onDrift()).previous_until).toBe(data.overlap?.until);
    expect(await manage({ action: "END_INSTALLATION_WEBHOOK_OVERLAP" })).toMatchObject({ status: 200 });
    expect([await ask(old), await ask(credentials.password)]).toEqual([401, 200]);
    expect((await read()).data.overlap ?? null).toBeNull();
  });

  test("ends the old one at once, or by the clock", async () => {
    const first = credentials.password;
    await rotate(0);
    expect(await ask(first)).toBe(401);
    const second = credentials.password;
    await rotate(1);
    await portal.admin.query("update installation_webhook set webhook_previous_until = now() - interval '1 second'");
    expect([await ask(second), await ask(credentials.password)]).toEqual([401, 200]);
  });

  test("leaves the gate's own secrets alone", async () => {
    const { username, password } = await webhookAccount(world.system, world.gateId);
    await rotate(0);
    expect(await ask(password, { user: username })).toBe(200);
  });
});

// Covers: admin.11
test("switched off it lets no gate in, and on again it does", async () => {
  expect(await manage({ action: "SET_INSTALLATION_WEBHOOK", enabled: false })).toMatchObject({ status: 200 });
  expect(await ask(credentials.password)).toBe(401);
  expect((await read()).data.enabled).toBe(false);
  expect((await onDrift()).enabled).toBe(false);
  expect(await manage({ action: "SET_INSTALLATION_WEBHOOK", enabled: true })).toMatchObject({ status: 200 });
  expect(await ask(credentials.password)).toBe(200);
});

const OPERATIONS = [
  { action: "ROTATE_INSTALLATION_WEBHOOK" },
  { action: "END_INSTALLATION_WEBHOOK_OVERLAP" },
  { action: "SET_INSTALLATION_WEBHOOK", enabled: false },
];

test.each(OPERATIONS)("$action asks for a fresh step-up, and a system admin", async (action) => {
  const nord = await signedInClient(portal.url, portal.accounts.nord);
  expect(await manage(action, nord)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  await steppedUp(301);
  expect(await manage(action)).toMatchObject({ status: 403, body: { code: "reauthentication_needed" } });
  await expect(read()).rejects.toThrow();
  expect(await ask(credentials.password)).toBe(200);
});

test("no portal role reads or writes its row, and every change of it is in the audit without a secret", async () => {
  expect((await world.system.from("installation_webhook").select("*")).status).toBe(403);
  expect(
    (await world.system.from("installation_webhook").update({ enabled: false }).not("id", "is", null)).status,
  ).toBe(403);
  expect((await world.system.from("installation_webhook_uses").delete().not("controller_id", "is", null)).status).toBe(
    403,
  );
  const before = (await actions("installation_webhook.update")).length;
  await rotate(0);
  for (const enabled of [false, true]) await manage({ action: "SET_INSTALLATION_WEBHOOK", enabled });
  await rotate();
  const changes = (await actions("installation_webhook.update")).slice(before);
  expect(changes).toHaveLength(4);
  expect(changes.every(({ actor }) => actor === portal.accounts.system.userId)).toBe(true);
  for (const { text } of changes) {
    expect(text).not.toMatch(/p1:|[0-9a-f]{64}/);
    expect(text).not.toContain(credentials.password);
  }
  expect(changes.at(-1)?.text).toMatch(/webhook_password.*webhook_previous_password/);
});
