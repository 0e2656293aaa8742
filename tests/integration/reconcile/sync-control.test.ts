import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { syncControl } from "#contract/functions/sync-control.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { spelledOut } from "#tests/support/spelled-out.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";

const PIN = "4816";
const DAY_MS = 86_400_000;

let portal: TestPortal;
let system: SupabaseClient;
let nord: SupabaseClient;
let syd: SupabaseClient;
let controller: string;
let gate: string;
let doors: string[];
let alva: string;

beforeAll(async () => {
  portal = await startTestPortal();
  system = await signedInClient(portal.url, portal.accounts.system);
  nord = await signedInClient(portal.url, portal.accounts.nord);
  syd = await signedInClient(portal.url, portal.accounts.syd);
  controller = await createController({ name: "Garage Kajen", device_type: "axis", port: portal.axis.port });
  gate = await createController({ name: "Infart Norr", device_type: "axxon_lpr", port: portal.axxon.port });
  await call(system, "axis-proxy", { action: "SYNC_ACCESS_POINTS", controller_id: controller });
  await system
    .from("organization_controllers")
    .insert({ organization_id: portal.accounts.nord.organizationId, controller_id: controller });
  const found = await nord.from("access_points").select("id").eq("controller_id", controller);
  doors = (found.data ?? []).map((door: { id: string }) => door.id);
  alva = await savePerson("Alva", PIN);
});

afterAll(async () => {
  await portal.close();
});
beforeEach(() => stepUpAgain(portal.admin));

async function createController({ name, device_type, port }: { name: string; device_type: string; port: number }) {
  const reply = await call(system, "controller-manager", {
    action: "CREATE",
    payload: {
      name,
      device_type,
      device_ip: device_type === "axis" ? portal.axis.url : portal.axxon.host,
      device_port: port,
      username: "portal",
      password: "S3cret-pass",
      ...(device_type === "axis" ? {} : { macro_id: "1" }),
    },
  });
  return z.object({ id: z.string() }).parse(reply["controller"]).id;
}

async function savePerson(firstName: string, pin: string): Promise<string> {
  const reply = await call(nord, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: portal.accounts.nord.organizationId,
      first_name: firstName,
      last_name: "Exempelsson",
      pin: { value: pin, validity_period: "12_months", access_point_ids: doors },
    },
  });
  return String(reply["end_user_id"]);
}

