import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { paced } from "#tests/support/pace.ts";
import { offline, refuse } from "./fake-device.ts";
import {
  type Installation,
  makeInstallation,
  replicaOf,
  type TestController,
  type TestPerson,
  until,
} from "./installation.ts";

let portal: Installation;
let engine: SyncEngine;
let fixture: TestController;

beforeEach(async () => {
  portal = await makeInstallation();
  fixture = await portal.addController("Porten");
  engine = portal.makeEngine();
  await engine.start();
  await portal.quiet();
  await portal.loadDoors(fixture);
});
afterEach(() => portal.close());

const receipts = async (sourceId: string) =>
  (
    await portal.admin.query(
      "select kind, label, controller_name from sync_receipts where source_id = $1 order by created_at",
      [sourceId],
    )
  ).rows;

describe("a new controller", () => {
  // Covers: device.9
  it("is known by its certificate and serial, and has its doors as rows with profiles on the device", async () => {
    // The run notes the contact at its end.
    await until(
      async () =>
        (await portal.admin.query("select from controllers where id = $1 and last_sync is not null", [fixture.id]))
          .rowCount === 1,
    );
    const { rows } = await portal.admin.query("select cert_sha256, serial from controllers where id = $1", [
      fixture.id,
    ]);
    expect(rows).toEqual([{ cert_sha256: "a".repeat(64), serial: "SERIAL-Porten" }]);
    const doors = await portal.admin.query(
      "select name, device_door_token, access_profile_token, pin_min, pin_max, pin_use, pin_only_ok from access_points order by name",
    );
    const tokens = [...fixture.device.profiles.keys()];
    expect(doors.rows).toEqual([
      {
        name: "Entré",
        device_door_token: "door-1",
        access_profile_token: tokens[0],
        pin_min: 4,
        pin_max: 6,
        pin_use: "always",
        pin_only_ok: true,
      },
      {
        name: "Garage",
        device_door_token: "door-2",
        access_profile_token: tokens[1],
        pin_min: 4,
        pin_max: 6,
        pin_use: "always",
        pin_only_ok: true,
      },
    ]);
  });
});

/** Gives the person's PIN an end that soon, as a person would who shortens it. */
const endIn = ({ credentialId }: TestPerson, ms: number) =>
  portal.admin.query(
    "update credentials set valid_to = clock_timestamp() + make_interval(secs => $2::float8 / 1000) where id = $1",
    [credentialId, ms],
  );

