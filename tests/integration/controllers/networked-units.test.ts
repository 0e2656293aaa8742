// Two units of one network share one store of people and PINs: only one controller of the portal writes there.
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { addDoorController } from "#tests/integration/doors/door-portal.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { paced } from "#tests/support/pace.ts";

let portal: TestPortal;
let system: SupabaseClient;
const units: AxisSimulator[] = [];
beforeAll(async () => {
  portal = await startTestPortal();
  system = await signedInClient(portal.url, portal.accounts.system);
});
afterAll(async () => {
  await portal.close();
  for (const unit of units) await unit.close();
});

async function startUnit(): Promise<AxisSimulator> {
  const unit = await startAxisSimulator({ model: "A1001", https: true, doors: 1 });
  units.push(unit);
  return unit;
}

const account = (unit: AxisSimulator) => ({
  device_ip: unit.url,
  device_port: unit.port,
  username: "portal",
  password: "S3cret-pass",
});
const create = (unit: AxisSimulator, name: string) =>
  callFunction(system, "controller-manager", {
    action: "CREATE",
    payload: { name, device_type: "axis", ...account(unit) },
  });
const tryConnection = (body: object) => callFunction(system, "axis-proxy", { action: "TEST_CONNECTION", ...body });
const said = (controller: string) => ({
  status: 409,
  body: {
    code: "device_shares_system",
    params: { controller, controller_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    error: expect.stringContaining(`samma Axis-nätverk som ${controller}`),
  },
});

test("the second of two networked units is refused by the test and when it is added, and the first goes on", async () => {
  const [first, second] = [await startUnit(), await startUnit()];
  second.state.joinNetwork(first.state);
  const id = await addDoorController(system, { name: "Kajen", device: first });
  expect(await tryConnection(account(second))).toMatchObject(said("Kajen"));
  expect(await create(second, "Kajen två")).toMatchObject(said("Kajen"));
  expect((await system.from("controllers").select("id").eq("name", "Kajen två")).data).toEqual([]);
  expect(await tryConnection({ controller_id: id })).toMatchObject({ status: 200 });
  // The refusal is in the caller's language.
  const body = { action: "TEST_CONNECTION", ...account(second) };
  const { error } = await system.functions.invoke("axis-proxy", { body, headers: { "accept-language": "en" } });
  const { context } = z.object({ context: z.instanceof(Response) }).parse(error);
  expect(await context.json()).toMatchObject({ error: expect.stringContaining("the same Axis network as Kajen") });
});

test("a worker that meets units networked later writes nothing and names the other unit", async () => {
  const [first, second] = [await startUnit(), await startUnit()];
  const one = await addDoorController(system, { name: "Bryggan", device: first });
  const other = await addDoorController(system, { name: "Bryggan två", device: second });
  second.state.joinNetwork(first.state);
  const sync = (id: string) => callFunction(system, "axis-proxy", { action: "SYNC_ACCESS_POINTS", controller_id: id });
  // A worker asks again through a connection that was lost, as when an installer restarts the units.
  for (const [unit, id, status] of [
    [first, one, 200],
    [second, other, 409],
  ] as const) {
    await unit.faults.offline();
    expect((await sync(id)).status).toBe(504);
    await unit.faults.online();
    await vi.waitFor(async () => expect((await sync(id)).status).toBe(status), {
      timeout: paced(60_000),
      interval: 200,
    });
  }
  expect(await sync(other)).toMatchObject(said("Bryggan"));
  const { data } = await system.from("controllers").select("shares_system_with").eq("id", other).single();
  expect(data).toEqual({ shares_system_with: one });
  // The other controller gets the store once the first is gone for good.
  const reason = "Nätverket har en styrenhet i portalen";
  expect(await callFunction(system, "controller-manager", { action: "RETIRE", id: one, reason })).toMatchObject({
    status: 200,
  });
  expect(await sync(other)).toMatchObject({ status: 200 });
});

test("a controller that is deleted is shared with by nobody", async () => {
  const { admin } = portal;
  const add = async (name: string) =>
    (
      await admin.query<{ id: string }>(
        "insert into controllers (name, device_type, device_ip, enabled, organization_id) values ($1, 'axis', '192.0.2.7', false, $2) returning id",
        [name, portal.accounts.nord.organizationId],
      )
    ).rows[0]?.id;
  const [one, other] = [await add("Kvar"), await add("Borta")];
  await admin.query("update controllers set shares_system_with = $2 where id = $1", [one, other]);
  await admin.query("delete from controllers where id = $1", [other]);
  const { rows } = await admin.query("select shares_system_with from controllers where id = $1", [one]);
  expect(rows).toEqual([{ shares_system_with: null }]);
});

test("a unit that does not answer is added all the same", async () => {
  const unit = await startUnit();
  await unit.faults.offline();
  expect(await create(unit, "Tyst")).toMatchObject({ status: 200 });
});
