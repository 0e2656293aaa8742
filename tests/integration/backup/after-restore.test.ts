// After a restore, revoked access stays revoked, and a system admin sees every difference before anything is sent.

import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { restoreControl } from "#contract/functions/restore-control.ts";
import { type RunningServer, startServer } from "#server/main.ts";
import { loadConfig } from "#server/platform/config.ts";
import { saveRestoreReport } from "#server/reconcile/restore/restore.store.ts";
import { call } from "#tests/integration/doors/door-portal.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { TEST_SECRET_KEY } from "#tests/support/cluster.ts";
import { postPlate, type WebhookAccount, webhookAccount } from "#tests/support/gate-calls.ts";
import { untilInStep } from "#tests/support/in-step.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";
import { spelledOut } from "#tests/support/spelled-out.ts";
import { type BackupRig, makeBackupRig } from "./backup-rig.ts";

const KEPT = { firstName: "Kvar", lastName: "Ensson", pin: "730415", plate: "KVA 111" };
const REVOKED = { firstName: "Borta", lastName: "Tvåsson", pin: "730526", plate: "BOR 222" };
const CHANGED = { firstName: "Ändrad", lastName: "Tresson", pin: "730637" };
const AGAIN = { firstName: "Åter", lastName: "Fyrasson", pin: "730748" };
const LATER = { firstName: "Senare", lastName: "Femsson", pin: "730859" };

let portal: TestPortal;
let world: MainWorld;
let rig: BackupRig;
let restored: RunningServer;
let restoredUrl: string;
let system: SupabaseClient;
let nord: SupabaseClient;
let webhook: WebhookAccount;
const ids = new Map<string, string>();
const stack = new AsyncDisposableStack();

const opens = ({ pin }: { pin: string }) => portal.axis.wouldOpen(pin, portal.axis.doorTokens[0] ?? "");
const control = async (body: object, client = system) => callFunction(client, "restore-control", body);
const passage = async (plate: string) => {
  const response = await postPlate(restored.url, { gateId: world.gateId, plate, account: webhook });
  return (await response.json()) as { granted: boolean; reason: string };
};
/** Sets at doors whether a PIN alone is enough, as desired and as the device shows it. */
const setPinAlone = async (doors: readonly string[], desired: boolean) => {
  const { error } = await world.system.from("access_points").update({ pin_alone: desired }).in("id", doors);
  expect(error).toBeNull();
  const shown = () =>
    portal.admin.query("select pin_alone_on_device as on_device from access_points where id = any ($1)", [doors]);
  await vi.waitFor(async () => expect((await shown()).rows).toEqual(doors.map(() => ({ on_device: desired }))), {
    timeout: paced(60_000),
    interval: 50,
  });
};
const rulesOfOurs = () =>
  portal.axis
    .accessProfiles()
    .filter(({ token, AuthenticationProfile: rules }) => token.startsWith("wp-") && rules.length > 0).length;
const sourceOf = async (person: { lastName: string }) => {
  const { data } = await system
    .from("credentials")
    .select("id, end_users!inner(last_name)")
    .eq("end_users.last_name", person.lastName)
    .eq("credential_type", "pin")
    .single();
  return (data as { id: string } | null)?.id ?? "";
};

