import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import { relayPreset } from "#contract/relay-presets.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { addDoorController, audited, call, counts, doorsOf } from "#tests/integration/doors/door-portal.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { callsWithoutLog } from "#tests/support/device-calls.ts";
import { eachWithNewController } from "./new-controller.ts";

const IN_USE = "Styrenheten har kopplade resurser. Ta bort dessa först.";
const TO = "2036-01-01T00:00:00Z";

let portal: TestPortal;
let system: SupabaseClient;
let nord: SupabaseClient;
let device: AxisSimulator;
let id: string;
let number: number;
eachWithNewController("Styrenhet", { doors: 1, webbportal: "all-doors" }, (made) => {
  ({ portal, system, nord, device, id, number } = made);
});

const manage = (body: object, client = system) => callFunction(client, "controller-manager", body);
const opens = (pin: string) => device.wouldOpen(pin, device.doorTokens[0] ?? "");

/** Makes one replica of each kind, which the unit has: an end user, a weekly code and a person of the dialog. */
async function fill(pins: { endUser: string; direct: string }): Promise<void> {
  const organization_id = portal.accounts.nord.organizationId;
  await system.from("organization_controllers").insert({ organization_id, controller_id: id });
  const [door] = (await doorsOf(system, id)).values();
  await call(nord, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id,
      first_name: "Alva",
      last_name: `Nummer${number}`,
      pin: { value: pins.endUser, validity_period: "12_months", access_point_ids: [door] },
    },
  });
  await call(system, "axis-proxy", {
    action: "CREATE_USER_WITH_PIN",
    controller_id: id,
    firstName: "Bo",
    lastName: "Direkt",
    pin: pins.direct,
    validFrom: "2026-01-01T00:00:00Z",
    validTo: TO,
    accessPointIds: [door],
  });
  const { codes } = await call(system, "generate-weekly-codes", { action: "generate", controllerIds: [id] });
  const weekly = (codes as { code: string }[])[0]?.code ?? "";
  // A reply waits some seconds for the unit; a busy machine's worker may need more.
  await expect.poll(() => [pins.endUser, pins.direct, weekly].map(opens)).toEqual([true, true, true]);
}

const ofController = (table: string) => `${table} where controller_id = '${id}'`;
const HOLDING = [
  "device_sync",
  "controller_pins",
  "controller_assignments",
  "weekly_code_assignments",
  "controller_users",
];
const held = () => counts(portal, ...HOLDING.map(ofController));

describe("the plate list on an LPR server", () => {
  const gate = { device_type: "axxon_lpr", device_ip: "192.0.2.40", username: "portal", password: "S3cret-pass" };
  const keeps = async (name: string) =>
    (await portal.admin.query("select list_sync from controllers where name = $1", [name])).rows;

  test("is kept where that was asked for, until it is given up, and not otherwise", async () => {
    await manage({ action: "CREATE", payload: { ...gate, name: "Grind utan lista" } });
    expect(await keeps("Grind utan lista")).toEqual([{ list_sync: false }]);
    const made = await manage({ action: "CREATE", payload: { ...gate, name: "Grind med lista", list_sync: true } });
    expect(made).toMatchObject({ status: 200, body: { controller: { list_sync: true } } });
    const { controller } = controllerManager.CREATE.reply.parse(made.body);
    await manage({ action: "UPDATE", id: controller.id, payload: { name: "Grind med lista 2" } });
    expect(await keeps("Grind med lista 2")).toEqual([{ list_sync: true }]);
    await manage({ action: "UPDATE", id: controller.id, payload: { list_sync: false } });
    expect(await keeps("Grind med lista 2")).toEqual([{ list_sync: false }]);
  });

  test("is nothing that a door controller has", async () => {
    const refused = { status: 400, body: { code: "invalid_body", field: "list_sync" } };
    const door = { ...gate, device_type: "axis", name: "Dörr med lista", list_sync: true };
    expect(await manage({ action: "CREATE", payload: door })).toMatchObject(refused);
    expect(await keeps("Dörr med lista")).toEqual([]);
    expect(await manage({ action: "UPDATE", id, payload: { list_sync: true } })).toMatchObject(refused);
  });
});

