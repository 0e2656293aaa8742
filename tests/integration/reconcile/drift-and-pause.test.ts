import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { syncControl } from "#contract/functions/sync-control.ts";
import { driftReportRow } from "#contract/tables/drift-reports.ts";
import { controllerStates } from "#contract/tables/sync-status.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { addDoorController, audited, call, doorsOf } from "#tests/integration/doors/door-portal.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { callsWithoutLog } from "#tests/support/device-calls.ts";
import { spelledOut } from "#tests/support/spelled-out.ts";

const UNMANAGED_PIN = "905172";
const WINDOW = { validFrom: "2026-01-01T00:00:00Z", validTo: "2036-01-01T00:00:00Z" };

let portal: TestPortal;
let system: SupabaseClient;
let nord: SupabaseClient;
let device: AxisSimulator;
let id: string;
let door: string;

beforeAll(async () => {
  portal = await startTestPortal();
  system = await signedInClient(portal.url, portal.accounts.system);
  nord = await signedInClient(portal.url, portal.accounts.nord);
  device = await startAxisSimulator({
    doors: 1,
    seed: { people: [{ firstName: "Vera", lastName: "Vakt", pin: UNMANAGED_PIN }] },
  });
  id = await addDoorController(system, { name: "Huset", device });
  door = [...(await doorsOf(system, id)).values()][0] ?? "";
});
afterAll(async () => {
  await portal.close();
  await device.close();
});

const report = async (client = portal, controllerId = id) => {
  const { rows } = await client.admin.query<{ row: unknown }>(
    "select to_jsonb(d) as row from drift_reports d where controller_id = $1",
    [controllerId],
  );
  return driftReportRow.parse(rows[0]?.row);
};
const create = (client: SupabaseClient, controllerId: string, { pin, doorId }: { pin: string; doorId: string }) =>
  call(client, "axis-proxy", {
    action: "CREATE_USER_WITH_PIN",
    controller_id: controllerId,
    firstName: "Alva",
    lastName: "Exempel",
    pin,
    ...WINDOW,
    accessPointIds: [doorId],
  });
const opens = (pin: string) => device.wouldOpen(pin, device.doorTokens[0] ?? "");

describe("the last comparison's report", () => {
  test("is what the comparison answered, without any PIN, for system admins alone", async () => {
    await create(system, id, { pin: "483920", doorId: door });
    device.faults.editByHand((state) => {
      for (const token of state.credentials.keys()) if (token.startsWith("wp-c-")) state.credentials.delete(token);
    });
    const answer = await call(system, "sync-control", { action: "COMPARE", controller_id: id });
    const { data, error } = await system.from("drift_reports").select("*").eq("controller_id", id).single();
    expect(error).toBeNull();
    const stored = driftReportRow.parse(data);
    expect(stored.items).toEqual(answer["items"]);
    expect(stored).toMatchObject({ users: 2, credentials: 1, total_items: 3 });
    expect(stored.items.map((item) => item.kind).sort()).toEqual([
      "replica_differs",
      "unknown_object",
      "unknown_object",
    ]);
    expect(spelledOut(stored)).not.toMatch(new RegExp(`${UNMANAGED_PIN}|483920`));
    expect((await nord.from("drift_reports").select("controller_id")).error).toMatchObject({ code: "42501" });
  });

  test("is replaced by the next one", async () => {
    await expect.poll(() => opens("483920")).toBe(true);
    await call(system, "sync-control", { action: "COMPARE", controller_id: id });
    expect((await report()).items.map((item) => item.kind)).toEqual(["unknown_object", "unknown_object"]);
  });
});

describe("two portals on one controller", () => {
  // Covers: device.35
  test("leave each other's people alone, report them, and keep each other's PINs", async () => {
    const other = await startTestPortal();
    const otherSystem = await signedInClient(other.url, other.accounts.system);
    const otherId = await addDoorController(otherSystem, { name: "Huset", device });
    const [otherDoor = ""] = (await doorsOf(otherSystem, otherId)).values();
    await create(otherSystem, otherId, { pin: "771904", doorId: otherDoor });
    expect([opens("483920"), opens("771904")]).toEqual([true, true]);
    for (let round = 0; round < 2; round += 1) {
      await call(system, "sync-control", { action: "COMPARE", controller_id: id });
      await call(otherSystem, "sync-control", { action: "COMPARE", controller_id: otherId });
    }
    expect([opens("483920"), opens("771904")]).toEqual([true, true]);
    expect((await report()).items.filter((item) => item.kind === "unknown_object" && item.carries_pin)).toHaveLength(2);
    expect((await report(other, otherId)).items.filter((item) => item.kind !== "unknown_object")).toEqual([]);
    const taken = await callFunction(system, "axis-proxy", {
      action: "CREATE_USER_WITH_PIN",
      controller_id: id,
      firstName: "B",
      lastName: "C",
      pin: "771904",
      ...WINDOW,
      accessPointIds: [door],
    });
    expect(taken).toMatchObject({ status: 409, body: { code: "pin_in_use" } });
    await other.close();
  });
});

