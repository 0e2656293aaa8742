import type { controllerDeleteTexts } from "./controller-delete.sv.ts";

export const controllerDelete: typeof controllerDeleteTexts = {
  deleteTitle: "Remove controller",
  deleteQuestion: "Are you sure you want to remove this controller? This cannot be undone.",
  deleteDoors: (name, count) =>
    count === 0
      ? `${name} is removed. Its passages stay in the log.`
      : `${name} and its ${count === 1 ? "door" : `${count} doors`} are removed. The passages stay in the log.`,
  nobodyLoses: "Nobody has access through it.",
  linkedPeople: (count, isOne) =>
    isOne ? "1 person has access through it." : `${count} people have access through it.`,
  unassign: "Take from the organisations",
  unassigning: "Taking from the organisations...",
  unassignTakes: (isOne) =>
    isOne
      ? "The person loses it, on the device too. The person and the codes stay."
      : "Everybody loses it, on the device too. The people and their codes stay.",
  unassigned: (people, isOne) =>
    isOne ? "1 person no longer has access through it" : `${people} people no longer have access through it`,
  linkedOwnUsers: (count, isOne) =>
    isOne ? "1 user is on the controller only." : `${count} users are on the controller only.`,
  linkedWeeklyCodes: (count, isOne) =>
    isOne ? "1 weekly code is valid there." : `${count} weekly codes are valid there.`,
  linkedRemovals: (count, isOne) =>
    isOne ? "1 removal is not confirmed by the device." : `${count} removals are not confirmed by the device.`,
  showUsers: "Show the users",
  showWeeklyCodes: "Show weekly codes",
  showPeople: "Show end users",
  deviceGone: "If the device is gone for good, everybody is removed when you retire it.",
  retire: "Retire controller",
  thing: "The controller",
  thingInside: "the controller",
  deleted: "Controller removed",
};
