import { afterEach, beforeEach, expect, it } from "vitest";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { paced } from "#tests/support/pace.ts";
import { type Installation, makeInstallation, type TestController, until } from "./installation.ts";
import { startSimulatedDevices } from "./simulated-devices.ts";

let portal: Installation;
let engine: SyncEngine;
let axis: AxisSimulator;
let fixture: TestController;
let entry: string;
let garage: string;

beforeEach(async () => {
  portal = await makeInstallation();
  axis = await startAxisSimulator({ doors: [{ name: "Entré" }, { name: "Garage" }] });
  [entry = "", garage = ""] = axis.doorTokens;
  ({ fixture, engine } = await startSimulatedDevices(portal, axis, {
    name: "Porten",
    timeouts: { callMs: paced(2_000), totalMs: paced(4_000) },
  }));
});
afterEach(async () => {
  await portal.close();
  await axis.close();
});

it("a person's PIN opens the assigned door of a simulated Axis controller, and nothing after the delete", async () => {
  const { rows } = await portal.admin.query("select serial, cert_sha256 from controllers where id = $1", [fixture.id]);
  expect(rows).toEqual([{ serial: axis.serial, cert_sha256: axis.certSha256 }]);
  const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
  expect(await engine.waitForSources([anna.credentialId], paced(60_000))).toEqual([]);
  expect([axis.wouldOpen("483920", entry), axis.wouldOpen("483920", garage)]).toEqual([true, false]);
  expect(axis.users().map((user) => user.Name)).toEqual(["Svensson, Anna"]);
  expect(await engine.compareNow(fixture.id)).toMatchObject({ users: 1, items: [] });
  await portal.deletePerson(anna);
  expect(await engine.waitForSources([anna.credentialId], paced(60_000))).toEqual([]);
  expect([axis.users(), axis.credentials()]).toEqual([[], []]);
});

it("a unit that is met for the first time is signed in to once, and its profiles are not read again to be written", () => {
  const counts = ["unauthenticated", "pacsaxis:SetAccessProfile", "pacsaxis:GetAccessProfile"];
  expect(counts.map((name) => axis.requests.count(name))).toEqual([1, 2, 0]);
});

// Covers: device.7
it("a reply that is lost after the device acted makes no second person and no second PIN", async () => {
  axis.faults.once({ kind: "reset-after" }, "axudb:SetUser");
  axis.faults.once({ kind: "reset-after" }, "pacsaxis:SetCredential");
  const anna = await portal.addPerson("Anna", "483920", [
    [fixture, "Entré"],
    [fixture, "Garage"],
  ]);
  await portal.quiet();
  expect(axis.users()).toHaveLength(1);
  expect(axis.credentials()).toHaveLength(1);
  expect([axis.wouldOpen("483920", entry), axis.wouldOpen("483920", garage)]).toEqual([true, true]);
  expect(await engine.waitForSources([anna.credentialId], 0)).toEqual([]);
});

// Covers: device.15
it("doors that an installer set up anew open for the same people after a comparison", async () => {
  await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
  await portal.quiet();
  axis.faults.reconfigureDoors();
  const report = await engine.compareNow(fixture.id);
  expect(report.doors).toMatchObject({ doors: 2, added: 0, missing: 0 });
  const [newEntry = "", newGarage = ""] = axis.doorTokens;
  expect([axis.wouldOpen("483920", newEntry), axis.wouldOpen("483920", newGarage)]).toEqual([true, false]);
});

it("doors of a unit whose schedule of all hours an installer removed open at all hours after a comparison", async () => {
  await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
  await portal.quiet();
  const { schedules, authenticationProfiles } = axis.state;
  const always = schedules.get("standard_always");
  if (!always) throw new Error("no schedule of all hours");
  schedules.delete(always.token);
  // The readers of this installer's doors have a schedule of their own.
  schedules.set("theirs", { ...always, token: "theirs" });
  for (const rule of authenticationProfiles.values()) rule.Schedule = ["theirs"];
  expect(axis.wouldOpen("483920", entry)).toBe(false);
  const report = await engine.compareNow(fixture.id);
  expect(report.doors).toMatchObject({ doors: 2, profilesWritten: 2 });
  expect([axis.wouldOpen("483920", entry), axis.wouldOpen("483920", garage)]).toEqual([true, false]);
  expect((await engine.compareNow(fixture.id)).doors).toMatchObject({ profilesWritten: 0 });
});

it("a factory reset by hand is found, and everybody is written again", async () => {
  await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
  await portal.quiet();
  axis.faults.wipe();
  const report = await engine.compareNow(fixture.id);
  expect(report.items).toMatchObject([{ kind: "replica_differs", label: "Anna Svensson" }]);
  await portal.quiet();
  expect(axis.wouldOpen("483920", axis.doorTokens[0] ?? "")).toBe(true);
});

