// Gates with their own plate list, through the Axxon driver: the list equals the database; no replica waits for ever.
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "#drivers/clock.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import { createDriverRegistry } from "#drivers/registry.ts";
import { encryptControllerPassword } from "#server/controllers/encrypt.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { type AxxonSimulator, startAxxonSimulator } from "#simulators/axxon/server.ts";
import { paced } from "#tests/support/pace.ts";
import { makeFakeDevice } from "./fake-device.ts";
import { type Installation, makeInstallation, replicaOf, until } from "./installation.ts";

const HOUR_MS = 3_600_000;

let portal: Installation;
let engine: SyncEngine;
let server: AxxonSimulator;
let gate: { id: string; device: ReturnType<typeof makeFakeDevice>; doors: Map<string, string> };

beforeEach(async () => {
  portal = await makeInstallation();
  server = await startAxxonSimulator({ profile: "one3" });
  const id = randomUUID();
  gate = { id, device: makeFakeDevice([]), doors: new Map() };
  const { hostname, port } = new URL(server.url);
  await portal.admin.query(
    `insert into controllers (id, name, device_type, device_ip, device_port, username, password_encrypted, organization_id, allow_plain_http, list_sync)
     values ($1, 'Infarten', 'axxon_lpr', $2, $3, 'portal', $4, $5, true, true)`,
    [
      id,
      `http://${hostname}`,
      Number(port),
      encryptControllerPassword(portal.keys, id, "S3cret-pass"),
      portal.organizationId,
    ],
  );
  await portal.admin.query("insert into organization_controllers (organization_id, controller_id) values ($1, $2)", [
    portal.organizationId,
    id,
  ]);
  const network = createNetworkPolicy({ allow: ["127.0.0.0/8"], allowLoopback: true });
  const drivers = createDriverRegistry({
    network,
    clock: systemClock,
    timeouts: { callMs: paced(2_000), totalMs: paced(4_000) },
  });
  engine = portal.makeEngine({ openPlateController: (connection) => drivers.plateController("axxon_lpr", connection) });
  await engine.start();
  await portal.quiet();
});
afterEach(async () => {
  await portal.close();
  await server.close();
});

async function addVehicle(
  plate: string,
  window: { from?: Date; to?: Date } = {},
): Promise<{ id: string; credentialId: string }> {
  const id = await portal.one<string>(
    "with u as (insert into end_users (organization_id, first_name, last_name) values ($1, 'Anna', 'Svensson') returning id) select id as value from u",
    [portal.organizationId],
  );
  const credentialId = randomUUID();
  const { from = new Date(Date.now() - HOUR_MS), to = new Date(Date.now() + HOUR_MS) } = window;
  await portal.admin.query(
    "insert into credentials (id, end_user_id, credential_type, credential_value, valid_from, valid_to) values ($1, $2, 'license_plate', $3, $4, $5)",
    [credentialId, id, plate, from, to],
  );
  await portal.admin.query("insert into controller_assignments (credential_id, controller_id) values ($1, $2)", [
    credentialId,
    gate.id,
  ]);
  return { id, credentialId };
}

function onList(): string[] {
  const ours = [...server.state.lists.values()].find((list) => list.name === "Portal");
  return (ours?.item_ids ?? []).flatMap((id) => server.state.items.get(id)?.data_string ?? []).sort();
}

/** Makes the comparison due after the ending run has set its own time. */
async function compareNow(): Promise<void> {
  await until(() => portal.one<boolean>("select lease_owner is null as value from controller_sync"));
  await portal.admin.query("update controller_sync set verify_at = now()");
}

const receipts = async (sourceId: string) =>
  (
    await portal.admin.query<{ kind: string }>(
      "select kind from sync_receipts where source_id = $1 order by read_back_at",
      [sourceId],
    )
  ).rows.map(({ kind }) => kind);

// Covers: device.20
test("a vehicle is on the list while somebody has it, and its removal is confirmed", async () => {
  const anna = await addVehicle("MLB 84A");
  expect(await engine.waitForSources([anna.credentialId], paced(60_000))).toEqual([]);
  expect(onList()).toEqual(["MLB84A"]);
  const berit = await addVehicle("mlb84a");
  await portal.quiet();
  await portal.deletePerson(anna);
  await portal.quiet();
  expect(onList()).toEqual(["MLB84A"]);
  await portal.deletePerson(berit);
  await portal.quiet();
  expect([onList(), [...server.state.items.values()]]).toEqual([[], []]);
  expect(await receipts(anna.credentialId)).toEqual(["grant", "revocation"]);
  expect(await replicaOf(portal, gate, berit.credentialId)).toBeNull();
});

