// The controller-users dialog's group as workers see it: known by name, kept by token, read again when gone.
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ItemNotFoundError } from "#drivers/errors.ts";
import { encryptControllerUserPin } from "#server/controllers/encrypt.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { paced } from "#tests/support/pace.ts";
import { type Installation, makeInstallation, type TestController, until } from "./installation.ts";

let portal: Installation;
let engine: SyncEngine;
let fixture: TestController;

beforeEach(async () => {
  portal = await makeInstallation();
  fixture = await portal.addController("Porten");
  addGroup("group-1");
  engine = portal.makeEngine();
  await engine.start();
  await portal.quiet();
});
afterEach(() => portal.close());

function addGroup(token: string): void {
  const accessPointTokens = fixture.device.doors.flatMap((door) => door.accessPointTokens);
  fixture.device.profiles.set(token, { token, name: "Webbportal", accessPointTokens, enabled: true, always: true });
}

const tokensOf = (door: string) =>
  fixture.device.doors.flatMap(({ doorToken, accessPointTokens }) => (doorToken === door ? accessPointTokens : []));

/** Refuses writes, like a device that has lost the group. */
function refuseWithout(): void {
  const { keeps, profiles } = fixture.device;
  fixture.device.keeps = (credential) => {
    if (!credential.profileTokens.every((token) => profiles.has(token)))
      throw new ItemNotFoundError(400, "Item not found");
    return keeps(credential);
  };
}

async function addDirect(pin: string): Promise<string> {
  const id = randomUUID();
  await portal.admin.query(
    "insert into controller_users (id, controller_id, first_name, last_name, pin, default_group) values ($1, $2, 'Di', 'Rekt', $3, true)",
    [id, fixture.id, encryptControllerUserPin(portal.keys, id, pin)],
  );
  return id;
}

// Covers: 9.6, device.12
it("a person with the group gets in at all its doors", async () => {
  const id = await addDirect("483920");
  expect(await engine.waitForSources([id], paced(60_000))).toEqual([]);
  expect([fixture.device.wouldOpen("483920", "door-1"), fixture.device.wouldOpen("483920", "door-2")]).toEqual([
    true,
    true,
  ]);
});

// Covers: 9.6
it("the group is the one of that name, and none that is like it", async () => {
  const { profiles } = fixture.device;
  profiles.clear();
  refuseWithout();
  const group = (name: string, door: string) =>
    profiles.set(name, { token: name, name, accessPointTokens: tokensOf(door), enabled: true, always: true });
  group("Webbportalen", "door-2");
  group("webbportal", "door-2");
  group("Webbportal", "door-1");
  const id = await addDirect("483920");
  expect(await engine.waitForSources([id], paced(60_000))).toEqual([]);
  expect([fixture.device.wouldOpen("483920", "door-1"), fixture.device.wouldOpen("483920", "door-2")]).toEqual([
    true,
    false,
  ]);
});

// Covers: device.12
it("when the device answers that the group is gone, it is looked up by name again and the person gets in", async () => {
  fixture.device.profiles.delete("group-1");
  addGroup("group-2");
  refuseWithout();
  const id = await addDirect("483920");
  expect(await engine.waitForSources([id], paced(60_000))).toEqual([]);
  expect(fixture.device.wouldOpen("483920", "door-1")).toBe(true);
});

it("when the group is gone and there is no other, the person opens nothing and the replica says why", async () => {
  const id = await addDirect("483920");
  await engine.waitForSources([id], paced(5_000));
  fixture.device.profiles.delete("group-1");
  await engine.compareNow(fixture.id);
  await until(
    async () =>
      (await portal.one("select last_error as value from device_sync where source_id = $1", [id])) ===
      "door_profile_missing",
  );
  expect(fixture.device.wouldOpen("483920", "door-1")).toBe(false);
});