describe("a person with a PIN", () => {
  // Covers: device.27
  it("gets in at the assigned door and no other, after a read-back with a receipt", async () => {
    const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    expect(await engine.waitForSources([anna.credentialId], paced(60_000))).toEqual([]);
    expect(fixture.device.wouldOpen("483920", "door-1")).toBe(true);
    expect(fixture.device.wouldOpen("483920", "door-2")).toBe(false);
    expect(await replicaOf(portal, fixture, anna.credentialId)).toMatchObject({ pending: false, last_error: null });
    expect(await receipts(anna.credentialId)).toEqual([
      { kind: "grant", label: "Anna Svensson", controller_name: "Porten" },
    ]);
    const { rows } = await portal.admin.query(
      "select axis_user_token, axis_credential_token from controller_assignments",
    );
    expect(rows).toEqual([
      { axis_user_token: `wp-u-${anna.credentialId}`, axis_credential_token: `wp-c-${anna.credentialId}` },
    ]);
  });

  it("is written once: a second look changes nothing on the device", async () => {
    const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    await portal.quiet();
    const before = fixture.device.writes.length;
    await portal.admin.query(
      "update device_sync set desired_gen = desired_gen + 1, next_try_at = now() where source_id = $1",
      [anna.credentialId],
    );
    await portal.quiet();
    expect(fixture.device.writes.length).toBe(before);
  });

  it("has a shortened validity on the device", async () => {
    const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    await portal.quiet();
    const tomorrow = new Date(Date.now() + 86_400_000);
    await portal.admin.query("update credentials set valid_to = $2 where id = $1", [anna.credentialId, tomorrow]);
    await portal.quiet();
    expect(fixture.device.wouldOpen("483920", "door-1")).toBe(true);
    expect(fixture.device.wouldOpen("483920", "door-1", tomorrow)).toBe(false);
  });

  it("is on the device before the validity begins, with its window", async () => {
    const from = new Date(Date.now() + 86_400_000);
    await portal.addPerson("Anna", "483920", [[fixture, "Entré"]], { from });
    await portal.quiet();
    expect(fixture.device.wouldOpen("483920", "door-1")).toBe(false);
    expect(fixture.device.wouldOpen("483920", "door-1", new Date(from.getTime() + 1_000))).toBe(true);
  });

  it("leaves the device at its end, frees the PIN once that is confirmed, and returns when prolonged", async () => {
    const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    await portal.quiet();
    expect(fixture.device.wouldOpen("483920", "door-1")).toBe(true);
    await endIn(anna, 1_500);
    await until(() => fixture.device.credentials.size === 0);
    await portal.quiet();
    expect(await portal.isReserved(fixture, "483920")).toBe(false);
    const kinds = (await receipts(anna.credentialId)).map((row) => row.kind);
    expect([kinds[0], kinds.at(-1)]).toEqual(["grant", "revocation"]);
    expect(kinds.filter((kind) => kind === "revocation")).toHaveLength(1);
    await portal.admin.query("update credentials set valid_to = now() + interval '1 day' where id = $1", [
      anna.credentialId,
    ]);
    await portal.quiet();
    expect(fixture.device.wouldOpen("483920", "door-1")).toBe(true);
    expect(await portal.isReserved(fixture, "483920")).toBe(true);
  });

  it("keeps its PIN reserved after the end until the device has shown that the replica is gone", async () => {
    const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    await portal.quiet();
    fixture.device.before = offline;
    await endIn(anna, 500);
    const isOver = "select valid_to < clock_timestamp() as value from credentials where id = $1";
    await until(() => portal.one<boolean>(isOver, [anna.credentialId]));
    // A try that begins after the end fails, too.
    await engine.syncNow(fixture.id);
    await until(async () => (await portal.one<number>("select attempts as value from controller_sync")) > 0);
    expect(await portal.isReserved(fixture, "483920")).toBe(true);
    fixture.device.before = null;
    await until(() => fixture.device.credentials.size === 0);
    await portal.quiet();
    expect(await portal.isReserved(fixture, "483920")).toBe(false);
  });

  it("loses access when switched off and has it again when switched on", async () => {
    const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    await portal.quiet();
    await portal.admin.query("update credentials set enabled = false where id = $1", [anna.credentialId]);
    await portal.quiet();
    expect(fixture.device.users.size).toBe(0);
    await portal.admin.query("update credentials set enabled = true where id = $1", [anna.credentialId]);
    await portal.quiet();
    expect(await portal.differences([fixture])).toEqual([]);
  });

  it("keeps the old PIN reserved until the device has shown the new one", async () => {
    const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    await portal.quiet();
    fixture.device.before = (call) => (call === "write" ? offline() : undefined);
    await portal.changePin(anna, "775104");
    await until(async () => (await replicaOf(portal, fixture, anna.credentialId))?.last_error === "unreachable");
    expect([await portal.isReserved(fixture, "483920"), await portal.isReserved(fixture, "775104")]).toEqual([
      true,
      true,
    ]);
    fixture.device.before = null;
    await engine.syncNow(fixture.id);
    await portal.quiet();
    expect([await portal.isReserved(fixture, "483920"), await portal.isReserved(fixture, "775104")]).toEqual([
      false,
      true,
    ]);
    expect(fixture.device.wouldOpen("775104", "door-1")).toBe(true);
  });
});

