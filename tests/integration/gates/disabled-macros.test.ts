// A macro that somebody switched off at the LPR server opens nothing: the portal shows that before a car stands there.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { DEFAULT_MACRO_ID } from "#simulators/axxon/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";

let portal: TestPortal;
let world: MainWorld;
beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
});
afterAll(() => portal.close());

test("a gate's connection test warns of it, and the gate keeps the warning until the macro is on again", async () => {
  const { system, gateId } = world;
  const tried = async (more: object = {}) =>
    (await callFunction(system, "axxon-proxy", { action: "TEST_CONNECTION", controller_id: gateId, ...more })).body;
  const kept = async () =>
    (await system.from("controllers").select("disabled_macro_id").eq("id", gateId).single()).data?.disabled_macro_id;
  const macro = portal.axxon.state.macros.get(DEFAULT_MACRO_ID.toLowerCase());
  if (!macro) throw new Error("the simulator has no macro");
  macro.enabled = false;
  // A macro that the gate does not use tells nothing about the gate.
  await tried({ macro_id: "00000000-0000-4000-8000-000000000000" });
  expect(await kept()).toBeNull();
  expect(await tried()).toMatchObject({ warnings: expect.arrayContaining(["macro_disabled"]) });
  expect(await kept()).toBe(DEFAULT_MACRO_ID);
  macro.enabled = true;
  expect((await tried())["warnings"]).not.toContain("macro_disabled");
  expect(await kept()).toBeNull();
});

/** Drives a permitted car past; returns its passage's id. */
async function drive(plate: string): Promise<string> {
  await world.savePerson({ firstName: "Test", lastName: plate, plate });
  const { status, answer } = await portal.axxon.drive(plate);
  expect(status).toBe(200);
  return z.object({ granted: z.literal(true), log_id: z.string() }).parse(JSON.parse(answer ?? "")).log_id;
}

async function executed(id: string): Promise<unknown> {
  const { rows } = await portal.admin.query("select opened, macro_executed from access_logs where id = $1", [id]);
  expect(rows[0]).toMatchObject({ opened: true });
  return rows[0]?.macro_executed;
}

test("a macro switched off after the test makes the next opening unknown, and the gate says why", async () => {
  const { system, gateId } = world;
  const macro = portal.axxon.state.macros.get(DEFAULT_MACRO_ID.toLowerCase());
  if (!macro) throw new Error("the simulator has no macro");
  const kept = async () =>
    (await system.from("controllers").select("disabled_macro_id").eq("id", gateId).single()).data?.disabled_macro_id;
  const before = portal.axxon.openings.length;
  const press = () =>
    callFunction(system, "axxon-proxy", { action: "TEST_MACRO", controller_id: gateId, macro_id: DEFAULT_MACRO_ID });
  macro.enabled = false;
  const passage = await drive("OFF 001");
  await vi.waitFor(async () => expect(await kept()).toBe(DEFAULT_MACRO_ID), paced(60_000));
  // The outcome is unknown, neither opened nor refused; the alert of a failing gate counts it.
  expect(await executed(passage)).toBeNull();
  expect(await press()).toMatchObject({ status: 502, body: { error: expect.stringContaining("avstängt") } });
  expect(portal.axxon.openings.length).toBe(before);
  macro.enabled = true;
  const next = await drive("OFF 002");
  await vi.waitFor(async () => expect([await kept(), await executed(next)]).toEqual([null, true]), paced(60_000));
  expect((await press()).status).toBe(200);
});

test("an opening notes the gate's contact and its macro in one statement, which writes news only", async () => {
  const { gateId } = world;
  const macro = portal.axxon.state.macros.get(DEFAULT_MACRO_ID.toLowerCase());
  if (!macro) throw new Error("the simulator has no macro");
  const asked = vi.spyOn(portal.server.deps.pools.engine, "query");
  onTestFinished(() => asked.mockRestore());
  /** Returns the rows that each statement about the gate wrote, and the macro that is stored as switched off. */
  const noted = async (plate: string, enabled: boolean) => {
    // Makes sure that no contact is due, however slow the machine is.
    await portal.admin.query("update controllers set last_sync = now() + interval '1 hour' where id = $1", [gateId]);
    macro.enabled = enabled;
    const openings = contacts().length;
    await drive(plate);
    await vi.waitFor(() => expect(contacts().length).toBeGreaterThan(openings), paced(60_000));
    const written = await Promise.all(contacts().slice(openings));
    const { rows } = await portal.admin.query("select disabled_macro_id from controllers where id = $1", [gateId]);
    return { written: written.map((result) => counted.parse(result).rowCount), off: rows[0]?.disabled_macro_id };
  };
  const counted = z.object({ rowCount: z.number() });
  const query = z.object({ text: z.string(), values: z.array(z.unknown()) });
  const contacts = () =>
    asked.mock.calls.flatMap(([call], index) => {
      const sent = query.safeParse(call).data;
      const isOfGate = sent?.text.startsWith("update controllers") && sent.values.includes(gateId);
      return isOfGate ? [asked.mock.results[index]?.value] : [];
    });
  expect(await noted("ONE 001", false)).toEqual({ written: [1], off: DEFAULT_MACRO_ID });
  expect(await noted("ONE 002", false)).toEqual({ written: [0], off: DEFAULT_MACRO_ID });
  expect(await noted("ONE 003", true)).toEqual({ written: [1], off: null });
  expect(await noted("ONE 004", true)).toEqual({ written: [0], off: null });
});

test("a macro deleted at the server meets the next opening or test, and the gate says so until it is back", async () => {
  const { system, gateId } = world;
  const key = DEFAULT_MACRO_ID.toLowerCase();
  const macro = portal.axxon.state.macros.get(key);
  if (!macro) throw new Error("the simulator has no macro");
  const kept = async () =>
    (await system.from("controllers").select("missing_macro_id, disabled_macro_id").eq("id", gateId).single()).data;
  const gone = { missing_macro_id: DEFAULT_MACRO_ID, disabled_macro_id: null };
  const there = { missing_macro_id: null, disabled_macro_id: null };
  const tried = () => callFunction(system, "axxon-proxy", { action: "TEST_CONNECTION", controller_id: gateId });
  portal.axxon.state.macros.delete(key);
  const passage = await drive("GON 001");
  await vi.waitFor(async () => expect([await kept(), await executed(passage)]).toEqual([gone, false]), paced(60_000));
  portal.axxon.state.macros.set(key, macro);
  const next = await drive("GON 002");
  await vi.waitFor(async () => expect([await kept(), await executed(next)]).toEqual([there, true]), paced(60_000));
  portal.axxon.state.macros.delete(key);
  expect((await tried()).body).toMatchObject({ warnings: expect.arrayContaining(["macro_missing"]) });
  expect(await kept()).toEqual(gone);
  // A macro that is switched off still exists.
  portal.axxon.state.macros.set(key, macro);
  macro.enabled = false;
  await tried();
  expect(await kept()).toEqual({ missing_macro_id: null, disabled_macro_id: DEFAULT_MACRO_ID });
  macro.enabled = true;
  await tried();
  expect(await kept()).toEqual(there);
});
