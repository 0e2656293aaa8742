// A macro that somebody switched off at the LPR server opens nothing: the gate says so before a car stands there.
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_MACRO_ID } from "#simulators/axxon/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

let portal: TestPortal;
let world: MainWorld;
beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
});
afterAll(() => portal.close());

test("the connection test of a gate warns of it, and the gate keeps the warning until the macro is on again", async () => {
  const { system, gateId } = world;
  const tried = async (more: object = {}) =>
    (await callFunction(system, "axxon-proxy", { action: "TEST_CONNECTION", controller_id: gateId, ...more })).body;
  const kept = async () =>
    (await system.from("controllers").select("disabled_macro_id").eq("id", gateId).single()).data?.disabled_macro_id;
  const macro = portal.axxon.state.macros.get(DEFAULT_MACRO_ID.toLowerCase());
  if (!macro) throw new Error("the simulator has no macro");
  macro.enabled = false;
  // One that the gate does not have says nothing of the gate.
  await tried({ macro_id: "00000000-0000-4000-8000-000000000000" });
  expect(await kept()).toBeNull();
  expect(await tried()).toMatchObject({ warnings: expect.arrayContaining(["macro_disabled"]) });
  expect(await kept()).toBe(DEFAULT_MACRO_ID);
  macro.enabled = true;
  expect((await tried())["warnings"]).not.toContain("macro_disabled");
  expect(await kept()).toBeNull();
});
