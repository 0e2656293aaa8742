// Bugs of the driver about schedules and doors' hours. Part of DRIVER_BUGS.
import type { DriverBug } from "./driver-bug.ts";

const HOURS = ["tests/integration/drivers/door-hours.test.ts"];
const COMPILED = ["tests/compile-hours.test.ts"];
const OWN_HOURS = ["tests/integration/drivers/door-commands.test.ts"];

export const HOUR_BUGS: readonly DriverBug[] = [
  {
    name: "a profile's own list has the hours too, so that their exceptions close the way out",
    point: "axis-own-list-holds-always",
    correct: "[always]",
    wrong: "[always, ...(profile.byHours ?? []).flatMap(({ schedule }) => schedule ?? [])]",
    seenBy: HOURS,
  },
  {
    name: "two schedules in one policy count as all hours when one of them is",
    point: "axis-one-schedule-is-always",
    correct: '([only = "", ...others]) => others.length === 0 && holding.has(only)',
    wrong: "(tokens) => tokens.some((token) => holding.has(token))",
    seenBy: HOURS,
  },
  {
    name: "hours that the unit does not keep are written as all hours",
    point: "axis-withheld-hours",
    correct: "schedule === null ? [] : [schedule]",
    wrong: "[schedule ?? always]",
    seenBy: HOURS,
  },
  {
    name: "the unit's own schedule of all hours is trusted unread",
    point: "axis-always-is-read",
    correct: "isAllHours(schedule, today)",
    wrong: 'isAllHours(schedule, today) || today !== ""',
    seenBy: ["tests/integration/drivers/axis.test.ts"],
  },
  {
    name: "a reader on the way out has hours",
    point: "axis-way-out-without-hours",
    correct: '=== "in"',
    wrong: '!== ""',
    seenBy: HOURS,
  },
  {
    name: "a unit in another time zone is believed, because it is asked in local time",
    point: "axis-zone-of-the-unit",
    correct: '"UtcTime"',
    wrong: '"LocalTime"',
    seenBy: HOURS,
  },
  {
    name: "a schedule that is there is not compared, so an expired horizon stays",
    point: "axis-hours-are-compared",
    correct: " && isSame(found, compiled)",
    wrong: "",
    seenBy: HOURS,
  },
  {
    name: "a schedule is removed while a profile names it",
    point: "axis-named-hours",
    correct: "!named.has(token)",
    wrong: 'token !== "" || named.has(token)',
    seenBy: HOURS,
  },
  {
    name: "closed holidays are not sent",
    point: "axis-holidays-are-exceptions",
    correct: "calendarOf(closed)",
    wrong: "calendarOf(closed.slice(closed.length))",
    seenBy: COMPILED,
  },
  {
    name: "a rule goes on after its last day",
    point: "axis-rule-ends",
    correct: ";UNTIL=${timeOf(last.start)}",
    wrong: "",
    seenBy: COMPILED,
  },
  {
    name: "every other week is every week",
    point: "axis-every-other-week",
    correct: "weeks === 1",
    wrong: "weeks <= 2",
    seenBy: COMPILED,
  },
  {
    name: "a hold that ends in the unit's own unlock hours locks the door",
    point: "axis-hold-in-unlock-hours",
    correct: '=== "Unlock"',
    wrong: '=== "Never"',
    seenBy: OWN_HOURS,
  },
  {
    name: "a hold at a level above the unit's own hours is taken for one at their level",
    point: "axis-hold-above-its-hours",
    correct: "level !== null && lists.every",
    wrong: 'level === "" && lists.every',
    seenBy: OWN_HOURS,
  },
];
