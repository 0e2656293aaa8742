import { formatNumber } from "#web/texts/counted.ts";
import type { accessPointsTexts, pinAloneTexts } from "./access-points.sv.ts";

const doors = (count: number) => (count === 1 ? "1 door" : `${formatNumber(count)} doors`);

export const accessPoints: typeof accessPointsTexts = {
  title: "Manage access points",
  emptyTitle: "No access points found. Sync from the Axis device first.",
  loadFailed: "The access points could not be fetched.",
  sync: "Sync access points",
  syncing: "Syncing...",

  enabled: "Enabled",
  doorName: "Door name",
  technicalName: "Technical name",
  description: "Description",
  lastSynced: "Last synced",
  never: "Never",
  enabledLabel: (door) => `${door} enabled`,
  count: (total, enabled) => `${doors(total)}, ${formatNumber(enabled)} enabled`,

  editLabel: (door) => `Edit ${door}`,
  removeLabel: (door) => `Remove ${door}`,
  editing: (door) => `Edit ${door}`,
  oneAtATime: "Save or cancel the row that is being edited first.",
  saved: "Door saved",
  nameRequired: "Enter the technical name",
  nameTooLong: "The technical name can have at most 100 characters",
  doorNameTooLong: "The door name can have at most 100 characters",
  descriptionTooLong: "The description can have at most 1000 characters",

  disableTitle: "Disable the door",
  disableQuestion: (door) => `${door} opens for nobody while it is disabled.`,
  disableHere: (door) => `${door} is disabled in the portal now.`,
  disableWillWait: "The PINs open the door until the change is confirmed there.",
  disablePeople: (people, isOne) =>
    isOne ? "1 person loses access to the door." : `${people} people lose access to the door.`,
  disable: "Disable",

  deleteTitle: "Remove door",
  deleteQuestion: "Are you sure you want to remove this door? This cannot be undone.",
  deleteReturns: (door) => `If ${door} is still on the device, it comes back at the next sync.`,
  deleteMissing: (door) => `${door} is no longer on the device.`,
  deleted: "Door removed",
  heldUnlocked: "The portal holds the door unlocked. Lock it first, or nobody would lock it again.",
  showDoors: "Show the doors",
  take: "Take from everybody",
  taking: "Taking from everybody...",
  takeLoses: (people, isOne) =>
    isOne
      ? "1 person has access to the door and loses it, on the device too. The person and the PIN stay."
      : `${people} people have access to the door and lose it, on the device too. The people and their PINs stay.`,
  takeFromGroups: (groups, isOne) =>
    isOne
      ? "1 group without people has the door. The group stays, without it."
      : `${groups} groups without people have the door. The groups stay, without it.`,
  takenFromGroups: "No group has the door any more",
  taken: (people, isOne, door) =>
    isOne ? `1 person no longer has access to ${door}` : `${people} people no longer have access to ${door}`,
  thing: "The door",
  thingInside: "the door",

  missing: "Missing on the device",
  missingHelp: (since) =>
    `The device has not listed the door since ${since}. Nobody gets in there with the portal's PINs.`,
  unlockHours: (hours) => `Unlocked ${hours}`,
  unlockHoursHelp: (hours) =>
    `The unit holds the door unlocked ${hours}, by hours that are set on the unit. The portal reads them and never changes them.`,
  pinLength: (range) => `PIN ${range} digits`,
  pinLengthHelp: (range) => `The reader only accepts PINs of ${range} digits. Other lengths do not work here.`,
  noPin: "Accepts no PIN",
  noPinHelp: (range) => `The reader requires ${range} digits. The portal's PINs have 4–6.`,
};

export const pinAlone: typeof pinAloneTexts = {
  action: "Let a PIN alone be enough",
  actionLabel: (door) => `Let a PIN alone be enough at ${door}`,
  stopAction: "Let the reader's rule apply",
  stopLabel: (door) => `Let the reader's rule apply at ${door}`,

  title: "Let a PIN alone be enough",
  question: (door, rule) =>
    `The reader at ${door} asks for a card. The portal's people get in with a PIN alone if their access profile uses the authentication profile ${rule}, which is already on the controller.`,
  consequence:
    "Whoever gets hold of a PIN then gets in without a card. Other users of the controller are not affected. If a technician has added a card to one of the portal's people, it does not open without the PIN.",
  confirm: "Let a PIN be enough",

  stopTitle: "Let the reader's rule apply",
  stopQuestion: (door) => `At ${door} the portal's people, too, need what the reader asks for.`,
  stopConsequence: "Whoever only has a PIN does not get in when the reader asks for a card.",
  stop: "Let the reader's rule apply",

  noRuleTitle: "No profile for a PIN alone",
  noRule: (controller) =>
    `${controller} has no authentication profile that asks for a PIN alone around the clock. Nothing has been changed. The portal does not add one, since that can stop all doors from opening for several minutes.`,
  noRuleRemedy:
    "Add such a profile in the controller's own interface, at a time when few people enter, and then sync the access points.",
  ruleUnread: (controller) =>
    `The portal has not read the authentication profiles of ${controller} yet. Nothing has been changed. Sync the access points and try again.`,
  sync: "Sync access points",

  on: "A PIN alone is enough",
  onHelp: (rule) =>
    `The reader asks for a card, but the portal's people get in with a PIN alone through the authentication profile ${rule}. The portal has read that back from the controller.`,
  waits: "Waiting for the controller",
  waitsHelp: (desired) =>
    desired
      ? "A PIN alone is enough once the controller has answered and the portal has read the change back. Until then the reader's rule applies."
      : "The reader's rule applies once the controller has answered and the portal has read the change back. Until then a PIN alone is enough.",
  lost: "No profile for a PIN alone",
  lostHelp:
    "A PIN alone should be enough here, but the controller no longer has an authentication profile that asks for a PIN alone around the clock. The reader's rule applies. Add the profile in the controller's own interface and sync the access points.",
};
