import { formatNumber } from "#web/texts/counted.ts";
import type { organizationsTexts } from "./organizations.sv.ts";

export const organizations: typeof organizationsTexts = {
  add: "Add organisation",
  emptyTitle: "No organisations found",
  emptyHelp: "Add the first organisation, which can then have controllers and administrators.",
  emptyFilteredHelp: "No organisation matches the search.",
  search: "Search organisations",
  count: (total, isOne) => (isOne ? `${total} organisation` : `${total} organisations`),
  loadFailed: "The organisations could not be fetched",
  administrators: "Administrators",
  controllers: "Controllers",
  manageAdmins: "Manage admins",
  manageAdminsOf: (name) => `Manage admins for ${name}`,
  manageControllers: "Manage controllers",
  manageControllersOf: (name) => `Manage controllers for ${name}`,

  createTitle: "Add organisation",
  editTitle: "Edit organisation",
  name: "Name",
  description: "Description",
  created: "Organisation created",
  updated: "Organisation updated",
  deleted: "Organisation removed",

  deleteTitle: "Remove organisation",
  deleteQuestion: "Are you sure you want to remove this organisation? This cannot be undone.",
  deleteConsequence: (name) => `${name} is removed. The passages stay in the log.`,
  blockedTitle: "Cannot remove the organisation",
  blocked: (things) => `The organisation still has ${things}. Remove these first.`,
  linkedEndUsers: "end users",
  linkedControllers: "controllers",
  linkedAdmins: "administrators",
  blockedByRemoval: "Someone is still awaiting removal from a controller.",
  showEndUsers: "Show end users",
  showControllers: "Show controllers",
  showAdmins: "Show administrators",
  showSync: "Show sync status",
  registerElsewhere: "Register the controllers for another one",
  registerTitle: "Register for another organisation",
  registerQuestion: (controllers, isOne, from, to) =>
    isOne
      ? `1 controller is registered for ${from}. It is registered for ${to} instead.`
      : `${controllers} controllers are registered for ${from}. They are registered for ${to} instead.`,
  registerConsequence: "The registration gives no access, so nobody gains or loses any.",
  registerConfirm: "Register",
  registered: (organization) => `Registered for ${organization}`,
  deleteFailed: "Could not remove the organisation. Contact support if the problem persists.",

  accessTitle: (organization) => `Controllers for ${organization}`,
  accessSubtitle: "Choose which devices and doors the organisation may use",
  accessSearch: "Search controllers and doors",
  accessLoadFailed: "The controllers could not be fetched.",
  axisGroup: "AXIS DEVICES",
  axxonGroup: "AXXON LPR DEVICES",
  gateGroup: "OTHER GATES",
  assignedOf: (assigned, all) => `${formatNumber(assigned)} of ${formatNumber(all)} assigned`,
  noControllers: "No controllers available",
  addController: "Add controller",
  noControllersHelp: "Add a controller first, so that the organisation can be given access to it.",
  noMatch: "No controller or door matches the search.",
  controllerSwitch: (controller, organization) => `${controller} assigned to ${organization}`,
  doorSwitch: (door, organization) => `${door} assigned to ${organization}`,
  doors: (count) => `Doors (${formatNumber(count)})`,
  noDoors: "The controller has no enabled doors.",
  allOffered: (count) => (count === 1 ? "the door is offered" : `all ${formatNumber(count)} are offered`),
  allOfferedHelp: "No door is chosen, so all are offered. Choose a door to offer only that one.",
  technical: (name) => `Technical: ${name}`,
  savedAtOnce: "Saved at once.",
  controllerAssigned: "Controller assigned",
  controllerRemoved: "Controller removed",
  doorAssigned: "Door assigned",
  doorRemoved: "Door removed",
  accessWaitsTitle: "Awaiting removal",
  pinsWait: (count, controller) =>
    count === "1"
      ? `1 PIN is removed at ${controller} as soon as it answers; until then it opens there.`
      : `${count} PINs are removed at ${controller} as soon as it answers; until then they open there.`,
  platesWait: (count, controller) =>
    count === "1"
      ? `1 number plate is removed from the list at ${controller} as soon as it answers; until then it opens there.`
      : `${count} number plates are removed from the list at ${controller} as soon as it answers; until then they open there.`,
  accessGoneTitle: "The access is removed",
  accessGone: (controller, when) => `${controller} confirmed it at ${when}.`,

  removeControllerTitle: (controller) => `Remove ${controller}`,
  removeController: (controller, organization) => `${organization} may no longer use ${controller} and its doors.`,
  removeGate: (controller, organization) => `${organization} may no longer use ${controller}.`,
  removeDoorTitle: (door) => `Remove ${door}`,
  removeDoor: (door, organization) => `${organization} may no longer use ${door}.`,
  lastDoor: (controller, count) =>
    `It is the last chosen door. With no door chosen, all ${formatNumber(count)} doors of ${controller} are offered.`,
  lastDoorOnly: (controller) =>
    `It is the last chosen door. With no door chosen, it is still offered on ${controller}.`,
  firstDoorTitle: (door) => `Offer only ${door}`,
  firstDoor: (controller, organization) =>
    `${organization} is now offered all doors of ${controller}. With one door chosen, only that one is offered.`,
  firstDoorConfirm: "Offer only this one",
  peopleLose: (people, isOne) =>
    isOne ? "1 person loses access, on the device too." : `${people} people lose access, on the device too.`,
  peopleLoseHere: (people, isOne) =>
    isOne ? "1 person loses access in the portal." : `${people} people lose access in the portal.`,
  lossWillWait: (controller) =>
    `The access is removed in the portal now, but the PINs open at ${controller} until the removal is confirmed there.`,
  peopleLoseGate: (people, isOne) =>
    isOne ? "1 person can no longer get in." : `${people} people can no longer get in.`,
  nobodyLoses: "Nobody loses access.",
};
