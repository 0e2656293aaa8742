// The connection test and axis-proxy's lists report the same as the page about a PIN alone, a chosen profile included.
import { afterAll, beforeAll, expect, test } from "vitest";
import { axisProxy } from "#contract/functions/axis-proxy.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { type AxisFixture, openAxisFixture } from "#tests/integration/controllers/axis-fixture.ts";
import { addDoorController, call } from "./door-portal.ts";

let fixture: AxisFixture;
let unit: AxisSimulator;
let id: string;
beforeAll(async () => {
  fixture = await openAxisFixture();
  unit = await startAxisSimulator({
    model: "ENTRY_MANAGER",
    doors: [{ name: "Entré" }, { name: "Gym", authentication: "card-and-pin" }],
  });
  id = await addDoorController(fixture.system, { name: "Kajen", device: unit });
});
afterAll(async () => {
  await fixture.close();
  await unit.close();
});

const form = () => ({ device_ip: unit.url, device_port: unit.port, username: "portal", password: "S3cret-pass" });
const ask = (action: string, body: object = { controller_id: id }) =>
  call(fixture.system, "axis-proxy", { action, ...body });
const limited = async (body?: object) =>
  axisProxy.TEST_CONNECTION.reply
    .parse(await ask("TEST_CONNECTION", body))
    .limited_doors.map(({ name, pin_use }) => [name, pin_use]);

/** Returns the answers of the page, both lists and the form about the gym's door. */
async function said() {
  const { data } = await fixture.system
    .from("access_points")
    .select("pin_use, pin_rule, pin_alone_on_device")
    .eq("controller_id", id)
    .eq("name", "Gym")
    .single();
  const lists = [
    axisProxy.GET_DOORS.reply.parse(await ask("GET_DOORS")).doors,
    axisProxy.GET_ACCESS_POINTS.reply.parse(await ask("GET_ACCESS_POINTS")).accessPoints,
  ];
  const [doors, accessPoints] = lists.map((list) => {
    const gym = list.find(({ name }) => name === "Gym");
    return gym && { pin_use: gym.pinUse, pin_rule: gym.pinRule, pin_alone_on_device: gym.pinAloneOnDevice };
  });
  return { page: data, doors, accessPoints };
}

const choose = async (pin_alone: boolean) => {
  await fixture.system.from("access_points").update({ pin_alone }).eq("controller_id", id).eq("name", "Gym");
  await ask("SYNC_ACCESS_POINTS");
};

// Covers: device.14
test("a door where a PIN alone is enough by choice is not said to want a card while the unit holds that", async () => {
  const never = [["Gym", "never"]];
  const before = await said();
  expect(before.page).toMatchObject({
    pin_use: "never",
    pin_alone_on_device: false,
    pin_rule: expect.stringMatching(/./),
  });
  expect(before).toEqual({ page: before.page, doors: before.page, accessPoints: before.page });
  expect(await limited()).toEqual(never);

  await choose(true);
  const chosen = await said();
  expect(chosen.page).toMatchObject({ pin_use: "always", pin_alone_on_device: true });
  expect(chosen).toEqual({ page: chosen.page, doors: chosen.page, accessPoints: chosen.page });
  expect(await limited()).toEqual([]);
  // In an unsaved form nobody has chosen PIN alone.
  expect(await limited(form())).toEqual(never);

  // The answer follows the present unit, not the stored reading.
  for (const [token, profile] of unit.state.accessProfiles)
    unit.state.accessProfiles.set(token, { ...profile, AuthenticationProfile: [] });
  expect(await limited()).toEqual(never);
  await choose(false);
  expect(await said()).toEqual(before);
  expect(await limited()).toEqual(never);
});
