// The table and function calls of the specification (sections 3, 6 and 7), sent as it writes them by the unmodified client.
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_MACRO_ID } from "#simulators/axxon/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, insertedId, signedInClient } from "#tests/support/client.ts";
import { postPlate, webhookAccount } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";

let portal: TestPortal;
let world: MainWorld;
let syd: SupabaseClient;
beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  syd = await signedInClient(portal.url, portal.accounts.syd);
  await callFunction(world.system, "generate-weekly-codes", {
    action: "generate",
    controllerIds: [world.controllerId],
  });
  await postPlate(portal.url, await read("MLB84A"));
  await portal.axxon.openedTimes(1);
});
afterAll(() => portal.close());
beforeEach(() => stepUpAgain(portal.admin));

const read = async (plate: string) => ({
  gateId: world.gateId,
  plate,
  account: await webhookAccount(world.system, world.gateId),
});
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|\+00:00)$/;

// Covers: 3.2
test.each([
  ["user_roles", "id, user_id, role, organization_id, created_at, profiles(id, first_name, last_name, email)"],
  ["profiles", "id, first_name, last_name, email"],
  ["organizations", "id, name, description, created_at"],
  [
    "controllers",
    "id, name, device_type, device_ip, device_port, username, password_encrypted, enabled, macro_id, last_sync, organization_id, created_at, access_points(id), organization_controllers(organization_id)",
  ],
  ["access_points", "id, controller_id, name, door_name, description, enabled, last_synced, access_profile_token"],
  ["organization_controllers", "organization_id, controller_id"],
  ["organization_access_points", "organization_id, access_point_id"],
  [
    "end_users",
    "id, organization_id, first_name, last_name, created_at, organizations(id, name), credentials(id, end_user_id, credential_type, credential_value, vehicle_type, validity_period, valid_from, valid_to, enabled, axxon_vehicle_id, controller_assignments(credential_id, controller_id, access_point_id, axis_user_token, axis_credential_token), access_assignments(access_points(name)))",
  ],
  ["weekly_codes", "id, code, week_number, year, valid_from, valid_to, weekly_code_assignments(controllers(name))"],
  [
    "access_logs",
    "id, detected_at, plate_number, controller_id, access_granted, access_reason, macro_executed, credentials(end_user_id), controllers(name, organization_id)",
  ],
])("%s has the columns and links of the specification, for a system admin", async (table, columns) => {
  const client: SupabaseClient = world.system;
  if (table === "organization_access_points") await giveDoor();
  const { data, error } = await client.from(table).select(columns).limit(1);
  expect(error).toBeNull();
  expect(data).toHaveLength(1);
  const named = columns.replaceAll(/\([^()]*(?:\([^()]*(?:\([^()]*\))?[^()]*\)[^()]*)*\)/g, "").split(", ");
  expect(Object.keys(Object(data?.[0])).sort()).toEqual(named.sort());
});

async function giveDoor(): Promise<void> {
  const organization_id = portal.accounts.nord.organizationId;
  const row = { organization_id, access_point_id: world.doorIds[0] };
  await world.system.from("organization_access_points").upsert(row, { ignoreDuplicates: true }).throwOnError();
}

