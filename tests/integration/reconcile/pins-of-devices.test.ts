// A contact that began before a unit was replaced and accepted does not take the new unit for the old one.
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordIdentity } from "#server/devices/stored-controllers.store.ts";
import { ids, one, openWorld, type World } from "#tests/integration/platform/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const identity = (serial: string) => ({ serial, model: "A1610", firmware: "11.1", certificate: null });
const pinned = () => one(world.admin, `select serial, model from controllers where id = '${ids.shared}'`);

test("the pin of a contact that began with other pins is not kept", async () => {
  const fresh = { id: ids.shared, cert_sha256: null, serial: null };
  await recordIdentity(world.admin, fresh, identity("OLD"));
  expect(await pinned()).toEqual({ serial: "OLD", model: "A1610" });
  const known = { ...fresh, serial: "OLD" };
  // An admin accepts the new unit while the old one's answer is on its way.
  await world.admin.query("update controllers set serial = null, model = null where id = $1", [ids.shared]);
  await recordIdentity(world.admin, known, identity("OLD"));
  expect(await pinned()).toEqual({ serial: null, model: null });
  await recordIdentity(world.admin, fresh, identity("NEW"));
  expect(await pinned()).toEqual({ serial: "NEW", model: "A1610" });
});
