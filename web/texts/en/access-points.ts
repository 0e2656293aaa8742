import type { accessPointsTexts } from "../access-points.ts";

const doors = (count: number) => (count === 1 ? "1 door" : `${count} doors`);

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
  count: (total, enabled) => `${doors(total)}, ${enabled} enabled`,

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
  thing: "The door",
  thingInside: "the door",

  missing: "Missing on the device",
  missingHelp: (since) =>
    `The device has not listed the door since ${since}. Nobody gets in there with the portal's PINs.`,
  pinLength: (range) => `PIN ${range} digits`,
  pinLengthHelp: (range) => `The reader only accepts PINs of ${range} digits. Other lengths do not work here.`,
  noPin: "Accepts no PIN",
  noPinHelp: (range) => `The reader requires ${range} digits. The portal's PINs have 4–6.`,
};