describe("org admins and controllers", () => {
  test.each([
    ["DELETE", {}],
    ["UNASSIGN", {}],
    ["UNASSIGN_DOOR", {}],
    ["RETIRE", { reason: "x" }],
    ["TRUST_CERTIFICATE", { fingerprint: "a".repeat(64) }],
    ["ALLOW_OLD_TLS", { fingerprint: "a".repeat(64) }],
    ["FORBID_OLD_TLS", {}],
    ["SET_UP_PUSH", { portal: "https://portal.example" }],
  ])("%s is refused", async (action, body) => {
    const answer = await manage({ action, id, ...body }, nord);
    expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
    const { rows } = await portal.admin.query("select enabled from controllers where id = $1", [id]);
    expect(rows).toEqual([{ enabled: true }]);
  });
});

const COLUMNS =
  "name, device_ip, device_port, username, enabled, macro_id, list_sync, frame_source, relay_request" as const;
const RELAY = relayPreset("shelly_gen2");
/** Gates, and changes that somebody makes while another person's form of the gate is open. */
const MEANWHILE: Record<string, { gate: object; changes: readonly object[] }> = {
  "an LPR server": {
    gate: { device_type: "axxon_lpr", device_ip: "192.0.2.61", username: "portal" },
    changes: [
      { name: "Norra grinden" },
      { username: "annan" },
      { macro_id: "m7" },
      { list_sync: true },
      { frame_source: "SERVER1/DeviceIpint.3/SourceEndpoint.video:0:0" },
      { enabled: false },
      { device_ip: "192.0.2.62", password: "S3cret-pass" },
      { device_port: 8443, password: "S3cret-pass" },
    ],
  },
  "a relay": {
    gate: { device_type: "http_relay", device_ip: "192.0.2.63", username: "portal", relay_request: RELAY },
    changes: [{ relay_request: { ...RELAY, seconds: RELAY.seconds + 1 } }],
  },
};

test.each(Object.entries(MEANWHILE))(
  "a form of %s that was opened before somebody else saved is refused, and nothing is overwritten",
  async (of, { gate, changes }) => {
    const made = await manage({ action: "CREATE", payload: { ...gate, name: of, password: "S3cret-pass" } });
    const { controller } = controllerManager.CREATE.reply.parse(made.body);
    const now = async () => (await system.from("controllers").select(COLUMNS).eq("id", controller.id).single()).data;
    const put = (payload: object, seen?: unknown) =>
      manage({ action: "UPDATE", id: controller.id, payload, ...(seen === undefined ? {} : { seen }) });
    for (const change of changes) {
      const opened = await now();
      expect(await put(change)).toMatchObject({ status: 200 });
      const changed = await now();
      expect(changed).not.toEqual(opened);
      expect(await put({ name: `${of} till sist` }, opened)).toMatchObject({
        status: 409,
        body: { code: "changed_by_other" },
      });
      expect(await now()).toEqual(changed);
      expect(await put({ name: `${of} ${changes.indexOf(change)}` }, changed)).toMatchObject({ status: 200 });
    }
  },
);

