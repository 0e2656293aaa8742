import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { vapix } from "../testing/call-device.ts";
import { setDoorAlarm } from "./door-state.ts";
import { pressExit, show } from "./reader.ts";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "./server.ts";

let open: AxisSimulator | undefined;
afterEach(async () => open?.close());

async function start(options: AxisSimulatorOptions = {}): Promise<AxisSimulator> {
  open = await startAxisSimulator({ https: false, policy: "basic", ...options });
  return open;
}

const fetched = z.object({
  Event: z.array(
    z.object({
      rowid: z.number(),
      token: z.string(),
      KeyValues: z.array(z.object({ Key: z.string(), Value: z.string() })),
    }),
  ),
  More: z.boolean(),
});

async function fetchEvents(device: AxisSimulator, args: object = {}) {
  const { json } = await vapix(device.url, "/vapix/eventlogger", { "axlog:FetchEvents2": args });
  return fetched.parse(json);
}

const topics = (device: AxisSimulator) => device.state.events.all().map((event) => event.topic);

test("digits typed at a keypad stand in clear in the rows of its reader", async () => {
  const device = await start();
  device.punch(device.doorTokens[0] ?? "", "4839");
  const typed = device.state.events.all().flatMap((event) => Object.entries(event.data));
  expect(typed).toContainEqual(["PIN", "4839"]);
  expect(typed).toContainEqual(["IdData", "PIN=4839"]);
});

test("an unknown card is named by its number", async () => {
  const device = await start();
  const [point] = device.state.accessPoints.values();
  show(device.state, point ?? null, [{ Name: "CardNr", Value: "10213" }]);
  expect(device.state.events.newest(1)).toMatchObject([
    { topic: "AccessControl/Denied/CredentialNotFound/Card", data: { CardNr: "10213" } },
  ]);
});

test("a ring that runs over drops its oldest rows and says nothing", async () => {
  const device = await start({ switches: { eventRing: 10 } });
  for (let row = 0; row < 25; row += 1) device.state.log("Door/State/DoorAlarm", { State: "Normal" });
  const { Event } = await fetchEvents(device, { RowID: 3 });
  expect(Event.map((event) => event.rowid)).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 24, 25]);
});

test("an emptied log goes on numbering, a factory reset begins anew", async () => {
  const device = await start();
  const [door = ""] = device.doorTokens;
  setDoorAlarm(device.state, door, "DoorForcedOpen");
  device.state.events.clear();
  setDoorAlarm(device.state, door, "Normal");
  expect((await fetchEvents(device)).Event[0]?.rowid).toBe(3);
  device.faults.wipe();
  device.punch(device.doorTokens[0] ?? "", "1111");
  expect((await fetchEvents(device)).Event[0]?.rowid).toBe(1);
});

test("a clock that is set back gives later rows earlier times", async () => {
  const device = await start();
  const [door = ""] = device.doorTokens;
  setDoorAlarm(device.state, door, "DoorForcedOpen");
  device.faults.clockSkew(-3_600_000);
  setDoorAlarm(device.state, door, "Normal");
  const [first, last] = [device.state.events.all()[0], device.state.events.newest(1)[0]];
  expect(last?.rowid).toBeGreaterThan(first?.rowid ?? 0);
  expect(last?.micros).toBeLessThan(first?.micros ?? 0);
});

test("the exit button, a forced door and a restart leave rows", async () => {
  const device = await start();
  const [door = ""] = device.doorTokens;
  pressExit(device.state, door);
  setDoorAlarm(device.state, door, "DoorForcedOpen");
  await device.faults.restart();
  expect(topics(device)).toEqual(
    expect.arrayContaining([
      "IdPoint/Activity",
      "IdPoint/Request/REX",
      "AccessControl/AccessGranted/Anonymous",
      "Door/State/DoorAlarm",
      "Device/Status/Systemready",
    ]),
  );
});

test("an A1001 has no FetchEvents2", async () => {
  const device = await start({ model: "A1001" });
  const { json } = await vapix(device.url, "/vapix/eventlogger", { "axlog:FetchEvents2": { Limit: 1 } });
  expect(json["Fault"]).toBeTruthy();
});
