import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { alertControl } from "#contract/functions/alert-control.ts";
import { readWaitingRemovals } from "#server/alerts/alert-facts.store.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { type Receiver, startReceiver } from "#tests/support/alert-receiver.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";

const lines: string[] = [];
let portal: TestPortal;
let world: MainWorld;
let receiver: Receiver;

beforeAll(async () => {
  portal = await startTestPortal({ env: { LOG_LEVEL: "trace" }, logTo: (line) => lines.push(line) });
  world = await mainWorld(portal);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await portal.close();
});
beforeEach(() => stepUpAgain(portal.admin));

const call = (body: object, client: SupabaseClient = world.system) => callFunction(client, "alert-control", body);
const status = async () => alertControl.STATUS.reply.parse((await call({ action: "STATUS" })).body);
const SETTINGS = {
  controller_offline_minutes: 5,
  revocation_pending_minutes: 5,
  denial_burst_count: 20,
  denial_burst_minutes: 10,
  backup_old_hours: 26,
  clock_skew_seconds: 120,
  certificate_days: 14,
  restart_count: null,
  camera_percent: 25,
  repeat_hours: null,
};
const actions = async () =>
  (
    await portal.admin.query<{ action: string; subject_name: string | null; row: string }>(
      "select action, subject_name, to_jsonb(a)::text as row from audit a where action like 'alert%' order by at, action",
    )
  ).rows;

test("only a system admin sees or changes anything of it", async () => {
  for (const body of [
    { action: "STATUS" },
    { action: "TEST" },
    { action: "SAVE_SETTINGS", settings: SETTINGS, without_mail: [] },
    { action: "ADD_WEBHOOK", name: "X", url: receiver.url },
    { action: "DELETE_WEBHOOK", webhook_id: crypto.randomUUID() },
  ])
    expect([body.action, (await call(body, world.nord)).status]).toEqual([body.action, 403]);
  for (const table of ["alerts", "alert_settings", "alert_webhooks", "alert_opt_outs", "alert_deliveries"])
    expect((await world.nord.from(table).select("*")).status).toBe(403);
  expect(await actions()).toEqual([]);
});