// Covers: device.34
it.each([
  ["nonsense", { kind: "garbage" }, "nonsense_reply"],
  ["100 megabytes", { kind: "huge" }, "reply_too_large"],
  ["XML", { kind: "xml" }, "unsupported_firmware"],
  ["a web page", { kind: "html", status: 200 }, "not_this_kind_of_device"],
] as const)(
  "a controller that answers %s is named for it, believed in nothing, and served when it is well",
  async (_what, fault, code) => {
    const stop = axis.faults.add(fault, { on: /:Get/ });
    const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
    await until(async () => (await portal.one("select last_error as value from controller_sync")) === code);
    expect(await portal.one("select count(*)::int as value from sync_receipts")).toBe(0);
    expect(await engine.waitForSources([anna.credentialId], 0)).toMatchObject([{ operation: "grant", error: code }]);
    stop();
    await engine.syncNow(fixture.id);
    await portal.quiet();
    expect(axis.wouldOpen("483920", entry)).toBe(true);
  },
);

// Covers: device.34
it("a controller whose clock is a day off gets its people all the same, with their own days", async () => {
  axis.faults.clockSkew(86_400_000);
  const [from, to] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 7_200_000)];
  const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]], { from, to });
  expect(await engine.waitForSources([anna.credentialId], paced(60_000))).toEqual([]);
  // The device decides by its own clock (the connection test warns); the window is not adjusted.
  expect([axis.wouldOpen("483920", entry), axis.wouldOpen("483920", entry, new Date())]).toEqual([false, true]);
});

it.each(["person", "credential"] as const)(
  "a %s that the device refuses is shown with the cause, others arrive, and a change of it is tried at once",
  async (what) => {
    const berit = await portal.addPerson("Berit", "620415", []);
    const token = what === "person" ? `wp-u-${berit.credentialId}` : `wp-c-${berit.credentialId}`;
    axis.state.refused.add(token);
    await portal.assign(berit.credentialId, [[fixture, "Entré"]]);
    const [anna, cecilia] = await Promise.all([
      portal.addPerson("Anna", "483920", [[fixture, "Entré"]]),
      portal.addPerson("Cecilia", "591736", [[fixture, "Entré"]]),
    ]);
    const others = [anna.credentialId, cecilia.credentialId];
    expect(await engine.waitForSources(others, paced(60_000))).toEqual([]);
    await until(async () => (await engine.waitForSources([berit.credentialId], 0))[0]?.error === "device_fault");
    const opened = () => ["483920", "620415", "591736"].map((pin) => axis.wouldOpen(pin, entry));
    expect(opened()).toEqual([true, false, true]);
    // Neither the controller nor the removal of another person's PIN waits for it.
    expect(await portal.one("select last_error as value from controller_sync")).toBeNull();
    await portal.deletePerson(anna);
    expect(await engine.waitForSources([anna.credentialId], paced(60_000))).toEqual([]);
    expect(opened()).toEqual([false, false, true]);
    axis.state.refused.clear();
    // Keeps the worker from trying again by itself.
    await portal.admin.query("update device_sync set next_try_at = now() + interval '1 hour' where source_id = $1", [
      berit.credentialId,
    ]);
    await portal.assign(berit.credentialId, [[fixture, "Garage"]]);
    expect(await engine.waitForSources([berit.credentialId], paced(60_000))).toEqual([]);
    expect([...opened(), axis.wouldOpen("620415", garage)]).toEqual([false, true, true, true]);
  },
);

it("a person with more doors than the device has room for is reported, and others are served", async () => {
  axis.state.switches.maxProfilesPerCredential = 1;
  const anna = await portal.addPerson("Anna", "483920", [
    [fixture, "Entré"],
    [fixture, "Garage"],
  ]);
  const berit = await portal.addPerson("Berit", "611822", [[fixture, "Garage"]]);
  await until(() => axis.wouldOpen("611822", garage));
  await until(async () => (await engine.waitForSources([anna.credentialId], 0))[0]?.error === "device_fault");
  expect(await engine.waitForSources([berit.credentialId], paced(60_000))).toEqual([]);
  expect([axis.wouldOpen("483920", entry), axis.wouldOpen("483920", garage)]).toEqual([false, false]);
});

// Covers: device.14
it("a device that cannot say its rules of authentication has its doors synced and its PINs written", async () => {
  axis.faults.add({ kind: "status", status: 500 }, { on: "pacsaxis:GetAuthenticationProfileList" });
  axis.faults.reconfigureDoors();
  expect((await engine.compareNow(fixture.id)).doors).toMatchObject({ doors: 2, missing: 0 });
  const anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
  expect(await engine.waitForSources([anna.credentialId], paced(60_000))).toEqual([]);
  const [newEntry = ""] = axis.doorTokens;
  expect(axis.wouldOpen("483920", newEntry)).toBe(true);
  const doors = () => portal.admin.query("select pin_use, pin_only_ok from access_points order by name");
  const unknown = { pin_use: "unknown", pin_only_ok: null };
  expect((await doors()).rows).toEqual([unknown, unknown]);
  axis.faults.clear();
  await engine.compareNow(fixture.id);
  const always = { pin_use: "always", pin_only_ok: true };
  expect((await doors()).rows).toEqual([always, always]);
});
