// Registering a neighbour's plate and erasing its person removes nothing that the neighbour's gate or log needs.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, insertedId, signedInClient } from "#tests/support/client.ts";
import { postPlate, type WebhookAccount, webhookAccount } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

let portal: TestPortal;
let world: MainWorld;
let syd: MainWorld["nord"];
let account: WebhookAccount;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  syd = await signedInClient(portal.url, portal.accounts.syd);
  account = await webhookAccount(world.system, world.gateId);
});
afterAll(() => portal.close());

async function read(plate: string): Promise<string> {
  const reply = await postPlate(portal.url, { gateId: world.gateId, plate, account });
  return z.object({ log_id: z.string() }).parse(await reply.json()).log_id;
}

const passage = async (id: string) =>
  (await portal.admin.query("select plate_number, opened from access_logs where id = $1", [id])).rows[0];

async function registerAndErase(plate: string): Promise<void> {
  const person = { organization_id: portal.accounts.syd.organizationId, first_name: "Ingen", last_name: "Alls" };
  const end_user_id = await insertedId(syd, "end_users", person);
  const car = { end_user_id, credential_type: "license_plate", credential_value: plate, valid_to: "2036-01-01" };
  expect((await syd.from("credentials").insert(car)).error).toBeNull();
  const erased = await callFunction(syd, "person-data", { action: "ERASE", end_user_id });
  expect(erased).toMatchObject({ status: 200 });
}

test("erasing one's own person lets no neighbour's gate open twice for one car", async () => {
  await world.savePerson({ firstName: "Nora", lastName: "Nord", plate: "NNO 111" });
  expect(await passage(await read("NNO111"))).toMatchObject({ opened: true });
  await registerAndErase("NNO 111");
  expect(await passage(await read("NNO111"))).toMatchObject({ opened: false });
});

test("a later registration of a neighbour's plate, under any id, has none of its passages", async () => {
  await world.savePerson({ firstName: "Nina", lastName: "Nord", plate: "NNO 222" });
  const { organizationId } = portal.accounts.syd;
  await portal.admin.query("insert into organization_controllers values ($1, $2)", [organizationId, world.gateId]);
  const end_user_id = randomUUID();
  const first = "00000000-0000-4000-8000-000000000001";
  const person = { id: end_user_id, organization_id: organizationId, first_name: "Ingen", last_name: "Alls" };
  // A system admin inserts the row: nobody else chooses an id.
  const car = {
    id: first,
    end_user_id,
    credential_type: "license_plate",
    credential_value: "NNO 222",
    valid_to: "2036-01-01",
  };
  expect((await world.system.from("end_users").insert(person)).error).toBeNull();
  expect((await world.system.from("credentials").insert(car)).error).toBeNull();
  const assignment = { credential_id: first, controller_id: world.gateId };
  expect((await syd.from("controller_assignments").insert(assignment)).error).toBeNull();

  const seen = await read("NNO222");
  const { rows } = await portal.admin.query(
    "select c.organization_id from access_logs l join credentials c on c.id = l.credential_id where l.id = $1",
    [seen],
  );
  expect(rows).toEqual([{ organization_id: portal.accounts.nord.organizationId }]);
  expect(await callFunction(syd, "person-data", { action: "EXPORT", end_user_id })).toMatchObject({
    body: { person: { passages: [] } },
  });
  await portal.admin.query("delete from organization_controllers where organization_id = $1", [organizationId]);
});

test("a refused read at a gate that others use stays in the log; at a gate of one's own it is forgotten", async () => {
  const links = (sql: string) => portal.admin.query(sql, [portal.accounts.syd.organizationId, world.gateId]);
  await links("insert into organization_controllers values ($1, $2)");
  const shared = await read("TJU001");
  await registerAndErase("TJU 001");
  expect(await passage(shared)).toMatchObject({ plate_number: "TJU001" });

  await links("delete from organization_controllers where organization_id <> $1 and controller_id = $2");
  await registerAndErase("TJU 001");
  expect(await passage(shared)).toMatchObject({ plate_number: "RADERAD" });
});
