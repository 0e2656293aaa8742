// The test code right after installation: the portal writes it, the device judges it, it ends by itself and is removed.
import { afterAll, beforeAll, expect, test } from "vitest";
import { axisProxy } from "#contract/functions/axis-proxy.ts";
import { startAxisSimulator } from "#simulators/axis/server.ts";
import { type AxisFixture, openAxisFixture } from "#tests/integration/controllers/axis-fixture.ts";
import { addDoorController } from "#tests/integration/doors/door-portal.ts";
import { callFunction } from "#tests/support/client.ts";

let fixture: AxisFixture;
beforeAll(async () => {
  fixture = await openAxisFixture();
});
afterAll(() => fixture.close());

test("a code is written for every door, the device says that it opens, and it ends within the hour", async () => {
  const made = axisProxy.TEST_PIN.reply.parse(await fixture.ok("TEST_PIN"));
  expect(made).toMatchObject({ state: "synced", pin: expect.stringMatching(/^\d{4,6}$/) });
  expect(made.doors.map(({ name, granted }) => [name, granted])).toEqual([
    ["Entré", true],
    ["Garage", true],
  ]);
  expect(fixture.opens(made.pin ?? "")).toEqual([true, true]);
  const left = Date.parse(made.validTo) - Date.now();
  expect(left).toBeGreaterThan(55 * 60_000);
  expect(left).toBeLessThanOrEqual(60 * 60_000);

  // The device answers a second question, and no reply shows the code.
  const again = axisProxy.TEST_PIN.reply.parse(await fixture.ok("TEST_PIN", { userToken: made.userToken }));
  expect(again).toMatchObject({ userToken: made.userToken, pin: null, state: "synced" });
  expect(again.doors.every(({ granted }) => granted)).toBe(true);

  await fixture.ok("DELETE_USER", { userToken: made.userToken });
  expect(fixture.opens(made.pin ?? "")).toEqual([false, false]);
  expect(await fixture.proxy("TEST_PIN", { userToken: made.userToken })).toMatchObject({ status: 404 });
});

test("a door whose reader also wants a card is reported as one that does not open", async () => {
  const device = await startAxisSimulator({
    doors: [{ name: "Port" }, { name: "Teknikrum", authentication: "card-and-pin" }],
  });
  const id = await addDoorController(fixture.system, { name: "Källaren", device });
  const made = axisProxy.TEST_PIN.reply.parse(await fixture.ok("TEST_PIN", {}, id));
  expect(made.doors.map(({ name, granted }) => [name, granted])).toEqual([
    ["Port", true],
    ["Teknikrum", false],
  ]);
  await device.close();
});

test("a controller that does not answer keeps the code waiting and is asked nothing", async () => {
  const device = await startAxisSimulator({ doors: [{ name: "Vind" }] });
  const id = await addDoorController(fixture.system, { name: "Vinden", device });
  await device.close();
  const made = axisProxy.TEST_PIN.reply.parse(await fixture.ok("TEST_PIN", {}, id));
  expect(made).toMatchObject({ state: "pending", doors: [{ name: "Vind", granted: null }] });
});

test("nobody's code but the controller's own is asked about, and by system admins only", async () => {
  const nord = await callFunction(fixture.nord, "axis-proxy", { action: "TEST_PIN", controller_id: fixture.id });
  expect(nord).toMatchObject({ status: 403 });
  const guard = (await fixture.listed()).find(({ firstName }) => firstName === "Vera");
  expect(await fixture.proxy("TEST_PIN", { userToken: guard?.userToken })).toMatchObject({ status: 404 });
});
