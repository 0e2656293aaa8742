import { formatNumber } from "#web/texts/counted.ts";
import type { controllerDeleteTexts } from "./controller-delete.sv.ts";

export const controllerDelete: typeof controllerDeleteTexts = {
  deleteTitle: "Remove controller",
  deleteQuestion: "Are you sure you want to remove this controller? This cannot be undone.",
  deleteDoors: (name, count) =>
    count === 0
      ? `${name} is removed. Its passages stay in the log.`
      : `${name} and its ${count === 1 ? "door" : `${formatNumber(count)} doors`} are removed. The passages stay in the log.`,
  nobodyLoses: "Nobody has access through it.",
  linkedPeople: (count, isOne) =>
    isOne ? "1 person has access through it." : `${count} people have access through it.`,
  linkedGroups: (count, isOne) =>
    isOne ? "1 group without people has it." : `${count} groups without people have it.`,
  lostPeople: (count, isOne) => (isOne ? "1 person" : `${count} people`),
  lostCredentials: (count, isOne) => (isOne ? "1 credential" : `${count} credentials`),
  lostGroups: (count, isOne) => (isOne ? "1 group" : `${count} groups`),
  lostNothing: "no access",
  moreOrganizations: (count, isOne) => (isOne ? "and 1 more organisation" : `and ${count} more organisations`),
  unassign: (count, isOne) => (isOne ? "Take from the organisation" : `Take from ${count} organisations`),
  unassigning: "Taking from the organisations...",
  unassignTakes: (isOne) =>
    isOne
      ? "The person loses it, on the device too. The person and the codes stay."
      : "Everybody loses it, on the device too. The people and their codes stay.",
  unassignTakesNobody: "Nobody loses anything. The groups stay, without it.",
  unassignedNobody: "No group has it any more",
  unassigned: (people, isOne) =>
    isOne ? "1 person no longer has access through it" : `${people} people no longer have access through it`,
  linkedOwnUsers: (count, isOne) =>
    isOne ? "1 user is on the controller only." : `${count} users are on the controller only.`,
  linkedWeeklyCodes: (count, isOne) =>
    isOne ? "1 weekly code is valid there." : `${count} weekly codes are valid there.`,
  linkedHeldDoors: (count, isOne) =>
    isOne
      ? "1 door is held unlocked by the portal. Lock it first."
      : `${count} doors are held unlocked by the portal. Lock them first.`,
  linkedRemovals: (count, isOne) =>
    isOne ? "1 removal is not confirmed by the device." : `${count} removals are not confirmed by the device.`,
  showUsers: "Show the users",
  showWeeklyCodes: "Show weekly codes",
  showDoors: "Show the doors",
  showPeople: "Show end users",
  deviceGone: "If the device is gone for good, everybody is removed when you retire it.",
  retire: "Retire controller",
  thing: "The controller",
  thingInside: "the controller",
  deleted: "Controller removed",
};