describe("a table call", () => {
  // Covers: 7.6
  test("lists an organisation's administrators newest first with their profiles, and counts what it has", async () => {
    const organization_id = portal.accounts.nord.organizationId;
    const { data } = await world.system
      .from("user_roles")
      .select("created_at, profiles(id, first_name, last_name, email)")
      .eq("role", "org_admin")
      .eq("organization_id", organization_id)
      .order("created_at", { ascending: false })
      .throwOnError();
    expect(data).toEqual([
      { created_at: expect.any(String), profiles: expect.objectContaining({ email: portal.accounts.nord.email }) },
    ]);
    const counted = async (table: string) =>
      (
        await world.system
          .from(table)
          .select("*", { count: "exact", head: true })
          .eq("organization_id", organization_id)
      ).count;
    expect(await Promise.all(["end_users", "user_roles", "organization_controllers"].map(counted))).toEqual([1, 1, 2]);
  });

  // Covers: 7.6
  test("reads enabled controllers with their doors by name and by ids, and changes and deletes a door", async () => {
    const columns =
      "id, name, device_type, device_ip, device_port, enabled, access_points(id, name, door_name, enabled)";
    const controllers = () => world.system.from("controllers").select(columns).eq("enabled", true).order("name");
    const { data: all } = await controllers().throwOnError();
    expect(all?.map(({ name, access_points }) => [name, access_points.length])).toEqual([
      ["Garage Kajen", 2],
      ["Infart Norr", 0],
    ]);
    const { data: chosen } = await controllers().in("id", [world.gateId]).throwOnError();
    expect(chosen?.map(({ id }) => id)).toEqual([world.gateId]);
    const door = await insertedId(world.system, "access_points", { controller_id: world.gateId, name: "Bommen" });
    const words = { name: "Bom", description: "Vid vägen", door_name: "Bommen", enabled: false };
    await world.system.from("access_points").update(words).eq("id", door).throwOnError();
    const doors = () => world.system.from("access_points").select("*").eq("controller_id", world.gateId).order("name");
    expect((await doors().throwOnError()).data).toEqual([expect.objectContaining(words)]);
    await world.system.from("access_points").delete().eq("id", door).throwOnError();
    expect((await doors().throwOnError()).data).toEqual([]);
  });

  // Covers: 7.6, 7.15
  test("reads the last day's passages newest first, by controller, by result and by a part of the plate", async () => {
    const logs = () =>
      world.system
        .from("access_logs")
        .select("plate_number, access_reason, macro_executed, controllers(name), credentials(end_user_id)")
        .gte("detected_at", new Date(Date.now() - 86_400_000).toISOString())
        .order("detected_at", { ascending: false })
        .limit(100);
    await postPlate(portal.url, await read("XYZ999"));
    const { data } = await logs().throwOnError();
    expect(data?.map(({ plate_number, access_reason }) => [plate_number, access_reason])).toEqual([
      ["XYZ999", "no_match"],
      ["MLB84A", "valid_credential"],
    ]);
    const granted = async () =>
      (await logs().eq("controller_id", world.gateId).eq("access_granted", true).throwOnError()).data;
    // The log has the outcome some time after the gate has opened.
    await expect.poll(granted).toEqual([
      expect.objectContaining({
        macro_executed: true,
        controllers: { name: "Infart Norr" },
        credentials: { end_user_id: expect.any(String) },
      }),
    ]);
    const found = await logs().ilike("plate_number", "%yz9%").throwOnError();
    expect(found.data?.map(({ plate_number }) => plate_number)).toEqual(["XYZ999"]);
  });
});

// Covers: 7.10
test("controller-manager creates with every specified field, and an update changes only what it names", async () => {
  const payload = {
    name: "Infart Syd",
    device_type: "axxon_lpr",
    device_ip: portal.axxon.host,
    device_port: portal.axxon.port,
    username: "portal",
    password: "S3cret-pass",
    enabled: false,
    macro_id: DEFAULT_MACRO_ID,
  };
  const made = await callFunction(world.system, "controller-manager", { action: "CREATE", payload });
  const { password, ...stored } = payload;
  expect(made).toMatchObject({ status: 200, body: { controller: { ...stored, password_encrypted: "********" } } });
  expect(JSON.stringify(made.body)).not.toContain(password);
  const { id } = Object(made.body["controller"]);
  const changed = { action: "UPDATE", id, payload: { name: "Infart Sydost", enabled: true } };
  expect((await callFunction(world.system, "controller-manager", changed)).status).toBe(200);
  const { data } = await world.system.from("controllers").select("*").eq("id", id).single().throwOnError();
  expect(data).toMatchObject({ ...stored, name: "Infart Sydost", enabled: true });
  await world.system.from("controllers").delete().eq("id", id).throwOnError();
});

