import type { endUsersTexts, validityTexts } from "../end-users.ts";

const doors = (count: number) => (count === 1 ? "1 door" : `${count} doors`);
const gates = (count: number) => (count === 1 ? "1 gate" : `${count} gates`);

export const endUsers: typeof endUsersTexts = {
  subtitle: (place) => `People in ${place} with a PIN or a vehicle`,
  list: "Users",
  name: "Name",
  organization: "Organisation",
  pin: "PIN",
  vehicle: "Vehicle",
  created: "Created",
  add: "Add user",
  edit: "Edit user",
  editShort: "Edit",
  search: "Search name, PIN or number plate",
  searchShort: "Search name, PIN, vehicle",
  filter: "Credential",
  everybody: "All users",
  onlyPin: "PIN only",
  onlyVehicle: "Vehicle only",
  everybodySystem: "All",
  onlyVehicleSystem: "Vehicle only",
  allOrganizations: "All organisations",
  shown: (shown, total) => `Showing ${shown} of ${total} users`,
  shownAbout: (shown, total) => `Showing about ${shown} of ${total} users`,
  noneMatch: "No users match the search",
  noneMatchHelp: "Search for a part of the name, for the PIN or for the number plate.",
  none: "No users found",
  noneHelp: "Add the first one, or import vehicles.",
  noneHelpSystem: "Add the first one.",
  listFailed: "The list could not be fetched.",

  passages: (count) => `Passages ${count}`,
  gates: (count) => `Gates ${count}`,
  doors,
  gatesCounted: gates,
  fromTo: (from, to) => `From ${from} · To ${to}`,
  fromOnly: (from) => `From ${from}`,
  endsToday: "expires today",
  noAccess: "No access",
  noAccessHelp: "The doors are switched off or no longer assigned, so the PIN opens nothing.",

  confirmedAt: (when) => `Confirmed on the doors ${when}`,
  notAnswering: "is not answering",
  refusesLogin: "refuses the portal's sign-in",
  otherCertificate: "has another certificate than before",
  refusesChange: "does not accept the change",
  notTriedYet: "is written in a moment",
  stillThere: "still has the PIN",
  copyLine: (controller, what) => `${controller} ${what}`,
  nextTry: (clock) => `next attempt ${clock}`,
  moreControllers: (count) => `and ${count} more`,

  awaitingRemoval: "is removed in the portal but still on",
  awaitingPinOf: "The PIN of",
  awaiting: "Awaiting removal.",
  awaitingMore: (count) => `...and ${count} more`,
  showSync: "Show sync status",

  firstName: "First name",
  lastName: "Last name",
  chooseOrganization: "Choose organisation",
  chooseOrganizationHint: "Choose an organisation to go on",
  organizationLocked: "The organisation cannot be changed when editing",
  enablePin: "Add a PIN",
  enableVehicle: "Add a vehicle",
  pinField: "PIN",
  pinLength: "4–6 digits",
  pinHintNew: "Leave empty and the portal makes one",
  pinHintEdit: "Leave empty to keep the PIN",
  pinFreeOnChosen: "Free on all chosen doors",
  pinFree: "Free on all doors",
  validity: "Validity",
  chooseValidity: "Choose validity",
  window: (from, to) => `${from} – ${to}`,
  windowEnded: (to) => `Expired ${to}. Choose another validity to renew.`,
  doorsLabel: "Doors",
  gatesLabel: "Gates",
  doorSearch: "Search door or controller",
  gateSearch: "Search gate",
  noDoors: "No doors are assigned to the organisation",
  noGates: "No gates are assigned to the organisation",
  chooseOrganizationFirst: "Choose an organisation first",
  accessFailed: "Doors and gates could not be fetched. What you have typed is kept.",
  writtenLater: "Written when the controller answers.",
  controllerPaused: "Paused",
  keptDoors: (count) =>
    count === 1
      ? "1 more door is switched off or no longer assigned and is not changed."
      : `${count} more doors are switched off or no longer assigned and are not changed.`,
  keptGates: (count) =>
    count === 1
      ? "1 more gate is no longer assigned and is not changed."
      : `${count} more gates are no longer assigned and are not changed.`,
  plate: "Number plate",
  vehicleType: "Vehicle type",
  vehicleTypeHint: "For example Car, Lorry",
  pinGoes: (count) =>
    count === 0 ? "The PIN is removed when you save." : `The PIN is removed from ${doors(count)} when you save.`,
  vehicleGoes: (plate, count) =>
    count === 0
      ? `The vehicle ${plate} is removed when you save.`
      : `The vehicle ${plate} is removed from ${gates(count)} when you save.`,
  writing: (count) => (count === 1 ? "Writing to 1 controller..." : `Writing to ${count} controllers...`),

  changedByOther: "Someone else has changed the user since you opened the form.",
  changedFields: (fields) => `Changed: ${fields}.`,
  reload: "Reload",
  keepMine: "Keep mine",

  made: "User created",
  updated: "User updated",
  deleted: "User removed",
  waitsFor: (controllers) => `No answer yet from ${controllers}. The change is saved and is written when it comes.`,
  removalWaits: (controllers) => `The removed PIN works on ${controllers} until its removal is confirmed there.`,
  createFailed: (message) => `Failed to create user: ${message}`,
  updateFailed: (message) => `Failed to update user: ${message}`,
  unknownError: "Unknown error",
  and: "and",

  madePinTitle: "The PIN is made",
  madePinFor: (name) => `Hand the PIN to ${name}. The eye in the list shows it again.`,
  madePin: "PIN",

  deleteTitle: "Remove user",
  deleteQuestion: "Are you sure you want to remove this user? This cannot be undone.",
  deletesPin: (count) => `The PIN is removed from ${doors(count)}.`,
  deletesPlate: (plate, count) => `${plate} stops being valid at ${gates(count)}.`,
  deleteWillWait: (controllers) =>
    `The last change has had no answer from ${controllers}. The PIN works there until its removal is confirmed.`,
  deletePending: (controllers) =>
    `Cannot remove the user: no answer from ${controllers}, and the PIN is still there. Check the connection to the Axis controller and try again.`,
  deleteLinked: "Other things are linked to the user. Remove these first.",
  deleteDevice: "Cannot reach the Axis device. Check the connection.",
  deleteFailed: "Could not remove the user. Contact support if the problem remains.",
};

export const validity: typeof validityTexts = {
  "1_day": "1 day",
  "1_week": "1 week",
  "1_month": "1 month",
  "3_months": "3 months",
  "6_months": "6 months",
  "12_months": "12 months",
};
