// A PIN may open more doors than a credential on an A1001 can have access profiles. The doors then share one profile, and the
// device still decides for each door.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { type Installation, makeInstallation, type TestController } from "./installation.ts";
import { startSimulatedDevices } from "./simulated-devices.ts";

const PIN = "483920";
const DOORS = Array.from({ length: 25 }, (_, index) => ({ name: `Dörr ${index + 1}` }));
const names = (count: number) => DOORS.slice(0, count).map(({ name }) => name);

let portal: Installation;
let engine: SyncEngine;
let axis: AxisSimulator;
let fixture: TestController;

beforeEach(async () => {
  portal = await makeInstallation();
  axis = await startAxisSimulator({ model: "A1001", https: true, doors: DOORS });
  ({ fixture, engine } = await startSimulatedDevices(portal, axis, { name: "Huset" }));
});
afterEach(async () => {
  await portal.close();
  await axis.close();
});

const doorsOf = (count: number): [TestController, string][] => names(count).map((name) => [fixture, name]);
const opened = () => axis.doorTokens.filter((token) => axis.wouldOpen(PIN, token)).length;
const onCredential = () => axis.credentials()[0]?.CredentialAccessProfile.length;

// Covers: device.13
test("twenty doors stand one by one, and twenty-one open all the same", async () => {
  expect(axis.state.switches.maxProfilesPerCredential).toBe(20);
  const anna = await portal.addPerson("Anna", PIN, doorsOf(20));
  await portal.quiet();
  expect([opened(), onCredential()]).toEqual([20, 20]);
  await portal.assign(anna.credentialId, [[fixture, "Dörr 21"]]);
  await portal.quiet();
  expect([opened(), onCredential()]).toEqual([21, 1]);
  expect(await engine.compareNow(fixture.id)).toMatchObject({ items: [] });
});

test("two people with the same many doors share a profile, and each loses doors alone", async () => {
  const anna = await portal.addPerson("Anna", PIN, doorsOf(25));
  await portal.addPerson("Berit", "611822", doorsOf(25));
  await portal.quiet();
  const profiles = axis.credentials().map((one) => one.CredentialAccessProfile.map((entry) => entry.AccessProfile));
  expect(new Set(profiles.flat()).size).toBe(1);
  await portal.admin.query(
    "delete from controller_assignments where credential_id = $1 and access_point_id = any ($2::uuid[])",
    [anna.credentialId, names(3).map((name) => fixture.doors.get(name))],
  );
  await portal.quiet();
  expect([opened(), axis.doorTokens.filter((token) => axis.wouldOpen("611822", token)).length]).toEqual([22, 25]);
});

test("doors set up anew open for the person with all of them after a comparison", async () => {
  await portal.addPerson("Anna", PIN, doorsOf(25));
  await portal.quiet();
  axis.faults.reconfigureDoors();
  expect(opened()).toBe(0);
  await engine.compareNow(fixture.id);
  await portal.quiet();
  expect(opened()).toBe(25);
});

// Covers: device.13
test.each(["narrowed", "widened"] as const)(
  "a joint profile that somebody %s at the device is found and put right",
  async (how) => {
    await portal.addPerson("Anna", PIN, doorsOf(21));
    await portal.quiet();
    const token = axis.credentials()[0]?.CredentialAccessProfile[0]?.AccessProfile ?? "";
    const profile = axis.state.accessProfiles.get(token);
    if (!profile) throw new Error("no joint profile");
    const everyDoor = [...axis.state.accessProfiles.values()].filter((one) => one.token.startsWith("wp-door-"));
    const AccessPolicy =
      how === "narrowed" ? profile.AccessPolicy.slice(0, 4) : everyDoor.flatMap((one) => one.AccessPolicy);
    axis.state.accessProfiles.set(token, { ...profile, AccessPolicy });
    const report = await engine.compareNow(fixture.id);
    expect(report.items).toMatchObject([{ kind: "replica_differs", differences: ["profiles"] }]);
    await portal.quiet();
    expect(opened()).toBe(21);
  },
);

test("a joint profile goes when nobody has it any more, and stays while somebody else does", async () => {
  const joint = () => axis.accessProfiles().filter(({ token }) => token.startsWith("wp-doors-")).length;
  const anna = await portal.addPerson("Anna", PIN, doorsOf(25));
  await portal.quiet();
  const [theirs] = axis.credentials();
  if (!theirs) throw new Error("no credential");
  axis.faults.editByHand(({ credentials }) => credentials.set("theirs", { ...theirs, token: "theirs", IdData: [] }));
  await portal.admin.query("delete from controller_assignments where credential_id = $1", [anna.credentialId]);
  await portal.quiet();
  await engine.syncAccessPoints(fixture.id);
  expect(joint()).toBe(1);
  axis.faults.editByHand(({ credentials }) => credentials.delete("theirs"));
  axis.faults.lie((operation) => (operation === "pacsaxis:RemoveAccessProfile" ? "forgets" : null));
  await engine.syncAccessPoints(fixture.id);
  expect(joint()).toBe(1);
  axis.faults.lie(null);
  await engine.syncAccessPoints(fixture.id);
  expect(joint()).toBe(0);
});
