// A controller with three doors that an organisation may be given, for the tests of this folder.
import { DEVICE_TYPES } from "#contract/devices.ts";
import type { ControllerWithDoors } from "#contract/tables/controllers.ts";

export const CONTROLLER_ID = "00000000-0000-4000-8000-0000000000c1";
export const doorId = (number: number) => `00000000-0000-4000-8000-0000000000d${number}`;

const door = (number: number, name: string) => ({
  id: doorId(number),
  name,
  door_name: null,
  description: null,
  enabled: true,
});

export const CONTROLLER: ControllerWithDoors = {
  id: CONTROLLER_ID,
  name: "Port Lindängen",
  device_type: DEVICE_TYPES[0],
  device_ip: "192.0.2.10",
  device_port: 80,
  enabled: true,
  access_points: [door(1, "Entré"), door(2, "Källare"), door(3, "Tvättstuga")],
};

export const GATE: ControllerWithDoors = {
  ...CONTROLLER,
  id: "00000000-0000-4000-8000-0000000000c2",
  name: "Infart Lindängen",
  device_type: DEVICE_TYPES[1],
  device_ip: "192.0.2.20",
  access_points: [],
};
