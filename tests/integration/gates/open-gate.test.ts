// Gates opened by a person from the portal, at a simulated LPR server.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DOOR_OPENINGS_A_MINUTE } from "#contract/door-states.ts";
import { auditPage } from "#contract/tables/audit.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

let portal: TestPortal;
let world: MainWorld;
let nord: SupabaseClient;
let syd: SupabaseClient;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  nord = await signedInClient(portal.url, portal.accounts.nord);
  syd = await signedInClient(portal.url, portal.accounts.syd);
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.admin.query("delete from auth.rate_limits where key like 'gate-open:%'");
  await portal.admin.query("delete from access_logs");
  await portal.admin.query("delete from door_commands");
});

const openings = () => portal.axxon.openings.length;
const open = (client: SupabaseClient, body: object = {}) =>
  callFunction(client, "door-control", {
    action: "OPEN_GATE",
    controller_id: world.gateId,
    reason: "leverans: Paket",
    request_id: randomUUID(),
    ...body,
  });
const ROW = "plate_number, access_granted, access_reason, macro_executed, opened, door_commands(requested_as, reason)";
const logOf = async (client: SupabaseClient) => (await client.from("access_logs").select(ROW)).data;

test("an opening is recorded with who and why, sent once, and stands in the gate's log with its outcome", async () => {
  const before = openings();
  expect(await open(nord)).toMatchObject({ status: 200, body: { outcome: "executed", unreachable: false } });
  expect(openings()).toBe(before + 1);
  const row = {
    plate_number: "",
    access_granted: true,
    access_reason: "opened_from_portal",
    macro_executed: true,
    opened: true,
    door_commands: { requested_as: expect.stringMatching(/./), reason: "leverans: Paket" },
  };
  expect(await logOf(nord)).toEqual([row]);
  expect(await logOf(world.system)).toEqual([row]);
  expect(await logOf(syd)).toEqual([]);
  const { data } = await nord.from("merged_log").select("source, reason, macro_executed, door_commands(reason)");
  expect(data).toContainEqual({
    source: "gate",
    reason: "opened_from_portal",
    macro_executed: true,
    door_commands: { reason: "leverans: Paket" },
  });
  const found = await nord.rpc("audit_page", { actions: ["gate_opened"] });
  expect(auditPage.reply.parse(found.data).rows).toMatchObject([
    { action: "gate_opened", subject_name: "Infart Norr", after: { reason: "leverans: Paket" } },
  ]);
});

test("a press sent several times opens once, and its id opens nothing else", async () => {
  const before = openings();
  const request_id = randomUUID();
  const other = await signedInClient(portal.url, portal.accounts.nord);
  const replies = await Promise.all([
    open(nord, { request_id }),
    open(other, { request_id }),
    open(nord, { request_id }),
  ]);
  expect(replies.map(({ body }) => body["outcome"])).toEqual(["executed", "executed", "executed"]);
  expect(openings()).toBe(before + 1);
  const door = { action: "OPEN", access_point_id: world.doorIds[0], reason: "leverans", request_id };
  expect(await callFunction(nord, "door-control", door)).toMatchObject({ status: 409, body: { field: "request_id" } });
  const doorPress = { ...door, request_id: randomUUID() };
  await callFunction(nord, "door-control", doorPress);
  expect(await open(nord, { request_id: doorPress.request_id })).toMatchObject({ status: 409 });
  expect(openings()).toBe(before + 1);
});

test("an answer that is lost makes the outcome unknown, and nothing is sent again", async () => {
  const before = openings();
  portal.axxon.faults.once({ kind: "reset-after" });
  const request_id = randomUUID();
  expect(await open(nord, { request_id })).toMatchObject({ body: { outcome: "unknown" } });
  expect(await open(nord, { request_id })).toMatchObject({ body: { outcome: "unknown" } });
  expect(openings()).toBeLessThanOrEqual(before + 1);
  expect(await logOf(nord)).toMatchObject([{ macro_executed: null, opened: true }]);
});

test("neither another organisation's gate, a door's controller, nor a switched-off gate opens, and nothing is recorded", async () => {
  const before = openings();
  expect(await open(syd)).toMatchObject({ status: 404 });
  expect(await open(nord, { controller_id: randomUUID() })).toMatchObject({ status: 404 });
  expect(await open(nord, { controller_id: world.controllerId })).toMatchObject({ status: 404 });
  expect(await open(nord, { reason: " a " })).toMatchObject({ status: 400 });
  await portal.admin.query("update controllers set enabled = false where id = $1", [world.gateId]);
  expect(await open(nord)).toMatchObject({ status: 409 });
  await portal.admin.query("update controllers set enabled = true where id = $1", [world.gateId]);
  expect(openings()).toBe(before);
  expect((await portal.admin.query("select from door_commands")).rowCount).toBe(0);
  expect(await logOf(world.system)).toEqual([]);
});

test("a person opens a gate so many times a minute, and a refused press leaves nothing", async () => {
  for (let press = 0; press < DOOR_OPENINGS_A_MINUTE; press += 1) await open(nord);
  const before = openings();
  expect(await open(nord)).toMatchObject({ status: 429 });
  expect(openings()).toBe(before);
  expect((await portal.admin.query("select from door_commands")).rowCount).toBe(DOOR_OPENINGS_A_MINUTE);
});

test("a housing association reads its openings without a reason, and a system admin's where it alone has the gate", async () => {
  await portal.admin.query("update organizations set kind = 'housing' where id = $1", [
    portal.accounts.nord.organizationId,
  ]);
  await open(nord);
  await open(world.system, { reason: "utryckning" });
  const reasons = (await logOf(nord))?.map((row) => Reflect.get(Object(row.door_commands), "reason"));
  expect(reasons?.toSorted()).toEqual(["leverans: Paket", "utryckning"]);
  await portal.admin.query("update organizations set kind = 'other' where id = $1", [
    portal.accounts.nord.organizationId,
  ]);
});

test("an opening from the portal has no plate to explain", async () => {
  await open(nord);
  const { rows } = await portal.admin.query<{ id: string }>("select id from access_logs");
  expect(await callFunction(nord, "explain-passage", { source: "gate", id: rows[0]?.id })).toMatchObject({
    status: 404,
  });
});