// Covers: 7.11
test("a connection is tested with the saved fields or a form's, and a wrong password is no success", async () => {
  const fields = { username: "portal", password_encrypted: "S3cret-pass" };
  const places = [
    ["axis-proxy", world.controllerId, { device_ip: portal.axis.url, device_port: portal.axis.port }],
    ["axxon-proxy", world.gateId, { device_ip: portal.axxon.host, device_port: portal.axxon.port }],
  ] as const;
  for (const [proxy, controller_id, place] of places) {
    const tested = (body: object) => callFunction(world.system, proxy, { action: "TEST_CONNECTION", ...body });
    expect(await tested({ controller_id })).toMatchObject({ status: 200, body: { success: true } });
    expect(await tested({ ...place, ...fields })).toMatchObject({ status: 200, body: { success: true } });
    const wrong = await tested({ ...place, ...fields, password_encrypted: "fel" });
    expect(wrong.status).toBeGreaterThanOrEqual(400);
    expect(await tested({ ...place, ...fields })).toMatchObject({ status: 200 });
  }
});

// Covers: 7.15
test("the macro is called by its address with Basic sign-in, for who is let in and for nobody else", async () => {
  const calls = () => portal.axxon.requests.recent().filter(({ target }) => target.includes("/macro/execute/"));
  const call = { method: "GET", target: `/macro/execute/${DEFAULT_MACRO_ID}`, authenticated: true, status: 200 };
  await expect.poll(calls).toEqual([expect.objectContaining(call)]);
  const refused = await postPlate(portal.url, await read("NEJ000"));
  expect(await refused.json()).toMatchObject({ granted: false, reason: "no_match" });
  expect(calls()).toHaveLength(1);
});

// Covers: 7.16
test("validity is whole seconds wherever it is read: in tables, in replies and on the device", async () => {
  const { data } = await world.system.from("credentials").select("valid_from, valid_to").throwOnError();
  const weekly = await callFunction(world.system, "generate-weekly-codes", { action: "list" });
  const listed = await callFunction(world.system, "axis-proxy", {
    action: "LIST_CREDENTIALS",
    controller_id: world.controllerId,
  });
  await expect.poll(() => portal.axis.credentials().length).toBe(2);
  const dates = [
    ...(data ?? []).flatMap(({ valid_from, valid_to }) => [valid_from, valid_to]),
    ...Object(weekly.body)["codes"].flatMap((code: Record<string, unknown>) => [code["valid_from"], code["valid_to"]]),
    ...Object(listed.body)["credentials"].flatMap((one: Record<string, unknown>) => [one["ValidFrom"], one["ValidTo"]]),
    ...portal.axis.credentials().flatMap(({ ValidFrom, ValidTo }) => [ValidFrom, ValidTo]),
  ];
  expect(dates.length).toBeGreaterThan(10);
  expect(dates.filter((date) => !INSTANT.test(String(date)))).toEqual([]);
});

// Covers: 6.1
test("a system admin sees every controller with its organisations, an org admin their own, others none", async () => {
  const names = async (client: SupabaseClient) =>
    (
      await client
        .from("controllers")
        .select("name, organization_controllers(organizations(name))")
        .order("created_at", { ascending: false })
    ).data ?? [];
  const toNord = [{ organizations: { name: "Brf Norrgården" } }];
  expect(await names(world.system)).toEqual([
    { name: "Infart Norr", organization_controllers: toNord },
    { name: "Garage Kajen", organization_controllers: toNord },
  ]);
  expect((await names(world.nord)).map(({ name }) => name)).toEqual(["Infart Norr", "Garage Kajen"]);
  expect(await names(syd)).toEqual([]);
  const people = (client: SupabaseClient) => client.from("end_users").select("last_name");
  expect((await people(world.system)).data).toEqual([{ last_name: "Exempelsson" }]);
  expect((await people(syd)).data).toEqual([]);
  await portal.admin.query("delete from user_roles where user_id = $1", [portal.accounts.nord.userId]);
  expect(await names(world.nord)).toEqual([]);
  expect((await people(world.nord)).data ?? []).toEqual([]);
});
