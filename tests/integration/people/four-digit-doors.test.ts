// Readers with four digits: the portal shows the odds of one attempt, and names the door that made a proposed PIN short.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { type AxisFixture, openAxisFixture } from "#tests/integration/controllers/axis-fixture.ts";
import { addDoorController, call, doorsOf } from "#tests/integration/doors/door-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";

let fixture: AxisFixture;
let unit: AxisSimulator;
let id: string;
let doors: Map<string, string>;
beforeAll(async () => {
  fixture = await openAxisFixture();
  const { portal, system } = fixture;
  unit = await startAxisSimulator({
    model: "ENTRY_MANAGER",
    doors: [{ name: "Entré" }, { name: "Gym", pinMax: 6 }],
  });
  id = await addDoorController(system, { name: "Kajen", device: unit });
  doors = await doorsOf(system, id);
  for (const controller_id of [id, fixture.id])
    for (const account of [portal.accounts.nord, portal.accounts.syd])
      await system.from("organization_controllers").insert({ organization_id: account.organizationId, controller_id });
});
afterAll(async () => {
  await fixture.close();
  await unit.close();
});

const door = (name: string) => doors.get(name) ?? "";
const codesOf = async (client: AxisFixture["system"]) =>
  (await client.rpc("door_codes", { controllers: [id, fixture.id] })).data;

// Covers: device.14
test("the codes that open a four-digit door are counted, by an org admin the own ones alone", async () => {
  const { system, nord, portal } = fixture;
  const syd = await signedInClient(portal.url, portal.accounts.syd);
  const give = (client: typeof nord, organization_id: string | null, name: string, access: string[]) =>
    call(client, "end-user-manager", {
      action: "CREATE",
      payload: {
        organization_id,
        first_name: name,
        last_name: "Exempel",
        pin: { validity_period: "1_month", access_point_ids: access },
      },
    });
  const own = portal.accounts.nord.organizationId;
  for (const name of ["Anna", "Bo"]) await give(nord, own, name, [door("Entré")]);
  await give(syd, portal.accounts.syd.organizationId, "Siv", [door("Entré"), door("Gym")]);
  const entry = (codes: number) => [{ access_point_id: door("Entré"), codes }];
  expect(await codesOf(system)).toEqual(entry(3));
  expect(await codesOf(nord)).toEqual(entry(2));
  expect(await codesOf(syd)).toEqual(entry(1));
  // The connection test shows the odds too, for a form without a count.
  const account = { device_ip: unit.url, device_port: unit.port, username: "portal", password: "S3cret-pass" };
  const tried = async (body: object) =>
    (await call(system, "axis-proxy", { action: "TEST_CONNECTION", ...body }))["four_digit_doors"];
  expect(await tried({ controller_id: id })).toEqual([{ name: "Entré", codes: 3 }]);
  expect(await tried(account)).toEqual([{ name: "Entré", codes: null }]);
  expect(await tried({ controller_id: fixture.id })).toEqual([]);
});

test("a code that is made shorter than usual names the doors that take no more", async () => {
  const suggest = async (...access_point_ids: string[]) =>
    (await callFunction(fixture.nord, "end-user-manager", { action: "SUGGEST_PIN", access_point_ids })).body;
  expect(await suggest(door("Entré"), door("Gym"))).toMatchObject({
    pin: expect.stringMatching(/^\d{4}$/),
    limited_by: ["Entré"],
  });
  expect(await suggest(door("Gym"))).toMatchObject({ pin: expect.stringMatching(/^\d{6}$/), limited_by: [] });
  const made = await call(fixture.nord, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: fixture.portal.accounts.nord.organizationId,
      first_name: "Cia",
      last_name: "Exempel",
      pin: { validity_period: "1_month", access_point_ids: [door("Entré")] },
    },
  });
  expect(made).toMatchObject({ generated_pin: expect.stringMatching(/^\d{4}$/), limited_by: ["Entré"] });
});
