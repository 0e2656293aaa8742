import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DeviceCredential } from "#drivers/port.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { paced } from "#tests/support/pace.ts";
import { spelledOut } from "#tests/support/spelled-out.ts";
import { makeDoor } from "./fake-device.ts";
import { type Installation, makeInstallation, type TestController, type TestPerson, until } from "./installation.ts";

let portal: Installation;
let engine: SyncEngine;
let fixture: TestController;
let anna: TestPerson;
let annas: string;

beforeEach(async () => {
  portal = await makeInstallation();
  fixture = await portal.addController("Porten");
  engine = portal.makeEngine();
  await engine.start();
  await portal.quiet();
  await portal.loadDoors(fixture);
  anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
  annas = `wp-c-${anna.credentialId}`;
  await portal.quiet();
});
afterEach(() => portal.close());

const foreign = (change: Partial<DeviceCredential> = {}): DeviceCredential => ({
  token: "Axis-1:1",
  userToken: "Axis-1:2",
  pin: "990011",
  validFrom: null,
  validTo: null,
  enabled: true,
  profileTokens: [],
  ...change,
});

describe("a full comparison", () => {
  it("finds nothing on a device that is as the database says", async () => {
    const report = await engine.compareNow(fixture.id);
    expect(report).toMatchObject({ controllerId: fixture.id, users: 1, credentials: 1, items: [] });
    expect(report.doors).toEqual({ doors: 2, added: 0, missing: 0, profilesWritten: 0 });
  });

  it("is dated by its beginning, since what was edited meanwhile may not be in it", async () => {
    let read: string | undefined;
    fixture.device.before = async (call) => {
      if (call === "read") read ??= await portal.one<string>("select clock_timestamp()::text as value");
    };
    await engine.compareNow(fixture.id);
    const early = "select last_full_at <= $2::timestamptz as value from controller_sync where controller_id = $1";
    expect(await portal.one<boolean>(early, [fixture.id, read])).toBe(true);
  });

  it("reports what is not ours, leaves it alone, and reserves its PIN while it is there", async () => {
    fixture.device.users.set("Axis-1:2", {
      token: "Axis-1:2",
      firstName: "Vakt",
      lastName: "Mästare",
      name: "Mästare, Vakt",
    });
    fixture.device.credentials.set("Axis-1:1", foreign());
    const report = await engine.compareNow(fixture.id);
    expect(report.items).toEqual([
      { kind: "unknown_object", object: "credential", token: "Axis-1:1", name: null, carriesPin: true },
      { kind: "unknown_object", object: "user", token: "Axis-1:2", name: "Mästare, Vakt", carriesPin: false },
    ]);
    expect(spelledOut(report)).not.toContain("990011");
    expect(fixture.device.credentials.has("Axis-1:1")).toBe(true);
    await expect(portal.addPerson("Berit", "990011", [[fixture, "Entré"]])).rejects.toMatchObject({ code: "23505" });
    fixture.device.credentials.delete("Axis-1:1");
    await engine.compareNow(fixture.id);
    const berit = await portal.addPerson("Berit", "990011", [[fixture, "Entré"]]);
    expect(await engine.waitForSources([berit.credentialId], paced(60_000))).toEqual([]);
  });

  it.each<[string, (replica: DeviceCredential) => DeviceCredential | null, string]>([
    ["a longer validity", (replica) => ({ ...replica, validTo: null }), "valid_to"],
    ["another PIN", (replica) => ({ ...replica, pin: "565656" }), "pin"],
    ["one more door", (replica) => ({ ...replica, profileTokens: [...fixture.device.profiles.keys()] }), "profiles"],
    ["a switched-off credential", (replica) => ({ ...replica, enabled: false }), "disabled"],
    ["no credential", () => null, "credential_missing"],
  ])("finds and repairs %s that somebody made by hand", async (_case, edit, difference) => {
    const replica = fixture.device.credentials.get(annas);
    if (!replica) throw new Error("Anna is not on the device");
    const edited = edit(replica);
    if (edited) fixture.device.credentials.set(annas, edited);
    else fixture.device.credentials.delete(annas);
    const report = await engine.compareNow(fixture.id);
    expect(report.items).toEqual([
      {
        kind: "replica_differs",
        sourceId: anna.credentialId,
        sourceKind: "credential",
        organizationId: portal.organizationId,
        label: "Anna Svensson",
        differences: [difference],
      },
    ]);
    await portal.quiet();
    expect(fixture.device.credentials.get(annas)).toEqual(replica);
  });

  it("removes what is ours and belongs to nobody any more", async () => {
    const replica = fixture.device.credentials.get(annas);
    const user = fixture.device.users.get(`wp-u-${anna.credentialId}`);
    if (!replica || !user) throw new Error("Anna is not on the device");
    await portal.deletePerson(anna);
    await portal.quiet();
    fixture.device.credentials.set(replica.token, replica);
    fixture.device.users.set(user.token, user);
    const report = await engine.compareNow(fixture.id);
    expect(report.items).toEqual([
      { kind: "orphan_removed", object: "credential", token: annas, sourceId: anna.credentialId },
      { kind: "orphan_removed", object: "user", token: `wp-u-${anna.credentialId}`, sourceId: anna.credentialId },
    ]);
    expect([fixture.device.users.size, fixture.device.credentials.size]).toEqual([0, 0]);
  });

  it("leaves people of another portal alone, though their tokens look like ours", async () => {
    const token = "wp-c-11111111-2222-4333-8444-555555555555";
    fixture.device.credentials.set(token, foreign({ token, userToken: null }));
    const report = await engine.compareNow(fixture.id);
    expect(report.items).toEqual([
      { kind: "unknown_object", object: "credential", token, name: null, carriesPin: true },
    ]);
    expect(fixture.device.credentials.has(token)).toBe(true);
  });

  it("comes by itself when it is due, and is then due again later", async () => {
    fixture.device.credentials.delete(annas);
    await portal.admin.query("update controller_sync set verify_at = now()");
    await until(() => fixture.device.credentials.has(annas));
    await portal.quiet();
    const ahead = await portal.one<number>(
      "select extract(epoch from verify_at - now())::float8 as value from controller_sync",
    );
    expect(ahead).toBeGreaterThan(150);
  });

  it("comes again at once when it was asked for while one was under way", async () => {
    let reads = 0;
    fixture.device.before = async (call) => {
      if (call !== "read" || reads++ > 0) return;
      await portal.admin.query("update controller_sync set verify_at = now()");
    };
    await engine.compareNow(fixture.id);
    const ofTheFirst = reads;
    expect(ofTheFirst).toBeGreaterThan(0);
    await until(() => reads > ofTheFirst);
  });

  it("comes before the first write to a device, so that a PIN that is there already goes to nobody", async () => {
    await engine.stop();
    const cellar = await portal.addController("Källaren");
    cellar.device.credentials.set("Axis-1:1", foreign());
    const next = portal.makeEngine();
    await next.start();
    await portal.quiet();
    await portal.loadDoors(cellar);
    await expect(portal.addPerson("Berit", "990011", [[cellar, "Entré"]])).rejects.toMatchObject({ code: "23505" });
  });
});

