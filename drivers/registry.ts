import { createAxisDriver } from "./axis/driver.ts";
import { examineAxisController } from "./axis/field-kit/examine.ts";
import { createAxisLpvDriver } from "./axis-lpv/driver.ts";
import { lpvPushReader } from "./axis-lpv/push.ts";
import { createAxxonDriver } from "./axxon/driver.ts";
import type { Examination, ExaminationLimits } from "./examination.ts";
import { createHttpRelayDriver } from "./http-relay/driver.ts";
import type { DeviceConnection, DoorController, PlateController } from "./port.ts";
import type { PushReader } from "./push-port.ts";
import type { DriverOptions } from "./transport.ts";

const DOOR_DRIVERS = new Map([["axis", createAxisDriver]]);

const PLATE_DRIVERS = new Map([
  ["axxon_lpr", createAxxonDriver],
  ["http_relay", createHttpRelayDriver],
  ["axis_lpv", createAxisLpvDriver],
]);

/** For vendors whose units differ in ways that no public document settles. */
const EXAMINERS = new Map([["axis", examineAxisController]]);

/** For devices that post reads in their own form. */
const PUSH_READERS = new Map([["axis_lpv", lpvPushReader]]);

export interface DriverRegistry {
  kindOf(deviceType: string): "door" | "plate" | null;
  doorController(deviceType: string, connection: DeviceConnection): DoorController;
  plateController(deviceType: string, connection: DeviceConnection): PlateController;
  /** Examines a unit, read-only. Throws DeviceError when no unit could be asked, and RangeError where there is no such kit. */
  examine(deviceType: string, connection: DeviceConnection, limits: ExaminationLimits): Promise<Examination>;
}

/** Creates the registry. Throws RangeError for a type without a driver of that kind. */
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
    async examine(deviceType, connection, limits) {
      const examine = EXAMINERS.get(deviceType);
      if (!examine) throw new RangeError(`no field kit for ${deviceType}`);
      return examine(connection, options, limits);
    },
  };
}

/** Returns the reader of pushes; null: such devices post nothing. */
export function pushReaderOf(deviceType: string): ((contentType: string) => PushReader) | null {
  return PUSH_READERS.get(deviceType) ?? null;
}
