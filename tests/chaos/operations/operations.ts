import { holdDoor, openDoor } from "./doors.ts";
import { driveThrough, revokeWhileDriving, traffic } from "./gate.ts";
import {
  deleteWeeklyCode,
  generateWeeklyCode,
  importPeople,
  importVehicles,
  turnDoorOff,
  unlinkController,
} from "./many.ts";
import { assignDoor, createPerson, deletePerson, editPerson, removePin } from "./people.ts";
import { saveAlerts, saveOrganization, upgrade } from "./settings.ts";

export const OPERATIONS = {
  create: createPerson,
  edit: editPerson,
  remove_pin: removePin,
  delete: deletePerson,
  assign: assignDoor,
  import: importVehicles,
  import_people: importPeople,
  weekly_generate: generateWeeklyCode,
  weekly_delete: deleteWeeklyCode,
  door_off: turnDoorOff,
  unlink: unlinkController,
  settings: saveOrganization,
  alerts: saveAlerts,
  upgrade,
  passage: driveThrough,
  traffic,
  revoke: revokeWhileDriving,
  open_door: openDoor,
  hold_door: holdDoor,
} as const;
export type OperationName = keyof typeof OPERATIONS;