describe("a delete", () => {
  it("ends by read-back: replica and reservation go with a receipt, and the PIN is free", async () => {
    const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    await portal.quiet();
    await portal.deletePerson(anna);
    expect(await engine.waitForSources([anna.credentialId], paced(60_000))).toEqual([]);
    expect([fixture.device.users.size, fixture.device.credentials.size]).toEqual([0, 0]);
    expect(await replicaOf(portal, fixture, anna.credentialId)).toBeNull();
    expect((await receipts(anna.credentialId)).map((row) => row.kind)).toEqual(["grant", "revocation"]);
    const berit = await portal.addPerson("Berit", "483920", [[fixture, "Garage"]]);
    expect(await engine.waitForSources([berit.credentialId], paced(60_000))).toEqual([]);
  });

  // Covers: device.28
  it("waits while the device is away, with the name and the reserved PIN, and ends when it is back", async () => {
    const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    await portal.quiet();
    fixture.device.before = offline;
    await portal.deletePerson(anna);
    expect(await engine.waitForSources([anna.credentialId], paced(5_000))).toEqual([
      expect.objectContaining({
        controller_id: fixture.id,
        controller_name: "Porten",
        operation: "removal",
        error: "unreachable",
        outdated: ["access"],
      }),
    ]);
    await expect(portal.addPerson("Berit", "483920", [[fixture, "Garage"]])).rejects.toMatchObject({ code: "23505" });
    expect(await portal.one("select label as value from device_sync")).toBe("Anna Svensson");
    fixture.device.before = null;
    await engine.syncNow(fixture.id);
    await portal.quiet();
    expect(fixture.device.credentials.size).toBe(0);
    expect(await portal.isReserved(fixture, "483920")).toBe(false);
  });

  it("is not believed while an orphan of ours carries the PIN", async () => {
    const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    const old = await portal.addPerson("Old", "111999", [[fixture, "Entré"]]);
    await portal.quiet();
    await portal.deletePerson(old);
    await portal.quiet();
    const replica = fixture.device.credentials.get(`wp-c-${anna.credentialId}`);
    if (!replica) throw new Error("Anna is not on the device");
    fixture.device.credentials.set(`wp-c-${old.credentialId}`, { ...replica, token: `wp-c-${old.credentialId}` });
    await portal.deletePerson(anna);
    await portal.quiet();
    expect([...fixture.device.credentials.keys()]).toEqual([]);
  });
});

describe("a device that does not keep what is written", () => {
  // Covers: device.27
  it("shows as failed with what differs, and is right as soon as it keeps it", async () => {
    fixture.device.keeps = (credential) => ({ ...credential, validTo: null });
    const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    await until(
      async () => (await replicaOf(portal, fixture, anna.credentialId))?.last_error === "read_back_differs:valid_to",
    );
    const pending = await engine.waitForSources([anna.credentialId], 0);
    expect(pending).toEqual([
      expect.objectContaining({
        controller_id: fixture.id,
        controller_name: "Porten",
        operation: "grant",
        outdated: [],
        error: "read_back_differs:valid_to",
      }),
    ]);
    expect(await receipts(anna.credentialId)).toEqual([]);
    fixture.device.keeps = (credential) => credential;
    await engine.syncNow(fixture.id);
    await portal.quiet();
    expect(await portal.differences([fixture])).toEqual([]);
  });

  it("that refuses one person does not hold up the next", async () => {
    fixture.device.before = (call, target) => (call === "write" && target?.includes(refused) ? refuse() : undefined);
    let refused = "nobody";
    const first = await portal.addPerson("Nobody", "111444", []);
    refused = first.credentialId;
    await portal.assign(first.credentialId, [[fixture, "Entré"]]);
    const second = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    expect(await engine.waitForSources([second.credentialId], paced(60_000))).toEqual([]);
    expect(await replicaOf(portal, fixture, first.credentialId)).toMatchObject({
      pending: true,
      last_error: "device_fault",
    });
    expect(await portal.one("select last_error as value from controller_sync")).toBeNull();
  });

  it("that breaks down over one person lets the next one through", async () => {
    const first = await portal.addPerson("Nobody", "111444", []);
    fixture.device.before = (call, target) =>
      call === "write" && target?.includes(first.credentialId) ? offline() : undefined;
    await portal.assign(first.credentialId, [[fixture, "Entré"]]);
    const second = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    await until(async () => (await replicaOf(portal, fixture, second.credentialId))?.pending === false);
    expect(fixture.device.wouldOpen("483920", "door-1")).toBe(true);
  });

  it("that breaks down over one person has the ones before it recorded", async () => {
    await portal.admin.query("insert into worker_pause (reason) values ('Prov')");
    const broken = await portal.addPerson("Nobody", "111444", [[fixture, "Entré"]]);
    const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    await portal.admin.query(
      "update device_sync set next_try_at = now() - case source_id when $1 then interval '2 minutes' else interval '1 minute' end",
      [anna.credentialId],
    );
    // The question whether the device answers at all fails, too.
    let failing = 0;
    fixture.device.before = (call, target) => {
      if (call === "write" && target?.includes(broken.credentialId)) failing = 2;
      if (failing-- > 0) offline();
    };
    await portal.admin.query("delete from worker_pause");
    await until(async () => (await portal.one("select last_error as value from controller_sync")) === "unreachable");
    expect(await replicaOf(portal, fixture, anna.credentialId)).toMatchObject({ pending: false });
    expect(await receipts(anna.credentialId)).toHaveLength(1);
  });
});