beforeAll(async () => {
  portal = await startTestPortal();
  stack.defer(() => portal.close());
  world = await mainWorld(portal);
  rig = await makeBackupRig();
  stack.use(rig);
  webhook = await webhookAccount(world.system, world.gateId);
  for (const person of [KEPT, REVOKED, CHANGED, AGAIN]) ids.set(person.lastName, await world.savePerson(person));
  await untilInStep(portal);
  expect([KEPT, REVOKED, CHANGED, AGAIN].map(opens)).toEqual([true, true, true, true]);
  const held = { access_point_id: world.doorIds[1] ?? "", reason: "leverans", request_id: randomUUID() };
  const until = new Date(Date.now() + 3_600_000).toISOString();
  expect(await call(world.system, "door-control", { action: "HOLD", ...held, until })).toMatchObject({ applied: true });
  await setPinAlone(world.doorIds, true);
  expect(rulesOfOurs()).toBe(2);
  const { path } = await rig.backUp(portal.database.adminUrl, "older");
  await call(world.system, "door-control", { action: "RELEASE", access_point_id: held.access_point_id });
  // The server that ends below could not lock the door any more.
  await vi.waitFor(async () => {
    const { rowCount } = await portal.admin.query("select from door_holds where end_confirmed_at is null");
    expect(rowCount).toBe(0);
  }, paced(60_000));

  // After the back-up two people lose access, one has it shortened, one is new, and a door wants more than a PIN again.
  await setPinAlone(world.doorIds.slice(0, 1), false);
  await call(world.nord, "end-user-manager", { action: "DELETE", id: ids.get(REVOKED.lastName) });
  await call(world.nord, "end-user-manager", { action: "DELETE", id: ids.get(AGAIN.lastName) });
  await world.nord
    .from("credentials")
    .update({ valid_to: new Date(Date.now() + 10 * 86_400_000).toISOString() })
    .eq("end_user_id", ids.get(CHANGED.lastName) ?? "");
  await world.savePerson(LATER);
  await untilInStep(portal);
  expect([REVOKED, AGAIN, LATER].map(opens)).toEqual([false, false, true]);
  await portal.server.close();

  const database = await rig.restore(path);
  restoredUrl = database.adminUrl;
  const folder = await mkdtemp(join(tmpdir(), "access-portal-restored-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  restored = await startServer({
    config: loadConfig(
      { PORT: "0", PORTAL_DATA_DIR: folder, PORTAL_SECRET_KEY: TEST_SECRET_KEY, LOG_LEVEL: "silent", BACKUP_AT: "off" },
      { demo: true },
    ),
    adminUrl: database.adminUrl,
    pageDir: null,
  });
  stack.defer(() => restored.close());
  system = await signedInClient(restored.url, portal.accounts.system);
  nord = await signedInClient(restored.url, portal.accounts.nord);
});
afterAll(() => stack.disposeAsync());

const writes = () =>
  Object.entries(portal.axis.requests.counts()).filter(([operation]) => /:(Set|Remove)/.test(operation));

// Covers: running.9
test("nothing has been sent to the device and no gate opens, however the workers are resumed", async () => {
  const before = writes();
  expect(await passage(KEPT.plate)).toMatchObject({ granted: false, reason: "invalid_configuration" });
  expect(await passage(REVOKED.plate)).toMatchObject({ granted: false });
  await call(system, "sync-control", { action: "RESUME_ALL" });
  await call(system, "sync-control", { action: "SYNC_NOW" });
  // Comparing a held controller only reads.
  expect(
    await callFunction(system, "sync-control", { action: "COMPARE", controller_id: world.controllerId }),
  ).toMatchObject({ status: 200 });
  expect(writes()).toEqual(before);
  expect([REVOKED, AGAIN].map(opens)).toEqual([false, false]);
});

test("a door that was held unlocked when the back-up was taken stays locked", async () => {
  const { data } = await system.from("door_holds").select("end_cause, ended_at");
  expect(data).toEqual([{ end_cause: "withdrawn", ended_at: expect.any(String) }]);
  expect(portal.axis.requests.count("tdc:UnlockDoor")).toBe(1);
  expect(portal.axis.doorTokens.map((token) => portal.axis.state.doorState(token).mode)).toEqual(["Locked", "Locked"]);
});

