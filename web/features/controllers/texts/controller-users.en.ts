import { counted } from "#web/texts/counted.ts";
import type { controllerUsersTexts } from "./controller-users.sv.ts";

export const controllerUsers: typeof controllerUsersTexts = {
  title: "Users on the controller",
  readFrom: "Read from the device",
  readFailed: "The users of the controller could not be fetched.",
  readFailedKept: "The list shows what was last read.",
  empty: "No end users found",
  emptyHelp: "Add someone who should be on this controller only.",
  emptySearch: "Nobody on the controller matches the search.",
  search: "Search name",
  count: (total) => `${counted(total, "user", "users")} on the device`,

  name: "Name",
  nameless: "No name",
  noPin: "No PIN",
  validFrom: "Valid from",
  validTo: "Valid to",
  forever: "Until further notice",
  standing: "Status",
  notOwned: "Not owned by the portal",
  endUser: "End user",
  weeklyCode: "Weekly code",
  disabledOnDevice: "Disabled on the device",

  add: "Add user",
  editTitle: "Edit user",
  adoptTitle: "Take over user",
  adopt: "Take over",
  adoptHelp:
    "The person was added on the device by someone else. If you save, the portal takes over: the PIN is kept unique here, and the person comes along if the device is replaced.",
  editedUnderEndUsers: "Changed under End users",
  editedUnderWeeklyCodes: "Changed under Weekly codes",
  goingAway: "Awaiting removal",
  firstName: "First name",
  lastName: "Last name",
  namesLocked: "Names cannot be changed when editing",
  pin: "PIN",
  pinLength: "4–6 digits",
  pinKept: "Leave empty to keep the current one.",
  groupHelp: "The person gets the doors that the group Webbportal has on the controller.",
  doorsKept: "The person's doors are not changed.",

  created: "User created",
  updated: "User updated",
  deleted: "User removed",
  waits: (name) => `Written when ${name} answers.`,

  removeTitle: "Remove user",
  removeQuestion: "Are you sure you want to remove this user? This cannot be undone.",
  removeOwn: (person, controller) => `${person} is removed from ${controller}.`,
  removeUnmanaged: (person, controller) =>
    `${person} is not owned by the portal and is removed from ${controller}. Whoever added the person is not informed.`,
  thing: "The user",
  thingInside: "the user",
};
