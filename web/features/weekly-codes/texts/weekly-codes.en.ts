import { formatNumber } from "#web/texts/counted.ts";
import type { weeklyCodesTexts } from "./weekly-codes.sv.ts";

const places = (count: number) => (count === 1 ? "1 controller" : `${formatNumber(count)} controllers`);
const codes = (count: number) => (count === 1 ? "1 weekly code" : `${formatNumber(count)} weekly codes`);
const weeks = (count: number) => (count === 1 ? "1 week" : `${formatNumber(count)} weeks`);

export const weeklyCodes: typeof weeklyCodesTexts = {
  subtitle: "One code per week that opens all active doors on the chosen controllers",

  tabs: "Weekly codes",
  existing: "Existing codes",
  generateNew: "Generate new",

  week: "Week",
  code: "Code",
  validFrom: "Valid from",
  validTo: "Valid to",
  controllers: "Controllers",
  thisWeek: "This week",
  over: "Expired",
  count: codes,
  loadFailed: "The weekly codes could not be fetched.",
  empty: "No weekly codes found",
  emptyHelp: "Generate the first code and hand it to those who should get in during the week.",
  goGenerate: "Generate new",
  codeGone: "The weekly code is no longer there. The list is read again.",
  andMore: (count) => `+ ${formatNumber(count)}`,
  showControllers: (week, count) => `${places(count)} with ${week}`,
  ofWeek: (week) => `Controllers with ${week}`,
  noControllers: "The code is not on any controller.",
  allDoorsOf: (controllers) => `all doors at ${controllers}`,
  places,

  remove: "Remove weekly code",
  removeQuestion: "Are you sure you want to remove this weekly code? This cannot be undone.",
  removeConsequence: (week, count) =>
    `${week} is removed from ${places(count)}. The code works until ${count === 1 ? "the controller has" : "the controllers have"} confirmed.`,
  removed: "Weekly code removed",
  removedWaits: (names) => `Awaiting removal from ${names}.`,

  removalNote: (week, names) => `${week} is awaiting removal from ${names}.`,
  removalHelp: "The code may work there until the controller has confirmed.",
  removalsMore: (count) => `${codes(count)} more ${count === 1 ? "is" : "are"} awaiting removal.`,
  showSync: "Show sync status",

  choose: "Axis controllers",
  chooseAll: "Choose all",
  chooseHelp:
    "Each code is valid from Monday 00:00 to Sunday 24:00. The first week without a code gets it, and a week never gets two codes on the same controller.",
  noAxis: "No Axis controllers yet.",
  noAxisHelp: "A weekly code is written to controllers of doors, so add one first.",
  addController: "Add controller",
  axisFailed: "The controllers could not be fetched.",
  findController: "Search controllers",
  chooseOne: "Choose at least one controller",
  weeksLabel: "Number of weeks",
  weeksHint: "1–53, from the first week without a code.",
  weeksWrong: "Enter a number between 1 and 53",
  generate: "Generate",
  generating: "Generating...",
  generated: "Weekly codes generated",
  generatedWeeks: (first, last) => (first === last ? first : `${first}–${last}`),
  generatedNone: "All weeks that can be generated already have a code.",
  generatedWaits: (count) => `Written when ${places(count)} ${count === 1 ? "answers" : "answer"}.`,

  timed: "Automatic",
  timedNote: (on, total) => `${formatNumber(on)} of ${places(total)}`,
  timedHelp:
    "The portal generates codes for the current week and as many weeks ahead as you choose, and clears codes whose week is over.",
  timedGenerate: "Generate in advance",
  timedGenerateFor: (name) => `Generate in advance, ${name}`,
  timedWeeksFor: (name) => `Weeks in advance, ${name}`,
  timedAhead: (count) => (count === 0 ? "This week only" : `${weeks(count)} ahead`),
  timedCleanUp: "Clear expired",
  timedCleanUpFor: (name) => `Clear expired, ${name}`,
  on: "On",
  off: "Off",
};