test("limits are kept, checked and audited with what they were", async () => {
  expect(
    (await call({ action: "SAVE_SETTINGS", settings: SETTINGS, without_mail: [portal.accounts.system.userId] })).status,
  ).toBe(200);
  expect(await status()).toMatchObject({
    settings: SETTINGS,
    recipients: [{ email: "system@test.example", mail: false }],
  });
  for (const wrong of [{ denial_burst_count: 1 }, { backup_old_hours: 0.5 }, { denial_burst_minutes: null }])
    expect(
      (await call({ action: "SAVE_SETTINGS", settings: { ...SETTINGS, ...wrong }, without_mail: [] })).status,
    ).toBe(400);
  await call({ action: "SAVE_SETTINGS", settings: SETTINGS, without_mail: [portal.accounts.nord.userId] });
  expect((await status()).recipients).toMatchObject([{ mail: true }]);
  expect((await actions()).map(({ action, subject_name }) => [action, subject_name])).toEqual([
    ["alert_opt_outs.insert", "system Test"],
    ["alert_settings.update", null],
    ["alert_opt_outs.delete", "system Test"],
  ]);
  expect((await actions())[1]?.row).toMatch(/"before": \[.*"controller_offline_minutes": 15/);
});

test.each([
  "http://192.0.2.9/larm",
  "http://169.254.169.254/latest/meta-data",
  "https://169.254.169.254/latest/meta-data",
  "https://[::ffff:169.254.169.254]/",
  "https://0.0.0.0/",
  "http://127.0.0.1:5432/",
  "https://172.32.0.1:22/",
  "ftp://x.example/",
  "https://user:pass@x.example/",
  "inte en adress",
])("posts may not be sent to %s", async (url) => {
  expect(await call({ action: "ADD_WEBHOOK", name: "Fel", url })).toMatchObject({
    status: 400,
    body: { field: "url" },
  });
});

test.each([
  ["http://93.184.215.14/larm", true],
  ["http://192.0.2.9/larm", false],
  ["http://169.254.169.254/latest/meta-data", false],
  ["http://127.0.0.1:5432/", false],
])("https is advised for %s only where it helps", async (url, isAdvised) => {
  const { body } = await call({ action: "ADD_WEBHOOK", name: "Fel", url });
  expect(String(body["error"]).includes("https")).toBe(isAdvised);
});

test("a webhook's own server is no receiver", async () => {
  expect(await call({ action: "ADD_WEBHOOK", name: "Fel", url: portal.url })).toMatchObject({ status: 400 });
});

// Covers: alert.6
test("a receiver gets a test alert, its secret is shown once and never in clear, and changes are audited", async () => {
  const { secret, webhook_id } = z
    .object({ secret: z.string(), webhook_id: z.uuid() })
    .parse((await call({ action: "ADD_WEBHOOK", name: "Jourtelefon", url: receiver.url })).body);
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  expect((await call({ action: "TEST" })).body).toMatchObject({ letters: 1, posts: 1 });
  await expect.poll(() => receiver.posts.length).toBe(1);
  await expect
    .poll(async () => (await status()).deliveries.map(({ channel, state }) => `${channel} ${state}`).toSorted())
    .toEqual(["email queued", "webhook sent"]);
  const again = await call({ action: "ROTATE_WEBHOOK_SECRET", webhook_id });
  const second = z.string().parse(again.body["secret"]);
  expect(second).not.toBe(secret);
  await call({ action: "SET_WEBHOOK_ENABLED", webhook_id, enabled: false });
  expect((await status()).webhooks).toEqual([
    { id: webhook_id, name: "Jourtelefon", origin: new URL(receiver.url).origin, enabled: false },
  ]);

  const dump = await wholeDatabase();
  const replies = JSON.stringify([
    await status(),
    (await world.system.from("alert_webhooks").select("*")).data,
    await actions(),
  ]);
  const hidden = [secret, second, "nyckel-i-adressen"];
  for (const [where, text] of [
    ["dump", dump],
    ["replies", replies],
    ["log", lines.join("")],
  ] as const) {
    expect(text.length, where).toBeGreaterThan(100);
    expect(
      hidden.filter((one) => text.includes(one)),
      where,
    ).toEqual([]);
  }
  expect((await world.system.from("alert_webhooks").select("signing_secret")).status).toBe(403);

  await call({ action: "DELETE_WEBHOOK", webhook_id });
  expect((await call({ action: "DELETE_WEBHOOK", webhook_id })).status).toBe(404);
  const rows = (await actions()).slice(3);
  expect(rows.map(({ action, subject_name }) => [action, subject_name])).toEqual([
    ["alert_webhooks.insert", "Jourtelefon"],
    ["alerts_tested", null],
    ["alert_webhooks.update", "Jourtelefon"],
    ["alert_webhooks.update", "Jourtelefon"],
    ["alert_webhooks.delete", "Jourtelefon"],
  ]);
  expect(rows[2]?.row).toContain('"secrets_changed": ["signing_secret"]');
});

// Covers: alert.1
test("a controller that falls silent, and the removal that waits at it, are raised, counted and cleared", async () => {
  await portal.axis.faults.offline();
  await portal.admin.query("update credentials set enabled = false where credential_type = 'pin'");
  await expect
    .poll(
      async () => (await portal.admin.query("select from controller_sync where failing_since is not null")).rowCount,
    )
    .toBe(1);
  await portal.admin.query(
    "update controller_sync set failing_since = failing_since - interval '1 hour' where failing_since is not null",
  );
  await portal.admin.query("update device_sync set pending_since = now() - interval '2 hours' where pending");
  await expect
    .poll(async () => (await status()).open.map(({ kind, object_name }) => [kind, object_name]), {
      timeout: paced(60_000),
    })
    .toEqual([
      ["revocation_pending", "Garage Kajen"],
      ["controller_offline", "Garage Kajen"],
    ]);
  await expect
    .poll(async () => (await fetch(`${portal.url}/metrics`)).text())
    .toMatch(
      /portal_alerts_open\{kind="revocation_pending"\} 1\nportal_alerts_open\{kind="door_not_relocked"\} 0\nportal_alerts_open\{kind="controller_offline"\} 1\nportal_alerts_open\{kind="restart_loop"\} 0\nportal_alerts_open\{kind="clock_skew"\} 0\nportal_alerts_open\{kind="pin_attempts"\} 0\nportal_alerts_open\{kind="denial_burst"\} 0\nportal_alerts_open\{kind="camera_copied"\} 0\nportal_alerts_open\{kind="camera_worse"\} 0\n/,
    );
  await portal.axis.faults.online();
  await callFunction(world.system, "sync-control", { action: "SYNC_NOW", controller_id: world.controllerId });
  await expect.poll(async () => (await status()).open, { timeout: paced(60_000) }).toEqual([]);
  const { rows } = await portal.admin.query("select from controller_sync where failing_since is not null");
  expect(rows).toEqual([]);

  // A controller that is switched off raises no other alert, and it still has the former end of each PIN.
  await portal.admin.query("update credentials set enabled = true where credential_type = 'pin'");
  await expect
    .poll(async () => (await portal.admin.query("select from device_sync where pending")).rowCount, {
      timeout: paced(60_000),
    })
    .toBe(0);
  await portal.admin.query("update controllers set enabled = false where id = $1", [world.controllerId]);
  const waiting = () => transaction(portal.server.deps.pools.engine, (client) => readWaitingRemovals(client, 5));
  const change = (sql: string) => portal.admin.query(`update credentials set ${sql} where credential_type = 'pin'`);
  const changed = async () =>
    (await portal.admin.query("update device_sync set pending_since = now() - interval '2 hours' where pending"))
      .rowCount;
  await change("valid_to = now() + interval '2 years'");
  expect([await changed(), await waiting()]).toEqual([expect.any(Number), []]);
  await change("valid_to = now() + interval '1 day'");
  expect(await waiting()).toMatchObject([{ name: "Garage Kajen", count: await changed() }]);
});

/** Returns every row of every table, as pg_dump would write it. */
async function wholeDatabase(): Promise<string> {
  const { rows: tables } = await portal.admin.query<{ name: string }>(
    "select c.oid::regclass::text as name from pg_class c where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'auth', 'private')",
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await portal.admin.query<{ text: string }>(`select t::text as text from ${name} t`);
    parts.push(...rows.map(({ text }) => text));
  }
  return parts.join("\n");
}
