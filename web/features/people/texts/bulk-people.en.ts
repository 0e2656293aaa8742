import { counted } from "#web/texts/counted.ts";
import type { bulkPeopleTexts } from "./bulk-people.sv.ts";

const people = (count: string, isOne: boolean) => (isOne ? `${count} user` : `${count} users`);

export const bulkPeople: typeof bulkPeopleTexts = {
  extend: "Extend",
  switchOff: "Disable",
  switchOn: "Enable",
  remove: "Remove",
  chooseAll: (count) => `Choose all ${count}`,
  choosing: "Fetching all...",

  removeTitle: (count, isOne) => `Remove ${people(count, isOne)}`,
  removeQuestion: "Are you sure that you want to remove the chosen users?",
  offTitle: (count, isOne) => `Disable ${people(count, isOne)}`,
  offQuestion: "PINs and vehicles stop being valid until you enable them again. The dates stay as they are.",
  onTitle: (count, isOne) => `Enable ${people(count, isOne)}`,
  onQuestion: "PINs and vehicles that are disabled become valid again for as long as their dates last.",
  extendTitle: (count, isOne) => `Extend ${people(count, isOne)}`,
  extendQuestion: "Each gets the same time once more, from the end of what is left or from today.",
  nothingToExtend: "There is nothing to extend.",
  haveEnough: (count) =>
    `${count} ${count === "1" ? "has" : "have"} more than a whole period left already and ${count === "1" ? "stays as it is" : "stay as they are"}.`,
  hasEnough: (name) => `${name} has more than a whole period left already and was not changed.`,
  extensionUndone: "The extension is undone",
  busy: "Working...",

  more: (count) => `and ${count} more`,
  pins: (count, isOne) => (isOne ? "1 PIN" : `${count} PINs`),
  pinsOf: (pins, controllers) => `${pins} at ${controllers}`,
  atController: (name, pins) => `${name} (${pins})`,
  plates: (count, isOne) => (isOne ? "1 vehicle" : `${count} vehicles`),
  counting: "Counting what is affected...",
  stops: "No longer valid:",
  nothing: "No PINs or vehicles are affected.",
  countFailed: "Could not count what is affected.",

  removed: (count, isOne) => `${people(count, isOne)} removed`,
  restored: (count, isOne) => `${people(count, isOne)} restored`,
  extended: (count, isOne) => `${people(count, isOne)} extended`,
  extendedOne: (name) => `${name} is extended`,
  validUntil: (days) => `Valid until ${days}`,
  switchedOff: (count, isOne) => `${people(count, isOne)} disabled`,
  switchedOn: (count, isOne) => `${people(count, isOne)} enabled`,
  undo: "Undo",
  refused: (count) => `${counted(count, "user", "users")} could not be changed`,
  refusedOne: (name, reason) => `${name}: ${reason}`,
};
