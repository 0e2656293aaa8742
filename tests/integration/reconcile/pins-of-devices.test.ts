// A contact that began before a unit was replaced and accepted does not take the new unit for the old one.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  readStoredController,
  recordIdentity,
  type StoredController,
} from "#server/devices/stored-controllers.store.ts";
import { ids, one, openWorld, type World } from "#tests/integration/platform/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => accept());
afterAll(() => world[Symbol.asyncDispose]());

const identity = (serial: string) => ({ serial, model: "A1610", firmware: "11.1", certificate: null });
const pinned = () => one(world.admin, `select serial, model from controllers where id = '${ids.shared}'`);
/** An admin accepts whichever unit is there now. */
const accept = () =>
  world.admin.query("update controllers set serial = null, model = null where id = $1", [ids.shared]);

async function known(): Promise<StoredController> {
  const controller = await readStoredController(world.admin, ids.shared);
  if (controller === null) throw new Error("the controller is gone");
  return controller;
}

test("the pin of a contact that began with other pins is not kept", async () => {
  expect(await recordIdentity(world.admin, await known(), identity("OLD"))).toBe(true);
  expect(await pinned()).toEqual({ serial: "OLD", model: "A1610" });
  const before = await known();
  await accept();
  expect(await recordIdentity(world.admin, before, identity("OLD"))).toBe(false);
  expect(await pinned()).toEqual({ serial: null, model: null });
  expect(await recordIdentity(world.admin, await known(), identity("NEW"))).toBe(true);
  expect(await pinned()).toEqual({ serial: "NEW", model: "A1610" });
});

test("the first contact of a unit that is replaced again before it is stored pins nothing", async () => {
  const before = await known();
  await accept();
  expect(await recordIdentity(world.admin, before, identity("SECOND"))).toBe(false);
  expect(await pinned()).toEqual({ serial: null, model: null });
});

test("an acceptance that is under way while a first contact is stored wins", async () => {
  const before = await known();
  const admin = await world.admin.connect();
  try {
    await admin.query("begin");
    await admin.query("update controllers set serial = null, model = null where id = $1", [ids.shared]);
    const stored = recordIdentity(world.admin, before, identity("SECOND"));
    await expect
      .poll(() =>
        one(
          world.admin,
          "select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        ),
      )
      .toEqual({ waiting: 1 });
    await admin.query("commit");
    expect(await stored).toBe(false);
  } finally {
    admin.release();
  }
  expect(await pinned()).toEqual({ serial: null, model: null });
});
