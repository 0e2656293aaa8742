// The gate that imported vehicles are let in at, for the tests of this folder.
import { DEVICE_TYPES } from "#contract/devices.ts";
import type { AssignedController } from "#web/lib/controllers/assigned-controllers.ts";

export const gate: AssignedController = {
  id: "00000000-0000-4000-8000-0000000000c1",
  name: "Importgrinden",
  device_type: DEVICE_TYPES[1],
  device_ip: "192.0.2.9",
  device_port: 80,
  enabled: true,
  access_points: [],
  organization_controllers: [{ organization_access_points: [] }],
};
