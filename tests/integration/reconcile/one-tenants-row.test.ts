// At a shared controller, an error in one tenant's row, or the device's refusal of it, stops no other tenant's removal.
import { afterEach, beforeEach, expect, test } from "vitest";
import { DeviceFailedError, TimeoutError } from "#drivers/errors.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { paced } from "#tests/support/pace.ts";
import { refuse } from "./fake-device.ts";
import {
  type Installation,
  makeInstallation,
  replicaOf,
  type TestController,
  type TestPerson,
} from "./installation.ts";

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

const COLUMNS = ["valid_from", "valid_to"] as const;
/** Writes a value longer than the bound, as a path without the check would. */
async function writePast(person: TestPerson, column: (typeof COLUMNS)[number], value: string): Promise<void> {
  await portal.admin.query(
    `alter table credentials drop constraint if exists credentials_${column}_years, drop constraint if exists credentials_window`,
  );
  await portal.admin.query(`update credentials set ${column} = $2 where id = $1`, [person.credentialId, value]);
}

const controllerState = () =>
  portal.one("select json_build_object('attempts', attempts, 'last_error', last_error) as value from controller_sync");
const IN_ORDER = { attempts: 0, last_error: null };

/** Takes one person's code away and gives another's, at the same controller. */
async function othersAreServed(leaving: TestPerson, pin: string): Promise<void> {
  await portal.deletePerson(leaving);
  expect(await engine.waitForSources([leaving.credentialId], paced(60_000))).toEqual([]);
  expect(shared.device.wouldOpen(pin, "door-1")).toBe(false);
  const next = await portal.addPerson("Cecilia", "591736", [[shared, "Entré"]]);
  expect(await engine.waitForSources([next.credentialId], paced(60_000))).toEqual([]);
  expect(shared.device.wouldOpen("591736", "door-1")).toBe(true);
  expect(await controllerState()).toEqual(IN_ORDER);
}

test.each([
  ["an end without end", "valid_to", "infinity"],
  ["an end in the year 99999", "valid_to", "99999-01-01"],
  ["a beginning in the year 99999", "valid_from", "99999-01-01"],
  ["a beginning that never comes", "valid_from", "infinity"],
] as const)(
  "a row with %s is its own replica's error, and goes from the device like any other",
  async (_what, column, value) => {
    const berit = await portal.addPerson("Berit", "483920", [[shared, "Entré"]]);
    const anna = await portal.addPerson("Anna", "620415", [[shared, "Entré"]]);
    await portal.quiet();
    await writePast(anna, column, value);
    await othersAreServed(berit, "483920");
    await expect
      .poll(() => replicaOf(portal, shared, anna.credentialId))
      .toMatchObject({ pending: true, last_error: "replica_unreadable" });
    // Both a comparison and a change of the controller read every row.
    expect((await engine.compareNow(shared.id)).credentials).toBe(2);
    await portal.admin.query("update controller_sync set desired_gen = desired_gen + 1");
    await expect.poll(() => portal.one("select desired_gen = applied_gen as value from controller_sync")).toBe(true);
    expect(await controllerState()).toEqual(IN_ORDER);
    await portal.deletePerson(anna);
    expect(await engine.waitForSources([anna.credentialId], paced(60_000))).toEqual([]);
    expect(shared.device.wouldOpen("620415", "door-1")).toBe(false);
  },
);

test("at a unit that counts whole days it is no other", async () => {
  await portal.admin.query("update controllers set whole_days = true");
  const berit = await portal.addPerson("Berit", "483920", [[shared, "Entré"]]);
  const anna = await portal.addPerson("Anna", "620415", [[shared, "Entré"]]);
  await portal.quiet();
  await writePast(anna, "valid_to", "99999-01-01");
  await othersAreServed(berit, "483920");
  expect(await replicaOf(portal, shared, anna.credentialId)).toMatchObject({ last_error: "replica_unreadable" });
});

test.each([
  ["refuses", refuse],
  [
    "fails over",
    () => {
      throw new DeviceFailedError(500, "no reason given");
    },
  ],
  [
    "hangs over",
    () => {
      throw new TimeoutError(1, { outcomeUnknown: true });
    },
  ],
])(
  "a person whom the device %s again and again stands before no removal, and the controller is not in error",
  async (_what, trouble) => {
    const berit = await portal.addPerson("Berit", "483920", [[shared, "Entré"]]);
    await portal.quiet();
    const anna = await portal.addPerson("Anna", "620415", []);
    shared.device.before = (call, target) =>
      call === "write" && target?.includes(anna.credentialId) ? trouble() : undefined;
    await portal.assign(anna.credentialId, [[shared, "Entré"]]);
    await expect.poll(async () => (await replicaOf(portal, shared, anna.credentialId))?.attempts).toBeGreaterThan(0);
    expect(await controllerState()).toEqual(IN_ORDER);
    await othersAreServed(berit, "483920");
  },
);

test("removals are confirmed before the first grant is written, in a run of their own", async () => {
  const leaving = await Promise.all(
    ["483920", "620415"].map((pin, n) => portal.addPerson(`Berit ${n}`, pin, [[shared, "Entré"]])),
  );
  await portal.quiet();
  await portal.admin.query("insert into worker_pause (reason) values ('prov')");
  const coming = await portal.addPerson("Anna", "735128", [[shared, "Entré"]]);
  for (const one of leaving) await portal.deletePerson(one);
  let removedBefore: boolean | null = null;
  shared.device.before = async (call, target) => {
    if (call !== "write" || !target?.includes(coming.credentialId) || removedBefore !== null) return;
    removedBefore = (await Promise.all(leaving.map((one) => replicaOf(portal, shared, one.credentialId)))).every(
      (row) => row === null,
    );
  };
  await portal.admin.query("delete from worker_pause");
  await portal.quiet();
  expect(removedBefore).toBe(true);
});