describe("deleting a controller", () => {
  // Covers: silent.7
  test("is refused in the specification's words while anybody is assigned, by function and by table call", async () => {
    await fill({ endUser: "483920", direct: "736281" });
    expect(await manage({ action: "DELETE", id })).toMatchObject({
      status: 409,
      body: { code: "controller_in_use", error: IN_USE },
    });
    const { error, status } = await system.from("controllers").delete().eq("id", id);
    expect(status).toBe(409);
    expect(error?.message).toMatch(/violates foreign key constraint/);
    expect(opens("483920")).toBe(true);
  });

  test("is possible once it is taken from its organisations, which keep their people and lose no other controller", async () => {
    await fill({ endUser: "483927", direct: "736287" });
    const other = await startAxisSimulator({ doors: 1 });
    const otherId = await addDoorController(system, { name: "Grannen", device: other });
    const organization_id = portal.accounts.nord.organizationId;
    await system.from("organization_controllers").insert({ organization_id, controller_id: otherId });
    const [own, neighbour] = [await doorsOf(system, id), await doorsOf(system, otherId)].map(
      (doors) => [...doors.values()][0],
    );
    await call(nord, "end-user-manager", {
      action: "CREATE",
      payload: {
        organization_id,
        first_name: "Cia",
        last_name: `Nummer${number}`,
        pin: { value: "483928", validity_period: "12_months", access_point_ids: [own, neighbour] },
      },
    });
    const { rows: neighbours } = await portal.admin.query<{ id: string }>(
      "insert into organizations (name) values ($1) returning id",
      [`Grannföreningen ${number}`],
    );
    const neighbour_id = neighbours[0]?.id ?? "";
    await system.from("organization_controllers").insert({ organization_id: neighbour_id, controller_id: id });
    // Their group has no people, and still keeps the controller from being deleted.
    await portal.admin.query(
      `with g as (insert into access_groups (organization_id, name) values ($1, 'Boende') returning id)
       insert into access_group_doors (group_id, organization_id, controller_id, access_point_id) select id, $1, $2, $3 from g`,
      [neighbour_id, id, own],
    );
    expect(await manage({ action: "UNASSIGN", id: "00000000-0000-4000-8000-00000000dead" })).toMatchObject({
      status: 404,
    });
    const assigned = (await portal.admin.query("select from controller_assignments where controller_id = $1", [id]))
      .rowCount;
    const { rows: clock } = await portal.admin.query<{ now: Date }>("select clock_timestamp() as now");
    const asked = clock[0]?.now;
    expect(await call(system, "controller-manager", { action: "UNASSIGN", id })).toMatchObject({
      organizations: 2,
      people: 2,
    });
    await expect.poll(() => [opens("483927"), opens("483928")]).toEqual([false, false]);
    await expect.poll(() => other.wouldOpen("483928", other.doorTokens[0] ?? "")).toBe(true);
    const people = await nord.from("end_users").select("first_name").like("last_name", `Nummer${number}`);
    expect(people.data?.map(({ first_name }) => first_name).toSorted()).toEqual(["Alva", "Cia"]);
    const { rows } = await portal.admin.query(
      `select a.action, a.organization_id, a.actor, a.row_count::int as rows, array_agg(distinct r ->> 'controller_id') as controllers
       from audit a, jsonb_array_elements(a.before) r where a.at >= $1 and a.actor is not null group by a.id order by a.action, a.organization_id = $2`,
      [asked, organization_id],
    );
    const by = { actor: portal.accounts.system.userId, controllers: [id] };
    expect(rows).toEqual([
      { action: "access_group_doors.delete", organization_id: neighbour_id, rows: 1, ...by },
      { action: "controller_assignments.delete", organization_id, rows: assigned, ...by },
      { action: "organization_controllers.delete", organization_id: neighbour_id, rows: 1, ...by },
      { action: "organization_controllers.delete", organization_id, rows: 1, ...by },
    ]);
    // People made at the controller belong to no organisation, and still keep the controller from being deleted.
    expect(await manage({ action: "DELETE", id })).toMatchObject({ status: 409, body: { error: IN_USE } });
    await other.close();
  });

  test("a door is taken from its people, who keep their other doors, and may then be deleted", async () => {
    await fill({ endUser: "483937", direct: "736297" });
    const [door] = [...(await doorsOf(system, id)).values()];
    const refused = await system
      .from("access_points")
      .delete()
      .eq("id", door ?? "");
    expect(refused.error?.code).toBe("23503");
    expect(await manage({ action: "UNASSIGN_DOOR", id: "00000000-0000-4000-8000-00000000dead" })).toMatchObject({
      status: 404,
    });
    expect(await manage({ action: "UNASSIGN_DOOR", id: door })).toMatchObject({ status: 200, body: { people: 1 } });
    await expect.poll(() => opens("483937")).toBe(false);
    const { data } = await nord.from("end_users").select("id").eq("last_name", `Nummer${number}`);
    expect(data).toHaveLength(1);
    expect(
      (
        await system
          .from("access_points")
          .delete()
          .eq("id", door ?? "")
      ).error,
    ).toBeNull();
  });

  test("is refused while a replica is not yet confirmed removed, and goes through afterwards", async () => {
    await fill({ endUser: "483921", direct: "736282" });
    await device.faults.offline();
    for (const table of ["controller_assignments", "controller_users"])
      await portal.admin.query(`delete from ${ofController(table)}`);
    await portal.admin.query("delete from weekly_codes");
    expect(await manage({ action: "DELETE", id })).toMatchObject({ status: 409, body: { error: IN_USE } });
    await device.faults.online();
    await call(system, "sync-control", { action: "SYNC_NOW", controller_id: id });
    await expect.poll(async () => (await manage({ action: "DELETE", id })).status).toBe(200);
    expect(device.credentials()).toEqual([]);
    const { rows } = await portal.admin.query(
      "select distinct kind from sync_receipts where controller_id = $1 order by 1",
      [id],
    );
    expect(rows).toEqual([{ kind: "grant" }, { kind: "revocation" }]);
  });

  test("in the middle of its comparison ends that comparison and disturbs no other controller", async () => {
    const other = await startAxisSimulator({ doors: 1 });
    const otherId = await addDoorController(system, { name: "Grannen", device: other });
    const slow = device.faults.latency(700);
    const comparing = callFunction(system, "sync-control", { action: "COMPARE", controller_id: id });
    await expect
      .poll(async () => {
        const { rows } = await portal.admin.query(
          "select lease_owner is not null as working from controller_sync where controller_id = $1",
          [id],
        );
        return rows;
      })
      .toEqual([{ working: true }]);
    expect(await manage({ action: "DELETE", id })).toMatchObject({ status: 200 });
    expect(await comparing).toMatchObject({ status: 404, body: { code: "controller_not_found" } });
    slow();
    expect(await counts(portal, ofController("drift_reports"), ofController("controller_sync"))).toEqual({
      [ofController("drift_reports")]: 0,
      [ofController("controller_sync")]: 0,
    });
    expect(await call(system, "sync-control", { action: "COMPARE", controller_id: otherId })).toMatchObject({
      success: true,
    });
    await other.close();
  });
});

