// Driver by type of controller. A new vendor is one folder and one line here.
import { createAxisDriver } from "./axis/driver.ts";
import { createAxxonDriver } from "./axxon/driver.ts";
import { createHttpRelayDriver } from "./http-relay/driver.ts";
import type { DeviceConnection, DoorController, PlateController } from "./port.ts";
import type { DriverOptions } from "./transport.ts";

const DOOR_DRIVERS = new Map([["axis", createAxisDriver]]);

const PLATE_DRIVERS = new Map([
  ["axxon_lpr", createAxxonDriver],
  ["http_relay", createHttpRelayDriver],
]);

export interface DriverRegistry {
  /** Null for a type without a driver. */
  kindOf(deviceType: string): "door" | "plate" | null;
  /** A new instance; the caller closes it. @throws RangeError for another type. */
  doorController(deviceType: string, connection: DeviceConnection): DoorController;
  /** A new instance; the caller closes it. @throws RangeError for another type. */
  plateController(deviceType: string, connection: DeviceConnection): PlateController;
}

/** Other options (e.g. shorter limits for a test button) need a second registry. */
export function createDriverRegistry(options: DriverOptions): DriverRegistry {
  return {
    kindOf: (deviceType) => (DOOR_DRIVERS.has(deviceType) ? "door" : PLATE_DRIVERS.has(deviceType) ? "plate" : null),
    doorController(deviceType, connection) {
      const create = DOOR_DRIVERS.get(deviceType);
      if (!create) throw new RangeError(`no door driver for ${deviceType}`);
      return create(connection, options);
    },
    plateController(deviceType, connection) {
      const create = PLATE_DRIVERS.get(deviceType);
      if (!create) throw new RangeError(`no plate driver for ${deviceType}`);
      return create(connection, options);
    },
  };
}
