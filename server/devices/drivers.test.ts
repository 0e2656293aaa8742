import { pino } from "pino";
import { expect, test } from "vitest";
import type { DeviceConnection } from "#drivers/port.ts";
import { createDrivers } from "./drivers.ts";

const config = { deviceNetworks: ["192.0.2.0/24"], allowLoopbackDevices: false };
const connection: DeviceConnection = {
  baseUrl: new URL("https://192.0.2.1"),
  username: "portal",
  password: "S3cret-pass",
  certSha256: null,
  serial: null,
  allowPlainHttp: false,
};

// Covers: device.22
test("a driver is opened by the controller's type, and no door is ever opened as a gate", async () => {
  const drivers = createDrivers(config, pino({ level: "silent" }), () => []);
  for (const device of [
    drivers.openDoorController(connection, "axis"),
    drivers.openPlateController(connection, "axxon_lpr"),
  ])
    await device.close();
  expect(() => drivers.openPlateController(connection, "axis")).toThrow(RangeError);
  expect(() => drivers.openDoorController(connection, "axxon_lpr")).toThrow(RangeError);
});