test("a reading linked to a vehicle stands beside its plate, and goes with it", async () => {
  const anna = await addVehicle("MLB84A");
  await portal.quiet();
  await portal.admin.query(
    "insert into plate_aliases (controller_id, organization_id, credential_id, plate_number) values ($1, $2, $3, 'MLB B4A'), ($1, $2, $3, 'NLB84A')",
    [gate.id, portal.organizationId, anna.credentialId],
  );
  await portal.quiet();
  expect(onList()).toEqual(["MLB84A", "MLBB4A", "NLB84A"]);
  await portal.admin.query("delete from plate_aliases where plate_key = 'NLB84A'");
  await portal.quiet();
  expect(onList()).toEqual(["MLB84A", "MLBB4A"]);
  await portal.admin.query("update credentials set credential_value = 'MLB120' where id = $1", [anna.credentialId]);
  await portal.quiet();
  expect(onList()).toEqual(["MLB120"]);
});

test("a changed plate takes the former one's place", async () => {
  const anna = await addVehicle("MLB84A");
  await portal.quiet();
  await portal.admin.query("update credentials set credential_value = 'MLB120' where id = $1", [anna.credentialId]);
  await portal.quiet();
  expect(onList()).toEqual(["MLB120"]);
});

// Covers: device.20
test("a list knows no dates: a vehicle comes when its time begins and goes when it ends", async () => {
  const anna = await addVehicle("MLB84A", {
    from: new Date(Date.now() + HOUR_MS),
    to: new Date(Date.now() + 2 * HOUR_MS),
  });
  await portal.quiet();
  expect([onList(), await receipts(anna.credentialId)]).toEqual([[], []]);
  const wakes = "select next_try_at = valid_from as value from device_sync join credentials on id = source_id";
  expect(await portal.one(wakes)).toBe(true);
  // The hour has passed, so the replica wakes by itself.
  const nobodyLooks = "set session_replication_role = replica";
  await portal.admin.query(
    `begin; ${nobodyLooks}; update credentials set valid_from = now(); update device_sync set next_try_at = now(); commit; reset session_replication_role`,
  );
  await until(() => onList().length === 1);
  await portal.quiet();
  await portal.admin.query(
    `begin; ${nobodyLooks}; update credentials set valid_to = now(); update device_sync set next_try_at = now(); commit; reset session_replication_role`,
  );
  await until(() => onList().length === 0);
  await until(async () => (await receipts(anna.credentialId)).at(-1) === "revocation");
});

/** Gives the vehicle the gate by a group, at the hours of the schedule. */
async function giveByGroup(name: string, personId: string, schedule: string | null): Promise<void> {
  await portal.admin.query(
    `with g as (insert into access_groups (organization_id, name) values ($1, $2) returning id, organization_id),
       d as (insert into access_group_doors (group_id, organization_id, controller_id, schedule_id) select id, organization_id, $3, $4 from g)
     insert into access_group_members (group_id, organization_id, end_user_id) select id, organization_id, $5 from g`,
    [portal.organizationId, name, gate.id, schedule, personId],
  );
}

test("a list knows no hours: a vehicle with nothing else is not on it, and one that has the gate always is", async () => {
  const schedule = await portal.one<string>(
    "insert into schedules (name) values ('Dygnet runt') returning id as value",
  );
  await portal.admin.query(
    "insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, anchor) select $1, w, 0, 1440, '2026-01-01' from generate_series(1, 7) w",
    [schedule],
  );
  const [anna, berit, cecilia] = [await addVehicle("MLB84A"), await addVehicle("MLB120"), await addVehicle("MLB121")];
  await portal.quiet();
  const noDirect = (credentialId: string) =>
    portal.admin.query("delete from controller_assignments where credential_id = $1", [credentialId]);
  await giveByGroup("Städ", anna.id, schedule);
  await giveByGroup("Styrelse", berit.id, schedule);
  await giveByGroup("Boende", cecilia.id, null);
  await noDirect(anna.credentialId);
  await noDirect(cecilia.credentialId);
  await portal.quiet();
  expect(onList()).toEqual(["MLB120", "MLB121"]);
  expect((await receipts(anna.credentialId)).at(-1)).toBe("revocation");
  expect((await replicaOf(portal, gate, anna.credentialId))?.pending ?? false).toBe(false);
  // New hours at a place of the group remove the vehicle from the list; without hours it returns.
  await portal.admin.query(
    "update access_group_doors set schedule_id = $1 where group_id in (select id from access_groups where name = 'Boende')",
    [schedule],
  );
  await portal.quiet();
  expect(onList()).toEqual(["MLB120"]);
  await portal.admin.query("update access_group_doors set schedule_id = null");
  await portal.quiet();
  expect(onList()).toEqual(["MLB120", "MLB121", "MLB84A"]);
});