// By the clock of before, the next tries, readings and comparisons lie in the future.
it("a controller is worked although the clock was set back by hours", async () => {
  const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
  await portal.quiet();
  await portal.admin.query("insert into worker_pause (reason) values ('Prov')");
  await portal.deletePerson(anna);
  const later = "now() + interval '2 hours'";
  await portal.admin.query(`update device_sync set next_try_at = ${later} where pending`);
  await portal.admin.query(`update door_event_cursors set next_read_at = ${later}, states_at = ${later}`);
  await until(async () => {
    await portal.admin.query(
      `update controller_sync set next_try_at = ${later}, verify_at = ${later} where lease_owner is null`,
    );
    return (
      (await portal.one<number>("select count(*)::int as value from controller_sync where lease_owner is not null")) ===
      0
    );
  });
  expect(await engine.waitForSources([anna.credentialId], 0)).toHaveLength(1);
  await portal.admin.query("delete from worker_pause");
  await until(() => !fixture.device.wouldOpen("483920", "door-1"));
  await portal.quiet();
});

describe("a controller that is away", () => {
  // Covers: device.27
  it("is tried less and less often, is called offline after five times, and delays no other", async () => {
    const other = await portal.addController("Garaget");
    await portal.quiet();
    await portal.loadDoors(other);
    fixture.device.before = offline;
    const anna = await portal.addPerson("Anna", "483920", [
      [fixture, "Entré"],
      [other, "Entré"],
    ]);
    await until(() => other.device.wouldOpen("483920", "door-1"));
    const worker = () =>
      portal.one<{ attempts: number; last_error: string | null; open: boolean; rests: boolean }>(
        `select json_build_object('attempts', attempts, 'last_error', last_error, 'open', breaker_open_since is not null, 'rests', next_try_at > now()) as value
         from controller_sync where controller_id = $1`,
        [fixture.id],
      );
    await until(async () => (await worker()).attempts === 1);
    expect(await worker()).toEqual({ attempts: 1, last_error: "unreachable", open: false, rests: true });
    for (let attempt = 2; attempt <= 5; attempt++) {
      await portal.admin.query("update controller_sync set next_try_at = now() where controller_id = $1", [fixture.id]);
      await until(async () => (await worker()).attempts >= attempt);
    }
    expect(await worker()).toMatchObject({ last_error: "unreachable", open: true, rests: true });
    // After a person's request the pauses begin short again, and the controller is still shown as offline.
    await engine.syncNow(fixture.id);
    await until(async () => (await worker()).attempts < 5);
    await until(async () => (await worker()).attempts > 0);
    expect(await worker()).toMatchObject({ attempts: 1, last_error: "unreachable", open: true });
    expect(await engine.waitForSources([anna.credentialId], paced(100))).toMatchObject([
      { controller_id: fixture.id, error: "unreachable" },
    ]);
    fixture.device.before = null;
    await engine.syncNow(fixture.id);
    await portal.quiet();
    // The run clears the error at its end, after reading the doors' log; the request itself has already cleared the attempts.
    await until(async () => (await worker()).last_error === null);
    expect(await worker()).toMatchObject({ attempts: 0, last_error: null, open: false });
    expect(await portal.differences([fixture, other])).toEqual([]);
  });

  it("rests while it is disabled, and goes on when it is enabled", async () => {
    await portal.admin.query("update controllers set enabled = false where id = $1", [fixture.id]);
    const before = { ...fixture.device.calls };
    const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    expect(await engine.waitForSources([anna.credentialId], paced(2_000))).toMatchObject([
      { operation: "grant", error: null },
    ]);
    expect(fixture.device.calls).toEqual(before);
    await portal.admin.query("update controllers set enabled = true where id = $1", [fixture.id]);
    await portal.quiet();
    expect(fixture.device.wouldOpen("483920", "door-1")).toBe(true);
  });
});

