// A unit may answer all calls for people and refuse the calls of a comparison. Removals must not wait for the comparison.
import { afterEach, beforeEach, expect, test } from "vitest";
import { DeviceFaultError, NonsenseReplyError } from "#drivers/errors.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { paced } from "#tests/support/pace.ts";
import { type Installation, makeInstallation, type TestController } from "./installation.ts";

let portal: Installation;
let engine: SyncEngine;
let shared: TestController;

beforeEach(async () => {
  portal = await makeInstallation();
  shared = await portal.addController("Porten");
  engine = portal.makeEngine();
  await engine.start();
  await portal.quiet();
  await portal.loadDoors(shared);
});
afterEach(() => portal.close());

const controllerState = () =>
  portal.one("select json_build_object('attempts', attempts, 'last_error', last_error) as value from controller_sync");
const compareNow = () => portal.admin.query("update controller_sync set verify_at = now(), next_try_at = now()");

/** Makes the unit refuse its doors; returns how often it was asked for them. */
function refuseDoors(error: Error): () => number {
  let times = 0;
  const get = () => {
    times += 1;
    throw error;
  };
  Object.defineProperty(shared.device, "doors", { get, configurable: true });
  return () => times;
}

test.each([
  ["refuses", new DeviceFaultError({ status: 400, faultCode: null, faultSubCode: null, text: "no" }), "device_fault"],
  ["cannot be understood over", new NonsenseReplyError("doors"), "nonsense_reply"],
])(
  "a unit that %s its doors, again and again, is named for it and loses nobody's removal",
  async (_how, error, code) => {
    const berit = await portal.addPerson("Berit", "483920", [[shared, "Entré"]]);
    await portal.quiet();
    const { doors } = shared.device;
    const asked = refuseDoors(error);
    for (let round = 1; round <= 7; round += 1) {
      await compareNow();
      await expect.poll(asked).toBe(round);
    }
    await expect.poll(controllerState).toEqual({ attempts: 0, last_error: code });
    // The worker asks later, not at every run.
    expect(asked()).toBe(7);
    await portal.deletePerson(berit);
    expect(await engine.waitForSources([berit.credentialId], paced(5_000))).toEqual([]);
    expect(shared.device.credentials.size).toBe(0);
    expect(await controllerState()).toEqual({ attempts: 0, last_error: code });

    Object.defineProperty(shared.device, "doors", { value: doors });
    await compareNow();
    await expect.poll(controllerState).toEqual({ attempts: 0, last_error: null });
  },
);

test("a comparison that is asked for while one fails comes at once, and not a minute later", async () => {
  await portal.quiet();
  const asked = refuseDoors(new NonsenseReplyError("doors"));
  /** When each comparison was due, read once in each. */
  const due: unknown[] = [];
  shared.device.before = async (call) => {
    if (call !== "read" || due.length > asked()) return;
    if (due.length === 0) await compareNow();
    due.push(await portal.one("select verify_at::text as value from controller_sync"));
  };
  await compareNow();
  await expect.poll(asked, { timeout: paced(30_000) }).toBe(2);
  // The second is the one that was asked for, however slow the machine is.
  expect(due.slice(0, 2)).toEqual([expect.any(String), due[0]]);
});