test("other lists are left as they are, and what somebody put on ours by hand goes", async () => {
  const guards = { id: "guards", name: "Vaktbolaget", description: "", score: 0, item_ids: ["x"], type: "ELT_LPR" };
  server.state.items.set("x", { id: "x", type: "DT_Plate", data_string: "MLB007" });
  server.state.lists.set("guards", guards);
  await addVehicle("MLB84A");
  await portal.quiet();
  const ours = [...server.state.lists.values()].find((list) => list.name === "Portal");
  ours?.item_ids.push("x");
  await compareNow();
  await until(() => onList().length === 1);
  expect(server.state.lists.get("guards")).toEqual(guards);
  expect(server.state.items.has("x")).toBe(true);
});

test("a vehicle taken off by hand is put back by the comparison", async () => {
  await addVehicle("MLB84A");
  await portal.quiet();
  server.state.items.clear();
  await compareNow();
  await until(() => onList()[0] === "MLB84A");
});

test("a change whose answer is lost is found done, and put on once", async () => {
  server.faults.once({ kind: "reset-after" }, /ChangeItems/);
  const anna = await addVehicle("MLB84A");
  await portal.quiet();
  expect([...server.state.items.values()].map((item) => item.data_string)).toEqual(["MLB84A"]);
  expect(await receipts(anna.credentialId)).toEqual(["grant"]);
});

// Covers: device.20
test("a removal that the server does not keep is not believed, and is done as soon as it does", async () => {
  const anna = await addVehicle("MLB84A");
  await portal.quiet();
  const { lists, items } = server.state;
  const [setList, removeItem] = [lists.set.bind(lists), items.delete.bind(items)];
  lists.set = () => lists;
  items.delete = () => false;
  await portal.deletePerson(anna);
  await until(async () => (await replicaOf(portal, gate, anna.credentialId))?.last_error === "read_back_differs:plate");
  expect([onList(), await receipts(anna.credentialId)]).toEqual([["MLB84A"], ["grant"]]);
  const { rows } = await portal.admin.query(
    "select plate, desired, controller_error from (select set_config('app.org', $1, false)) o, sync_queue('pending_removal')",
    [portal.organizationId],
  );
  expect(rows).toMatchObject([{ plate: true, desired: false }]);
  lists.set = setList;
  items.delete = removeItem;
  await engine.syncNow(gate.id);
  await portal.quiet();
  expect([onList(), await receipts(anna.credentialId)]).toEqual([[], ["grant", "revocation"]]);
});

// Covers: device.20
test("a server without plate lists is named as the reason, and the replicas go on when it has them", async () => {
  server.state.hasRecognizer = false;
  const anna = await addVehicle("MLB84A");
  await until(async () => (await portal.one("select last_error as value from controller_sync")) === "no_plate_lists");
  expect(await engine.waitForSources([anna.credentialId], 0)).toMatchObject([
    { operation: "grant", error: "no_plate_lists" },
  ]);
  server.state.hasRecognizer = true;
  await engine.syncNow(gate.id);
  await portal.quiet();
  expect(onList()).toEqual(["MLB84A"]);
});