async function call(client: SupabaseClient, name: string, body: object): Promise<Record<string, unknown>> {
  const answer = await callFunction(client, name, body);
  if (answer.status !== 200) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function rows(client: SupabaseClient, name: string, args: object = {}): Promise<Record<string, unknown>[]> {
  const { data, error } = await client.rpc(name, args);
  if (error) throw new Error(`${name}: ${error.code} ${error.message}`);
  return z.array(z.record(z.string(), z.unknown())).parse(data);
}

async function audited(action: string): Promise<(string | null)[]> {
  const { rows: found } = await portal.admin.query<{ subject_id: string | null }>(
    "select subject_id from audit where action = $1 and actor = $2 order by at",
    [action, portal.accounts.system.userId],
  );
  return found.map((row) => row.subject_id);
}

test.each(["SYNC_NOW", "COMPARE", "REBUILD"])("an org admin may not ask a controller to %s", async (action) => {
  const answer = await callFunction(nord, "sync-control", { action, controller_id: controller });
  expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
});

test("an org admin may not wake all controllers either", async () => {
  expect(await callFunction(nord, "sync-control", { action: "SYNC_NOW" })).toMatchObject({ status: 403 });
});

test("a gate has nothing to sync, and a controller that is gone is named as such", async () => {
  expect(await callFunction(system, "sync-control", { action: "REBUILD", controller_id: gate })).toMatchObject({
    status: 400,
    body: { field: "controller_id" },
  });
  const gone = "00000000-0000-4000-8000-00000000dead";
  expect(await callFunction(system, "sync-control", { action: "COMPARE", controller_id: gone })).toMatchObject({
    status: 404,
    body: { code: "controller_not_found" },
  });
});

test("when a PIN was removed by hand on the device, a comparison finds it and the worker writes it again", async () => {
  const [credential] = portal.axis.credentials();
  portal.axis.state.credentials.delete(credential?.token ?? "");
  portal.axis.state.changed();
  const report = syncControl.COMPARE.reply.parse(
    await call(system, "sync-control", { action: "COMPARE", controller_id: controller }),
  );
  expect(report.items).toEqual([
    expect.objectContaining({
      kind: "replica_differs",
      label: "Alva Exempelsson",
      differences: ["credential_missing"],
    }),
  ]);
  expect(spelledOut(report)).not.toContain(PIN);
  expect(await audited("controller_compared")).toEqual([controller]);
  await expect.poll(() => portal.axis.credentials().length).toBe(1);
});

test("a controller that has lost everything is written anew after a rebuild, which says how many replicas", async () => {
  portal.axis.state.credentials.clear();
  portal.axis.state.users.clear();
  portal.axis.state.changed();
  const reply = await call(system, "sync-control", { action: "REBUILD", controller_id: controller });
  expect(reply).toEqual({ success: true, replicas: 1 });
  expect(await audited("controller_rebuilt")).toEqual([controller]);
  await expect.poll(() => portal.axis.doorTokens.every((door) => portal.axis.wouldOpen(PIN, door))).toBe(true);
});

test("changes that wait for a silent controller are shown to their organisation and to no other", async () => {
  await expect
    .poll(async () => (await rows(nord, "sync_summary", { with_synced: true }))[0])
    .toMatchObject({ synced: 1, pending: 0, pending_removal: 0, failed: 0, anything: true, away: 0, unreached: 0 });
  await portal.axis.faults.offline();
  await portal.admin.query("update controller_sync set verify_at = now() where controller_id = $1", [controller]);
  await expect
    .poll(async () => (await rows(nord, "controller_states"))[0])
    .toMatchObject({ name: "Garage Kajen", state: "offline", last_error: "unreachable" });
  await portal.admin.query("delete from end_users where id = $1", [alva]);
  await savePersonWithoutWaiting("Bertil", "7392");

  const queue = await rows(nord, "sync_queue");
  expect(queue.map((row) => [row["label"], row["state"], row["controller_error"], Number(row["total"])])).toEqual([
    ["Alva Exempelsson", "pending_removal", "unreachable", 2],
    ["Bertil Exempelsson", "pending", "unreachable", 2],
  ]);
  expect(queue.map((row) => typeof row["since"])).toEqual(["string", "string"]);
  expect(await rows(nord, "sync_queue", { p_state: "pending_removal" })).toHaveLength(1);
  expect(await rows(nord, "sync_summary")).toEqual([
    {
      synced: null,
      pending: 1,
      pending_removal: 1,
      failed: 0,
      anything: true,
      away: 1,
      shut: 0,
      unreached: 0,
      paused: false,
    },
  ]);
  await portal.admin.query("update controllers set last_sync = now() - interval '11 minutes' where id = $1", [
    controller,
  ]);
  // Between two tries of the worker, which would note the error again.
  await expect
    .poll(async () => {
      const { rowCount } = await portal.admin.query(
        `update controller_sync set last_error = null, next_try_at = now() + interval '9 minutes'
         where controller_id = $1 and lease_owner is null`,
        [controller],
      );
      return rowCount;
    })
    .toBe(1);
  expect(await rows(nord, "sync_summary")).toMatchObject([{ unreached: 1 }]);
  expect(await rows(syd, "sync_queue")).toEqual([]);
  expect(await rows(syd, "controller_states")).toEqual([]);
  expect(await rows(syd, "sync_summary")).toMatchObject([{ anything: false, away: 0, unreached: 0, pending: 0 }]);
});

/** Saves a person by SQL: the function would wait ten seconds for the device. */
async function savePersonWithoutWaiting(firstName: string, pin: string): Promise<void> {
  const pending = callFunction(nord, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: portal.accounts.nord.organizationId,
      first_name: firstName,
      last_name: "Exempelsson",
      pin: { value: pin, validity_period: "12_months", access_point_ids: doors },
    },
  });
  await expect
    .poll(async () => (await nord.from("end_users").select("id").eq("first_name", firstName)).data?.length)
    .toBe(1);
  void pending;
}

test("Synka nu ends the pause: the controller that is back gets everything that waited", async () => {
  await portal.axis.faults.online();
  await portal.admin.query("update controller_sync set next_try_at = now() + interval '9 minutes'");
  expect(await call(system, "sync-control", { action: "SYNC_NOW" })).toEqual({ success: true, controllers: 1 });
  await expect.poll(async () => rows(system, "sync_queue")).toEqual([]);
  expect(portal.axis.doorTokens.some((door) => portal.axis.wouldOpen(PIN, door))).toBe(false);
  expect(portal.axis.doorTokens.every((door) => portal.axis.wouldOpen("7392", door))).toBe(true);
  // The worker reports success at the end of its run, a moment after the last replica.
  await expect
    .poll(async () => (await rows(nord, "controller_states"))[0])
    .toMatchObject({ state: "online", last_error: null });
  expect(await audited("controller_synced")).toEqual([null]);
});