describe("a controller that will never answer again", () => {
  // Covers: silent.7
  test("is retired: receipts say attested and why, PINs are free, and it can be deleted", async () => {
    await fill({ endUser: "483922", direct: "736283" });
    await device.faults.offline();
    const { replicas, controller } = controllerManager.RETIRE.reply.parse(
      await call(system, "controller-manager", { action: "RETIRE", id, reason: "Brann upp i augusti" }),
    );
    expect([replicas, controller.enabled]).toEqual([3, false]);
    expect(Object.values(await held())).toEqual([0, 0, 0, 0, 0]);
    const { rows } = await portal.admin.query(
      `select source_kind, attested_by = $2 as by_us, reason, read_back_at from sync_receipts
       where controller_id = $1 and kind <> 'grant' order by source_kind`,
      [id, portal.accounts.system.userId],
    );
    const attested = { by_us: true, reason: "Brann upp i augusti", read_back_at: null };
    expect(rows).toEqual([
      { source_kind: "credential", ...attested },
      { source_kind: "direct", ...attested },
      { source_kind: "weekly_code", ...attested },
    ]);
    const never = await portal.admin.query(
      "select from sync_receipts where controller_id = $1 and kind = 'revocation'",
      [id],
    );
    expect(never.rowCount).toBe(0);
    const audit = await portal.admin.query(
      "select after from audit where action = 'controller_retired' and subject_id = $1",
      [id],
    );
    expect(audit.rows).toEqual([{ after: [{ reason: "Brann upp i augusti", replicas: 3 }] }]);
    // The organisation's receipt gives the reason, because no read-back showed that the PIN is gone.
    const own = await nord.from("sync_receipts").select("kind, reason").eq("controller_id", id).eq("kind", "attested");
    expect(own.data).toHaveLength(1);
    expect(await manage({ action: "DELETE", id })).toMatchObject({ status: 200 });
    expect(await manage({ action: "RETIRE", id, reason: "igen" })).toMatchObject({
      status: 404,
      body: { error: "Controller not found" },
    });
  });

  test("that comes back after all has what was attested removed, and reported", async () => {
    await fill({ endUser: "483923", direct: "736284" });
    await device.faults.offline();
    await call(system, "controller-manager", { action: "RETIRE", id, reason: "Trodde vi" });
    await device.faults.online();
    expect(opens("483923")).toBe(true);
    await call(system, "controller-manager", { action: "UPDATE", id, payload: { enabled: true } });
    await call(system, "sync-control", { action: "COMPARE", controller_id: id });
    expect([opens("483923"), opens("736284"), device.credentials().length]).toEqual([false, false, 0]);
  });

  // Covers: device.36
  test("leaves no replica behind while its worker runs, in any order", async () => {
    await fill({ endUser: "483924", direct: "736285" });
    const slow = device.faults.latency(150);
    await portal.admin.query(
      "update device_sync set desired_gen = desired_gen + 1, next_try_at = now() where controller_id = $1",
      [id],
    );
    await call(system, "sync-control", { action: "SYNC_NOW", controller_id: id });
    await expect
      .poll(async () => {
        const { rows } = await portal.admin.query(
          "select lease_owner is not null as working from controller_sync where controller_id = $1",
          [id],
        );
        return rows;
      })
      .toEqual([{ working: true }]);
    await call(system, "controller-manager", { action: "RETIRE", id, reason: "Under arbete" });
    slow();
    expect(Object.values(await held())).toEqual([0, 0, 0, 0, 0]);
    await expect
      .poll(async () => {
        const { rows } = await portal.admin.query("select lease_owner from controller_sync where controller_id = $1", [
          id,
        ]);
        return rows;
      })
      .toEqual([{ lease_owner: null }]);
    expect(Object.values(await held())).toEqual([0, 0, 0, 0, 0]);
  });

  test("is not retired without a reason", async () => {
    expect(await manage({ action: "RETIRE", id, reason: "  " })).toMatchObject({
      status: 400,
      body: { field: "reason" },
    });
  });
});