describe("doors and links", () => {
  it("a disabled door loses its people and an enabled one has them again", async () => {
    await portal.addPerson("Anna", "483920", [
      [fixture, "Entré"],
      [fixture, "Garage"],
    ]);
    await portal.quiet();
    for (const enabled of [false, true]) {
      await portal.admin.query("update access_points set enabled = $2 where id = $1", [
        fixture.doors.get("Garage"),
        enabled,
      ]);
      await portal.quiet();
      expect(fixture.device.wouldOpen("483920", "door-2")).toBe(enabled);
      expect(fixture.device.wouldOpen("483920", "door-1")).toBe(true);
    }
  });

  it("an unlinked organisation has nobody left on the device, and everybody again when linked", async () => {
    await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    await portal.quiet();
    await portal.admin.query("delete from organization_controllers where controller_id = $1", [fixture.id]);
    await portal.quiet();
    expect(fixture.device.credentials.size).toBe(0);
    await portal.admin.query("insert into organization_controllers (organization_id, controller_id) values ($1, $2)", [
      portal.organizationId,
      fixture.id,
    ]);
    await portal.quiet();
    expect(await portal.differences([fixture])).toEqual([]);
  });

  it("a weekly code opens all doors of its controllers under its own name", async () => {
    const id = await portal.one<string>("select gen_random_uuid() as value");
    const code = portal.keys.encryptPin("902817", `weekly_codes.code.${id}`);
    await portal.admin.query(
      `insert into weekly_codes (id, code, week_number, year, valid_from, valid_to) values ($1, $2, 47, 2026, now() - interval '1 day', now() + interval '6 days')`,
      [id, code],
    );
    await portal.admin.query("insert into weekly_code_assignments (weekly_code_id, controller_id) values ($1, $2)", [
      id,
      fixture.id,
    ]);
    await portal.quiet();
    expect(["door-1", "door-2"].map((door) => fixture.device.wouldOpen("902817", door))).toEqual([true, true]);
    expect(fixture.device.users.get(`wp-u-${id}`)?.name).toBe("Veckokod, v.47 2026");
    await portal.admin.query("delete from weekly_codes where id = $1", [id]);
    await portal.quiet();
    expect(fixture.device.users.size).toBe(0);
  });
});

describe("a pause of all workers", () => {
  it("keeps from a device what was changed after it, also in a run that began before it", async () => {
    await engine.stop();
    const reached = Promise.withResolvers<void>();
    const paused = Promise.withResolvers<void>();
    const late = portal.makeEngine({
      openDoorController: (connection) => {
        const device = fixture.device.open(connection);
        const identify = async () => {
          reached.resolve();
          await paused.promise;
          return device.identify();
        };
        return { ...device, identify };
      },
    });
    await portal.admin.query("update controller_sync set verify_at = now()");
    await late.start();
    await reached.promise;
    await portal.admin.query("insert into worker_pause (reason) values ('Prov')");
    const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    paused.resolve();
    await until(async () => late.load().workers === 0);
    expect(fixture.device.wouldOpen("483920", "door-1")).toBe(false);
    await portal.admin.query("delete from worker_pause");
    expect(await late.waitForSources([anna.credentialId], paced(60_000))).toEqual([]);
    expect(fixture.device.wouldOpen("483920", "door-1")).toBe(true);
  });
});