test("a gate whose list cannot be compared is counted as not reached, and one without a list is not", async () => {
  const { data } = await system.from("organization_controllers").select().eq("controller_id", gate);
  if (data?.length === 0)
    await system
      .from("organization_controllers")
      .insert({ organization_id: portal.accounts.nord.organizationId, controller_id: gate });
  const unreached = async (client: SupabaseClient) => Number((await rows(client, "sync_summary"))[0]?.["unreached"]);
  const keepsList = (kept: boolean) =>
    portal.admin.query("update controllers set list_sync = $2 where id = $1", [gate, kept]);
  const worker = (change: string) =>
    portal.admin.query(`update controller_sync set ${change} where controller_id = $1`, [gate]);
  // The worker notes the contact last of all.
  await expect.poll(() => unreached(nord)).toBe(0);

  // No worker takes the controller during the test.
  await portal.admin.query("insert into worker_pause (reason) values ('test')");
  await keepsList(true);
  await worker("last_error = null, last_full_at = null");
  expect([await unreached(system), await unreached(nord), await unreached(syd)]).toEqual([1, 1, 0]);
  await worker("last_full_at = now() - interval '9 minutes'");
  expect(await unreached(nord)).toBe(0);
  await worker("last_full_at = now() - interval '11 minutes'");
  expect(await unreached(nord)).toBe(1);
  await worker("last_full_at = now(), last_error = 'unreachable'");
  expect(await unreached(nord)).toBe(1);
  await portal.admin.query("update controllers set enabled = false where id = $1", [gate]);
  expect(await unreached(nord)).toBe(0);
  await portal.admin.query("update controllers set enabled = true, list_sync = false where id = $1", [gate]);
  expect(await unreached(nord)).toBe(0);
  await portal.admin.query("delete from worker_pause");
});

test("only system admins get passages counted by hour and Stockholm's day, without repeats", async () => {
  const log = (at: string, granted: boolean, repeat = false) =>
    portal.admin.query(
      `insert into access_logs (detected_at, plate_number, controller_id, access_granted, access_reason, duplicate_of)
       values ($1, 'MLB84A', $2, $3, $4, case when $5 then gen_random_uuid() end)`,
      [at, gate, granted, granted ? "valid_credential" : "no_match", repeat],
    );
  const midnight = new Date(Date.now() - 5 * DAY_MS);
  midnight.setUTCHours(23, 0, 0, 0); // The moment is past midnight in Stockholm, in summer and winter.
  const at = (minutes: number) => new Date(midnight.getTime() + minutes * 60_000).toISOString();
  await log(at(-90), true);
  await log(at(5), true);
  await log(at(6), true, true);
  await log(at(7), false);
  await log(at(65), false);
  const atDoor = (minutes: number, kind: string, granted: boolean | null) =>
    portal.admin.query(
      "insert into door_events (id, occurred_at, device_time, controller_id, kind, granted) values (gen_random_uuid(), $1, $1, $2, $3, $4)",
      [at(minutes), controller, kind, granted],
    );
  await atDoor(6, "access", true);
  await atDoor(66, "access", false);
  await atDoor(67, "door_opened", null);
  const since = new Date(Date.now() - 7 * DAY_MS).toISOString();
  const byHour = await rows(system, "passages_per_hour", { since, bucket: "hour" });
  expect(byHour.map((row) => [Number(row["granted"]), Number(row["denied"])])).toEqual([
    [1, 0],
    [2, 1],
    [0, 2],
  ]);
  const byDay = await rows(system, "passages_per_hour", { since, bucket: "day" });
  expect(byDay.reduce((sum, row) => sum + Number(row["granted"]) + Number(row["denied"]), 0)).toBe(6);
  expect(Number(byDay.at(-1)?.["denied"])).toBe(3);
  const refused = await nord.rpc("passages_per_hour", { since });
  expect(refused.error).toMatchObject({ code: "42501" });
});

test("a gate that has answered a test is never called untested", async () => {
  await portal.admin.query("delete from access_logs where controller_id = $1", [gate]);
  await portal.admin.query(
    "update controllers set enabled = true, list_sync = false, last_sync = null, pushed_at = null where id = $1",
    [gate],
  );
  const state = async () => (await rows(system, "controller_states")).find((row) => row["controller_id"] === gate);
  expect(await state()).toMatchObject({ state: "untested", last_contact: null });
  await call(system, "axxon-proxy", { action: "TEST_CONNECTION", controller_id: gate });
  expect(await state()).toMatchObject({ state: "online", last_contact: expect.any(String) });
});