describe("a pause of all workers", () => {
  const pause = (client = system) =>
    callFunction(client, "sync-control", { action: "PAUSE_ALL", reason: "Återställd säkerhetskopia" });
  const resume = (client = system) => callFunction(client, "sync-control", { action: "RESUME_ALL" });

  test("is not an org admin's to make or to lift", async () => {
    expect(await pause(nord)).toMatchObject({ status: 403 });
    expect(await resume(nord)).toMatchObject({ status: 403 });
  });

  test("lets changes be saved at once as pending and sends nothing, until it is lifted", async () => {
    expect(await pause()).toMatchObject({ status: 200, body: { paused: true, changed: true } });
    expect(await pause()).toMatchObject({ status: 200, body: { paused: true, changed: false } });
    // A run that began before the pause may still read the doors' states.
    const leased = async () =>
      (await portal.admin.query("select from controller_sync where lease_owner is not null")).rowCount;
    await expect.poll(leased).toBe(0);
    const before = callsWithoutLog(device);
    expect(await create(system, id, { pin: "620417", doorId: door })).toMatchObject({ state: "pending" });
    await call(system, "sync-control", { action: "SYNC_NOW", controller_id: id });
    expect(callsWithoutLog(device)).toEqual(before);
    expect(await resume()).toMatchObject({ status: 200, body: { paused: false, changed: true } });
    await expect.poll(() => opens("620417")).toBe(true);
    expect(await resume()).toMatchObject({ status: 200, body: { changed: false } });
    expect([await audited(portal, "workers_paused"), await audited(portal, "workers_resumed")]).toEqual([1, 1]);
  });

  test("still lets a controller be compared: all is found and reported, and nothing is written until then", async () => {
    const removed = await create(system, id, { pin: "384756", doorId: door });
    await expect.poll(() => opens("384756")).toBe(true);
    const kept = device.credentials().find(({ token }) => token === removed["credentialToken"]);
    await call(system, "axis-proxy", { action: "DELETE_USER", controller_id: id, userToken: removed["userToken"] });
    await expect.poll(() => opens("384756")).toBe(false);
    await pause();
    // The device has an orphan (a replica confirmed gone is back) and lacks a replica.
    device.faults.editByHand((state) => {
      if (kept) state.credentials.set(kept.token, kept);
      for (const { token } of device
        .credentials()
        .filter(({ token }) => token !== kept?.token && token.startsWith("wp-c-")))
        state.credentials.delete(token);
    });
    const before = JSON.stringify([device.users(), device.credentials()]);
    const [untouched] = (await portal.admin.query("select max(last_full_at) as at from controller_sync")).rows;
    const answer = await call(system, "sync-control", { action: "COMPARE", controller_id: id });
    const kinds = syncControl.COMPARE.reply.parse(answer).items.map((item) => item.kind);
    expect(kinds).toContain("orphan_found");
    expect(kinds).toContain("replica_differs");
    expect(kinds).not.toContain("orphan_removed");
    expect(JSON.stringify([device.users(), device.credentials()])).toBe(before);
    expect((await report()).items).toEqual(answer["items"]);
    const pending = await portal.admin.query("select from device_sync where controller_id = $1 and pending", [id]);
    expect(pending.rows).toEqual([]);
    expect((await portal.admin.query("select max(last_full_at) as at from controller_sync")).rows).toEqual([untouched]);

    const list = await system.rpc("drift_list", { p_limit: 1 });
    expect(list.error).toBeNull();
    expect(list.data).toMatchObject([
      { controller_name: "Huset", item: { kind: "replica_differs" }, settled: true, total: kinds.length },
    ]);
    expect((await nord.rpc("drift_list", {})).error).toMatchObject({ code: "42501" });

    await resume();
    await call(system, "sync-control", { action: "COMPARE", controller_id: id });
    await expect.poll(() => opens("620417")).toBe(true);
    expect(opens("384756")).toBe(false);
  });

  test("is shown to every reader as the cause of what waits, without the reason that somebody wrote", async () => {
    const { organizationId } = portal.accounts.nord;
    await system.from("organization_controllers").insert({ organization_id: organizationId, controller_id: id });
    await pause();
    await callFunction(nord, "end-user-manager", {
      action: "CREATE",
      payload: {
        organization_id: organizationId,
        first_name: "Nina",
        last_name: "Nord",
        pin: { value: "519283", validity_period: "1_week", access_point_ids: [door] },
      },
    });
    const states = async () => (await nord.from("sync_states").select("state, last_error, controller_cause")).data;
    expect(await states()).toEqual([{ state: "pending", last_error: null, controller_cause: "workers_paused" }]);
    const [unit] = controllerStates.reply.parse((await nord.rpc("controller_states", {})).data);
    expect(unit).toMatchObject({ name: "Huset", state: "online", workers_paused_at: expect.any(String) });
    expect(JSON.stringify(unit)).not.toContain("säkerhetskopia");
    await resume();
    await expect.poll(states).toEqual([{ state: "synced", last_error: null, controller_cause: null }]);

    await device.faults.offline();
    await portal.admin.query(
      "update device_sync set desired_gen = desired_gen + 1, next_try_at = now() where organization_id = $1",
      [organizationId],
    );
    await expect.poll(states).toEqual([{ state: "pending", last_error: null, controller_cause: "unreachable" }]);
    await device.faults.online();
  });
});