describe("a changed certificate", () => {
  const testConnection = () => callFunction(system, "axis-proxy", { action: "TEST_CONNECTION", controller_id: id });
  const changeCertificate = () => {
    device.faults.changeCertificate();
    return device.certSha256 ?? "";
  };
  const trust = (fingerprint: string) => manage({ action: "TRUST_CERTIFICATE", id, fingerprint });

  test("is reported with its fingerprint, accepted as seen, and the worker goes on", async () => {
    const pinned = device.certSha256 ?? "";
    const fingerprint = changeCertificate();
    const refused = await testConnection();
    expect(refused).toMatchObject({
      status: 502,
      body: { code: "device_certificate_changed", details: { fingerprint, pinned } },
    });
    // Devices display the fingerprint in capitals with colons.
    const shown = (fingerprint.match(/../g) ?? []).join(":").toUpperCase();
    const { controller } = controllerManager.TRUST_CERTIFICATE.reply.parse((await trust(shown)).body);
    expect(controller.id).toBe(id);
    expect(await audited(portal, "certificate_trusted")).toBe(1);
    expect(await testConnection()).toMatchObject({ status: 200 });
    await fill({ endUser: "483925", direct: "736286" });
    expect(opens("483925")).toBe(true);
  });

  test("that is not the one the admin saw is refused, and no password is sent", async () => {
    const seen = changeCertificate();
    const now = changeCertificate();
    const before = callsWithoutLog(device);
    const answer = await trust(seen);
    expect(answer).toMatchObject({
      status: 409,
      body: { code: "device_certificate_changed", details: { fingerprint: now } },
    });
    expect(callsWithoutLog(device)).toEqual(before);
    const { rows } = await portal.admin.query("select cert_sha256 from controllers where id = $1", [id]);
    expect(rows).not.toEqual([{ cert_sha256: seen }]);
    expect(await testConnection()).toMatchObject({ status: 502 });
  });

  test("on other hardware is not enough: the serial is named", async () => {
    device.faults.replaceHardware();
    const { serial } = device;
    const answer = await trust(device.certSha256 ?? "");
    expect(answer).toMatchObject({ status: 502, body: { code: "device_serial_changed", details: { serial } } });
  });

  test.each(["", "abc", "z".repeat(64)])("%j is no fingerprint", async (fingerprint) => {
    expect(await trust(fingerprint)).toMatchObject({ status: 400, body: { field: "fingerprint" } });
  });
});
