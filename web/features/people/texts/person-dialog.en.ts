import { formatNumber } from "#web/texts/counted.ts";
import type { personDialogTexts } from "./person-dialog.sv.ts";

const doors = (count: number) => (count === 1 ? "1 door" : `${formatNumber(count)} doors`);
const gates = (count: number) => (count === 1 ? "1 gate" : `${formatNumber(count)} gates`);

export const personDialog: typeof personDialogTexts = {
  firstName: "First name",
  lastName: "Last name",
  chooseOrganization: "Choose organisation",
  chooseOrganizationHint: "Choose an organisation to continue",
  organizationLocked: "The organisation cannot be changed when editing",
  parts: "Parts",
  namePart: "Person",
  accessPart: "Access",
  morePart: "Other",
  moreFields: "More details",
  enablePin: "Add a PIN",
  enableVehicle: "Add a vehicle",
  storedPin: "PIN",
  storedVehicle: "Vehicle",
  pinField: "PIN",
  pinDigits: "4–6 digits",
  pinLongest: "6 digits, the longest a PIN can be.",
  pinLength: (digits, doors, count) =>
    doors.length === 0
      ? `${formatNumber(digits)} digits, the longest that the readers at all the doors take.`
      : `Only ${formatNumber(digits)} digits, since the reader at ${doors.join(" and ")}${count > doors.length ? " and others" : ""} takes no more.`,
  pinHintNew: "Leave empty, and the portal creates one",
  pinHintEdit: "Leave empty to keep the PIN",
  pinFreeOnChosen: "Free on all chosen doors",
  pinFree: "Free on all doors",
  validity: "Validity",
  chooseValidity: "Choose validity",
  window: (from, to) => `${from} – ${to}`,
  windowEnded: (to) => `Expired ${to}`,
  endDate: "End date",
  windowUntil: (from, to) => `${from} – ${to}, the whole day`,
  renew: "Extend from today",
  keepDates: "Keep the dates",
  doorsLabel: "Doors",
  gatesLabel: "Gates",
  doorSearch: "Search doors and controllers",
  gateSearch: "Search gates",
  noDoors: "No doors are assigned to the organisation",
  noGates: "No gates are assigned to the organisation",
  chooseOrganizationFirst: "Choose an organisation first",
  noOrganizations: "There is no organisation yet, and a user always belongs to one.",
  addOrganization: "Add organisation",
  nothingAssigned: "The organisation has no doors or gates, so a user cannot be saved yet.",
  assignFirst: "Assign doors",
  systemAdminAssigns: "A system administrator assigns them.",
  accessFailed: "Doors and gates could not be fetched. What you have typed is kept.",
  writtenLater: "Written when the controller answers.",
  controllerPaused: "Paused",
  keptDoors: (count) =>
    count === 1
      ? "1 more door is switched off or no longer assigned and is not changed."
      : `${formatNumber(count)} more doors are switched off or no longer assigned and are not changed.`,
  keptGates: (count) =>
    count === 1
      ? "1 more gate is no longer assigned and is not changed."
      : `${formatNumber(count)} more gates are no longer assigned and are not changed.`,
  plate: "Number plate",
  vehicleType: "Vehicle type",
  usualVehicleType: "Car",
  vehicleTypeHint: "Car, Lorry",
  pinGoes: (count) =>
    count === 0 ? "The PIN is removed when you save." : `The PIN is removed from ${doors(count)} when you save.`,
  vehicleGoes: (plate, count) =>
    count === 0
      ? `The vehicle ${plate} is removed when you save.`
      : `The vehicle ${plate} is removed from ${gates(count)} when you save.`,
  readingAccess: "Fetching doors, gates and groups...",
  writing: (count) => (count === 1 ? "Writing to 1 controller..." : `Writing to ${formatNumber(count)} controllers...`),

  changedByOther: "Someone else has changed the user since you opened the form.",
  changedBy: (who, time) => `Changed by ${who} at ${time}.`,
  changedFields: (fields) => `Changed: ${fields}.`,
  reload: "Reload",
  keepMine: "Keep mine",

  made: "User created",
  updated: "User updated",
  deleted: "User removed",
  waitsFor: (controllers) =>
    `No answer yet from ${controllers}. The change is saved and will be written when the answer comes.`,
  removalWaits: (what, it, controllers, many) => {
    const [is, open] = it === "they" ? ["are", "open"] : ["is", "opens"];
    return `${what} ${is} removed at ${controllers} as soon as ${many ? "they answer" : "it answers"}; until then ${it} ${open} there.`;
  },
  changeWaits: (what, controllers, many) =>
    `The change is written at ${controllers} as soon as ${many ? "they answer" : "it answers"}; until then ${what} will hold there.`,
  createFailed: (message) => `Failed to create user: ${message}`,
  updateFailed: (message) => `Failed to update user: ${message}`,
  unknownError: "Unknown error",

  madePinTitle: "The PIN has been created",
  madePinFor: (name) => `Hand the PIN to ${name}. The eye in the list shows it again.`,
  madePin: "PIN",

  deleteTitle: "Remove user",
  deleteQuestion: "Are you sure you want to remove this user? This cannot be undone.",
  deletesPin: (count) => `The PIN is removed from ${doors(count)}.`,
  deletesPlate: (plate, count) => `${plate} stops being valid at ${gates(count)}.`,
  isHeldUp: (controller, why) => `${controller} ${why}.`,
  behind: "has not answered the last change",
  deleteWillWait: (controllers) =>
    `The PIN is removed from the portal now, but opens at ${controllers} until its removal is confirmed there.`,
  deletesWillWait: (controllers) =>
    `The PINs at ${controllers} are removed from the portal now, but open there until their removal is confirmed.`,
  offWillWait: (isOne, controllers) =>
    isOne
      ? `The PIN at ${controllers} stops being valid in the portal now, but opens there until the change is confirmed.`
      : `The PINs at ${controllers} stop being valid in the portal now, but open there until the change is confirmed.`,
  plateWillWait: (isOne, controllers) =>
    `The ${isOne ? "plate stays" : "plates stay"} on the gate's list at ${controllers}, and ${isOne ? "opens" : "open"}, until the change is confirmed there.`,
  changeWillWait: (what, controllers) =>
    `The change is saved in the portal now, but ${what} will hold at ${controllers} until the change is confirmed there.`,
  deletedHere: "Removed from the portal.",
  waitsTitle: "Waiting for controller",
  removalWaitsTitle: "Awaiting removal",
  thePin: "The PIN",
  thePins: "The PINs",
  thePlate: "The plate on the gate's list",
  thePlates: "The plates on the gate's list",
  itPin: "it",
  itPlate: "it",
  they: "they",
  oldCode: "the old PIN",
  oldPlate: "the old number plate",
  oldValidity: "the old validity",
  oldDoors: "access to the old doors",
  removedAt: (places) => `Removed at ${places}`,
  suspendedAt: (places, until) => `Suspended at ${places}, removed ${until}`,
  placeAt: (controller, when) => `${controller} ${when}`,
  removedOf: (what, name) => `${what}, ${name}`,
  retired: (controllers) => `${controllers} has been retired. The removal is attested, not read back.`,
  attempts: "Latest attempts",
  refusedAt: (place) => `Refused at ${place}`,
  why: "Why",
  removals: "Removed at the doors",
  deleteRefused: (why) => `Cannot remove the user: ${why} Check the connection to the Axis controller and try again.`,
  deleteLinked: "Other things are linked to the user. Remove these first.",
  deleteDevice: "Cannot reach the Axis device. Check the connection.",
  deleteFailed: "Could not remove the user. Contact support if the problem persists.",
};