/** Returns why the controller has been kept from changes, and whether it still is. */
async function delays(): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: restoredUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select cause, until is null as lasts, since >= (select max(at) from audit where action = 'backup_restored') as is_since_restore
       from controller_delays where controller_id = $1 and cause = 'restore_held'`,
      [world.controllerId],
    );
    return rows;
  } finally {
    await client.end();
  }
}

test("that the controller waits is kept, for whoever asks afterwards why a code was refused meanwhile", async () => {
  expect(await delays()).toEqual([{ cause: "restore_held", lasts: true, is_since_restore: true }]);
});

test("an org admin learns nothing and may confirm nothing", async () => {
  for (const action of ["STATUS", "INSPECT", "CONFIRM"])
    expect(await control({ action }, nord)).toMatchObject({ status: 403 });
  expect((await nord.from("restore_reports").select("*")).error).toMatchObject({ code: "42501" });
});

test("a controller that is away is reported so, and what it holds is not estimated", async () => {
  await portal.axis.faults.offline();
  expect(await control({ action: "INSPECT" })).toMatchObject({
    status: 200,
    body: { controllers: [{ held: true, error: "device_unreachable", items: [] }] },
  });
  await portal.axis.faults.online();
});

test("a report of a full unit leaves out nothing that a confirmation acts on, and counts the rest", async () => {
  const missing = Array.from({ length: 20_000 }, () => ({
    kind: "missing_on_device" as const,
    source_id: randomUUID(),
    source_kind: "credential",
    label: "Förnamn Efternamnsson",
  }));
  const foreign = Array.from({ length: 12_000 }, () => ({
    kind: "foreign" as const,
    token: randomUUID(),
    name: "Å".repeat(600),
    carries_pin: true,
  }));
  const report = { controllerId: world.controllerId, error: null, items: [...foreign, ...missing] };
  await saveRestoreReport(restored.deps.pools.engine, report);
  const [stored] = restoreControl.STATUS.reply.parse((await control({ action: "STATUS" })).body).controllers;
  expect(stored?.total_items).toBe(32_000);
  const listed = Object.groupBy(stored?.items ?? [], ({ kind }) => kind);
  expect(listed.missing_on_device).toHaveLength(20_000);
  expect(listed.foreign?.length).toBeGreaterThan(5_000);
  expect(listed.foreign?.length).toBeLessThan(12_000);
});

// Covers: running.9
test("the report tells where device and database differ, in both directions, and changes nothing", async () => {
  const before = portal.axis.credentials();
  const answer = restoreControl.STATUS.reply.parse((await control({ action: "INSPECT" })).body);
  expect(answer.restored).not.toBeNull();
  const [fixture] = answer.controllers;
  expect(fixture).toMatchObject({ held: true, error: null });
  const reported = (fixture?.items ?? []).map((item) => ({
    kind: item.kind,
    who: "label" in item ? item.label : item.name,
  }));
  expect(reported).toHaveLength(5);
  expect(reported).toEqual(
    expect.arrayContaining([
      { kind: "missing_on_device", who: "Borta Tvåsson" },
      { kind: "missing_on_device", who: "Åter Fyrasson" },
      { kind: "differs", who: "Ändrad Tresson" },
      { kind: "unknown_to_database", who: "Senare Femsson" },
      { kind: "pin_alone", who: expect.any(String) },
    ]),
  );
  // Ids are removed, because a random id may contain these digits.
  expect(spelledOut(answer)).not.toMatch(/730\d{3}/);
  expect(portal.axis.credentials()).toEqual(before);
});

// Covers: running.9
test("after the confirmation ended access stays out at door and gate, except of named people", async () => {
  const again = await sourceOf(AGAIN);
  const { data } = await system.from("restore_reports").select("controller_id, items").single();
  const items = restoreControl.STATUS.reply.shape.controllers.element.shape.items.parse(
    (data as { items: unknown } | null)?.items,
  );
  const later = items.flatMap((item) => (item.kind === "unknown_to_database" ? [item.source_id] : []));
  const done = await control({
    action: "CONFIRM",
    grant_again: [again],
    remove: later.map((source_id) => ({ controller_id: world.controllerId, source_id })),
  });
  // The three are Borta's PIN and plate, and Ändrad's PIN.
  expect(done).toMatchObject({ status: 200, body: { switched_off: 3, removed: 1, still_held: [] } });
  await expect.poll(() => opens(AGAIN)).toBe(true);
  await expect.poll(() => opens(LATER)).toBe(false);
  await expect.poll(() => opens(CHANGED)).toBe(false);
  expect([KEPT, REVOKED].map(opens)).toEqual([true, false]);
  expect(await passage(KEPT.plate)).toMatchObject({ granted: true });
  expect(await passage(REVOKED.plate)).toMatchObject({ granted: false, reason: "disabled" });
  const { data: doors } = await system.from("access_points").select("id, pin_alone").order("name");
  expect(doors).toEqual(world.doorIds.map((id, index) => ({ id, pin_alone: index > 0 })));
  const { data: ended } = await system
    .from("audit")
    .select("subject_id, actor, before, after")
    .eq("action", "access_points.pin_alone")
    .order("at", { ascending: false })
    .limit(1)
    .single();
  expect(ended).toMatchObject({
    subject_id: world.doorIds[0],
    actor: portal.accounts.system.userId,
    before: [{ pin_alone: true }],
    after: [{ pin_alone: false }],
  });
  await call(system, "sync-control", { action: "COMPARE", controller_id: world.controllerId });
  expect(rulesOfOurs()).toBe(1);
  const { data: receipts } = await system.from("sync_receipts").select("label, kind").eq("label", "Senare Femsson");
  expect(receipts).toEqual([{ label: "Senare Femsson", kind: "revocation" }]);
  expect(await control({ action: "STATUS" })).toMatchObject({ body: { restored: null, controllers: [] } });
  expect(await delays()).toEqual([{ cause: "restore_held", lasts: false, is_since_restore: true }]);
  const { data: audit } = await system
    .from("audit")
    .select("action")
    .in("action", ["backup_restored", "restore_inspected", "restore_confirmed"])
    .order("at");
  expect((audit as { action: string }[]).map(({ action }) => action)).toEqual([
    "backup_restored",
    "restore_inspected",
    "restore_inspected",
    "restore_confirmed",
  ]);
});
