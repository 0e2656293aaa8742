import { PIN_ATTEMPTS } from "#contract/limits.ts";
import { formatNumber } from "#web/texts/counted.ts";
import type { groupsTexts } from "./groups.sv.ts";

export const groups: typeof groupsTexts = {
  title: "Groups",
  subtitle: "Doors, gates and people that belong together. Change the group, and everybody in it follows.",
  add: "Add group",
  editTitle: "Edit group",
  membersTitle: (group) => `People in ${group}`,
  loadFailed: "The groups could not be fetched.",
  emptyTitle: "No groups yet",
  emptyHelp: "A group gives the same doors and gates to everybody in it.",

  places: "Doors and gates",
  people: "People",
  noPlaces: "No doors or gates",
  without: (name) => `${name} is no longer assigned to the organisation`,
  more: (count) => `+ ${count}`,

  name: "Name",
  starts: "Suggestions",
  startNames: { residents: "Residents", board: "Board", cleaners: "Cleaning" },
  saved: "The group is saved",
  removed: "The group is removed",

  installation: "The installation",
  ofInstallation: "The installation's group",
  installationHelp:
    "Each organisation that is assigned one of the doors or gates has the group. The organisation sees and gets only its own, and chooses itself which people are in it.",
  withoutAll: (name) => `${name} is assigned to no organisation`,
  removeFromAll: (group) =>
    `The group “${group}” will be removed from all organisations. What people have themselves stays.`,

  givenToNew: "Given to new users",
  giveToNew: "Give to new users",
  giveNoMore: "Do not give to new users",
  nowGiven: (group) => `${group} is chosen in advance for new users`,
  noMoreGiven: (group) => `${group} is no longer chosen in advance`,
  removeDefault: "It is given to new users. After this no group is chosen in advance for them.",
  joinNone: "No group",

  hours: "Hours",
  hoursHelp:
    "When the group has the door or gate. The door's own hours hold too, and the way out is always open. A controller that cannot keep the hours lets nobody in by them, and the sync status says so.",
  always: "Always",
  noHoursAt: (controller) =>
    `${controller} did not keep the hours when the portal last wrote them. As long as that is so, nobody gets in by them at its doors. The way out is open. Choose Always, or ask whoever manages the controller to mend it.`,
  notOnList: (gate) =>
    `${gate} keeps a list of its own, which knows no hours. Vehicles that have the gate at certain hours only are not on it, so it does not open for them while the portal is away.`,
  placeHours: (place, schedule) => `${place}: ${schedule}`,

  wait: (people, isOne) =>
    isOne
      ? `The PIN of ${people} person is first compared with others' at a controller that is shared with others. It opens once it has been compared.`
      : `The PINs of ${people} people are first compared with others' at a controller that is shared with others, at most ${PIN_ATTEMPTS.members.hour} an hour and ${PIN_ATTEMPTS.members.day} a day. They open as they have been compared.`,
  waiting: (people) => `${people} waiting to be compared`,
  withoutCount: (codes) => `${codes} without effect`,
  withoutEffect:
    "The PIN gives nothing at one of the group's doors. Either the reader takes no PIN of that length, or somebody else has the PIN there. Give the person another PIN.",
  personAt: (person, door) => `${person}: ${door}`,
  unknownPlace: "a place that is no longer shown",
  removeTitle: "Remove group",
  removeQuestion: (group) => `The group “${group}” will be removed. What people have themselves stays.`,

  manage: (group) => `Manage people in ${group}`,
  search: "Search for a person to add",
  noMatch: "No other person matches the search.",
  from: "From",
  until: "Until",
  datesHint: "For those who are added. Empty: no end.",
  addPerson: "Add",
  addNamed: (name) => `Add ${name}`,
  datesOf: (name) => `Change the dates of ${name}`,
  datesChanged: (name) => `The dates of ${name} are changed`,
  removeNamed: (name) => `Remove ${name} from the group`,
  noMembers: "Nobody is in the group yet.",
  membersFailed: "The people could not be fetched.",
  alwaysMember: "no end",
  memberFrom: (day) => `from ${day}`,
  memberUntil: (day) => `until ${day}`,
  memberWindow: (from, until) => `${from} – ${until}`,
  memberAdded: (name) => `${name} is in the group`,
  memberRemoved: (name) => `${name} is no longer in the group`,
  showMore: "Show more",

  choose: "Groups",
  chosen: (count) => (count === 1 ? "1 group chosen" : `${formatNumber(count)} groups chosen`),
  chooseSearch: "Search group",
  putIn: "Put in group",
  putInTitle: (people, isOne) => (isOne ? `Put ${people} person in a group` : `Put ${people} people in a group`),
  group: "Group",
  chooseGroup: "Choose group",
  noGroups: "The organisation has no groups yet.",
  put: (group) => `The people are in ${group}`,
};
