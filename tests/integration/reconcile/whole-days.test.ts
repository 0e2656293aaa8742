// A unit that counts validity in whole days still opens for a PIN exactly from its first second to its last.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import type { AxisSwitches } from "#simulators/axis/switches.ts";
import { paced } from "#tests/support/pace.ts";
import { type Installation, makeInstallation, type TestController, until } from "./installation.ts";
import { startSimulatedDevices } from "./simulated-devices.ts";

const PIN = "483920";
const HOUR_MS = 3_600_000;

let portal: Installation;
let engine: SyncEngine;
let axis: AxisSimulator;
let fixture: TestController;
beforeEach(async () => {
  portal = await makeInstallation();
});
afterEach(async () => {
  await portal.close();
  await axis.close();
});

async function begin(model: "A1001" | "A1601", switches: Partial<AxisSwitches>): Promise<void> {
  axis = await startAxisSimulator({ model, https: true, doors: [{ name: "Entré" }], switches });
  ({ fixture, engine } = await startSimulatedDevices(portal, axis, { name: "Porten" }));
}

const opens = (at = new Date()) => axis.wouldOpen(PIN, axis.doorTokens[0] ?? "", at);
const wholeDays = async () =>
  (await portal.admin.query("select whole_days from controllers where id = $1", [fixture.id])).rows[0]?.whole_days;

// Covers: device.13
test.each([
  ["an A1001 that looks at the day only", "A1001", { honourTimeOfDay: false }],
  ["an A1001 that cuts what it is given", "A1001", { honourTimeOfDay: false, cutsTimeOfDay: true }],
  ["an A1001 that does keep times", "A1001", { honourTimeOfDay: true }],
  ["another unit that cuts, met by its read-back", "A1601", { honourTimeOfDay: false, cutsTimeOfDay: true }],
] as const)("%s opens within a PIN's hours of the day", async (_what, model, switches) => {
  await begin(model, switches);
  const lasting = { from: new Date(Date.now() - HOUR_MS), to: new Date(Date.now() + 400 * HOUR_MS) };
  const berit = await portal.addPerson("Berit", "611822", [[fixture, "Entré"]], lasting);
  await until(async () => (await engine.waitForSources([berit.credentialId], 0)).length === 0);
  expect(await wholeDays()).toBe(true);
  const from = new Date(Date.now() + paced(6_000));
  const to = new Date(from.getTime() + paced(12_000));
  await portal.addPerson("Anna", PIN, [[fixture, "Entré"]], { from, to });
  await until(() => opens());
  expect(Date.now()).toBeGreaterThanOrEqual(from.getTime());
  // If the portal were away, the unit would still end the PIN with its day.
  expect(opens(new Date(to.getTime() + 30 * HOUR_MS))).toBe(false);
  await until(() => !opens());
  expect(Date.now()).toBeGreaterThanOrEqual(to.getTime() - 1_000);
  // A unit that keeps times closes by itself, before the portal has noticed the end: nothing is pending then.
  await until(() => axis.credentials().length === 1);
  await portal.quiet(paced(60_000));
  expect(await engine.compareNow(fixture.id)).toMatchObject({ items: [] });
});

test("a unit that keeps times is written to the second and left alone", async () => {
  await begin("A1601", {});
  const to = new Date(Date.now() + 30 * HOUR_MS);
  const anna = await portal.addPerson("Anna", PIN, [[fixture, "Entré"]], { from: new Date(Date.now() + HOUR_MS), to });
  expect(await engine.waitForSources([anna.credentialId], paced(60_000))).toEqual([]);
  expect(await wholeDays()).toBe(false);
  expect([opens(), opens(new Date(to.getTime() - 2_000)), opens(new Date(to.getTime() + 2_000))]).toEqual([
    false,
    true,
    false,
  ]);
});