describe("a controller that was replaced", () => {
  // Covers: device.28, device.34
  it("stops its worker until a system admin rebuilds it, and then holds everybody again", async () => {
    const { device } = fixture;
    device.serial = "SERIAL-NEW";
    device.users.clear();
    device.credentials.clear();
    device.profiles.clear();
    device.doors = [makeDoor("Entré", "new-1"), makeDoor("Garage", "new-2")];
    const berit = await portal.addPerson("Berit", "611822", [[fixture, "Garage"]]);
    await until(async () => (await portal.one("select last_error as value from controller_sync")) === "serial_changed");
    expect([device.users.size, device.profiles.size]).toEqual([0, 0]);
    await engine.rebuild(fixture.id);
    expect(await engine.waitForSources([anna.credentialId, berit.credentialId], paced(60_000))).toEqual([]);
    await portal.quiet();
    expect([
      device.wouldOpen("483920", "new-1"),
      device.wouldOpen("611822", "new-2"),
      device.wouldOpen("483920", "new-2"),
    ]).toEqual([true, true, false]);
    expect(await portal.one("select serial as value from controllers")).toBe("SERIAL-NEW");
  });

  it("with another certificate gets nothing either", async () => {
    await engine.stop();
    fixture.device.certSha256 = "b".repeat(64);
    const next = portal.makeEngine();
    await next.start();
    const before = fixture.device.writes.length;
    await portal.addPerson("Berit", "611822", [[fixture, "Garage"]]);
    await until(
      async () => (await portal.one("select last_error as value from controller_sync")) === "certificate_changed",
    );
    expect(fixture.device.writes.length).toBe(before);
  });
});

describe("the doors of a controller", () => {
  it("that were recreated with new tokens keep their rows and open for the same people", async () => {
    fixture.device.doors = [makeDoor("Entré", "new-1"), makeDoor("Garage", "new-2")];
    expect(fixture.device.wouldOpen("483920", "new-1")).toBe(false);
    expect(await engine.syncAccessPoints(fixture.id)).toEqual({ doors: 2, added: 0, missing: 0, profilesWritten: 2 });
    expect(fixture.device.wouldOpen("483920", "new-1")).toBe(true);
    const { rows } = await portal.admin.query("select id, device_door_token from access_points order by name");
    expect(rows).toEqual([
      { id: fixture.doors.get("Entré"), device_door_token: "new-1" },
      { id: fixture.doors.get("Garage"), device_door_token: "new-2" },
    ]);
  });

  it("that are gone are flagged missing and stay; new ones are added with what an administrator wrote kept", async () => {
    await portal.admin.query("update access_points set door_name = 'Stora porten' where name = 'Entré'");
    fixture.device.doors = [makeDoor("Entré", "door-1"), makeDoor("Källare", "door-3")];
    expect(await engine.syncAccessPoints(fixture.id)).toEqual({ doors: 2, added: 1, missing: 1, profilesWritten: 1 });
    const { rows } = await portal.admin.query(
      "select name, door_name, missing_since is not null as missing from access_points order by name",
    );
    expect(rows).toEqual([
      { name: "Entré", door_name: "Stora porten", missing: false },
      { name: "Garage", door_name: "Garage", missing: true },
      { name: "Källare", door_name: "Källare", missing: false },
    ]);
  });

  it("that do not exist are an error with the specification's words", async () => {
    fixture.device.doors = [];
    await expect(engine.syncAccessPoints(fixture.id)).rejects.toThrow("No access points found");
    expect(await portal.one("select last_error as value from controller_sync")).toBeNull();
  });

  it("have their profiles written again when somebody removed or widened them on the device", async () => {
    const [first] = [...fixture.device.profiles.keys()];
    if (!first) throw new Error("no profile");
    fixture.device.profiles.delete(first);
    await engine.compareNow(fixture.id);
    expect(fixture.device.wouldOpen("483920", "door-1")).toBe(true);
    const profile = fixture.device.profiles.get(first);
    if (!profile) throw new Error("no profile");
    profile.accessPointTokens = ["door-1-in", "door-2-in"];
    expect(fixture.device.wouldOpen("483920", "door-2")).toBe(true);
    await engine.compareNow(fixture.id);
    expect(fixture.device.wouldOpen("483920", "door-2")).toBe(false);
  });
});