test("a server with too long lists is named as the reason, loses no plate, and is in step with fewer", async () => {
  const { items } = server.state;
  for (let n = 0; n < 1_000; n += 1) items.set(String(n), { id: String(n), type: "DT_Plate", data_string: `P${n}` });
  const shorten = server.faults.add(
    { kind: "huge", bytes: 33 * 1024 * 1024 },
    { on: "RealtimeRecognizerService.GetItems" },
  );
  const anna = await addVehicle("MLB84A");
  await until(
    async () => (await portal.one("select last_error as value from controller_sync")) === "plate_list_too_long",
  );
  expect(await engine.waitForSources([anna.credentialId], 0)).toMatchObject([{ error: "plate_list_too_long" }]);
  expect([items.size, server.requests.count("RealtimeRecognizerService.ChangeItems")]).toEqual([1_000, 0]);
  shorten();
  await engine.syncNow(gate.id);
  await portal.quiet();
  expect([onList(), items.size]).toEqual([["MLB84A"], 1_001]);
});

// Covers: device.20
test("a list that is given up is emptied, and no replica is left; taken up again, everybody returns", async () => {
  const anna = await addVehicle("MLB84A");
  await portal.quiet();
  await portal.admin.query("update controllers set list_sync = false where id = $1", [gate.id]);
  await until(async () => (await portal.one<number>("select count(*)::int as value from device_sync")) === 0);
  expect([onList(), await receipts(anna.credentialId)]).toEqual([[], ["grant", "revocation"]]);
  await portal.admin.query("update controllers set list_sync = true where id = $1", [gate.id]);
  await until(() => onList().length === 1);
});

const gateState = () =>
  portal.one("select json_build_object('attempts', attempts, 'last_error', last_error) as value from controller_sync");
const IN_ORDER = { attempts: 0, last_error: null };

test.each([400, 500, "dropped"] as const)(
  "a plate that the server does not take (%s) is its own row's error: others come and go",
  async (refusedItems) => {
    Object.assign(server.state.switches, { refusedItems });
    const berit = await addVehicle("MLB84A");
    await portal.quiet();
    server.state.refusedPlates.add("AAA111");
    const anna = await addVehicle("AAA111");
    await until(async () => ((await replicaOf(portal, gate, anna.credentialId))?.attempts ?? 0) > 0);
    expect(await replicaOf(portal, gate, anna.credentialId)).toMatchObject({
      pending: true,
      last_error: refusedItems === 400 ? "device_fault" : "device_failed",
    });
    const cecilia = await addVehicle("MLB120");
    await portal.deletePerson(berit);
    expect(await engine.waitForSources([berit.credentialId, cecilia.credentialId], paced(60_000))).toEqual([]);
    expect(onList()).toEqual(["MLB120"]);
    expect(await gateState()).toEqual(IN_ORDER);
    server.state.refusedPlates.clear();
    await engine.syncNow(gate.id);
    await portal.quiet();
    expect(onList()).toEqual(["AAA111", "MLB120"]);
  },
);

test("a plate whose row cannot be read is on no list, and others come and go", async () => {
  const [anna, berit] = [await addVehicle("AAA111"), await addVehicle("MLB84A")];
  await portal.quiet();
  await portal.admin.query("alter table credentials drop constraint if exists credentials_valid_to_years");
  await portal.admin.query("update credentials set valid_to = 'infinity' where id = $1", [anna.credentialId]);
  await portal.deletePerson(berit);
  const cecilia = await addVehicle("MLB120");
  expect(await engine.waitForSources([berit.credentialId, cecilia.credentialId], paced(60_000))).toEqual([]);
  await until(async () => (await replicaOf(portal, gate, anna.credentialId))?.last_error === "replica_unreadable");
  expect([onList(), await gateState()]).toEqual([["MLB120"], IN_ORDER]);
});

test("a removal is off the list and recorded before the first plate of the same run is put on", async () => {
  const berit = await addVehicle("MLB84A");
  await portal.quiet();
  await portal.admin.query("insert into worker_pause (reason) values ('prov')");
  await portal.deletePerson(berit);
  await addVehicle("AAA111");
  const asked: Promise<{ rowCount: number | null }>[] = [];
  const { items } = server.state;
  const set = items.set.bind(items);
  items.set = (id, item) => {
    asked.push(portal.admin.query("select from device_sync where source_id = $1", [berit.credentialId]));
    return set(id, item);
  };
  await portal.admin.query("delete from worker_pause");
  await portal.quiet();
  const replicas = await Promise.all(asked);
  expect([onList(), replicas.map(({ rowCount }) => rowCount)]).toEqual([["AAA111"], [0]]);
});
