// What an organisation may use, for the tests of this folder: a door controller with two doors, and a gate.
import { DEVICE_TYPES } from "#contract/devices.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import type { AssignedController } from "#web/lib/controllers/assigned-controllers.ts";
import { sampleControllerState } from "#web/lib/controllers/sample-controller-state.ts";
import { DOOR_ID, GATE_ID, OTHER_DOOR_ID, PORT_A_ID } from "./sample-person.ts";

export function doorOf(id: string, name: string): AssignedController["access_points"][number] {
  return { id, name, door_name: null, description: null, enabled: true };
}

export const portA: AssignedController = {
  id: PORT_A_ID,
  name: "Port A",
  device_type: DEVICE_TYPES[0],
  device_ip: "192.0.2.1",
  device_port: 443,
  enabled: true,
  access_points: [doorOf(DOOR_ID, "Entré"), doorOf(OTHER_DOOR_ID, "Soprum")],
  organization_controllers: [{ organization_access_points: [] }],
};

export const gate: AssignedController = {
  ...portA,
  id: GATE_ID,
  name: "Infart",
  device_type: DEVICE_TYPES[1],
  access_points: [],
};

export function sampleUnit(fields: Partial<ControllerState> = {}): ControllerState {
  return sampleControllerState({
    controller_id: PORT_A_ID,
    name: "Port A",
    last_contact: "2026-11-20T12:00:00+00:00",
    ...fields,
  });
}
