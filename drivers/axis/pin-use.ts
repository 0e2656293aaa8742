// Works out a PIN's effect from authentication rules. Several rules add up; among a door's directions the weakest counts.
import {
  type DoorPin,
  PIN_SCHEDULES_MAX,
  PIN_WINDOWS_MAX,
  type PinHours,
  type PinUse,
  type PinWindow,
} from "#contract/pin-use.ts";
import { ALWAYS } from "./endpoints.ts";
import { cut } from "./users.ts";
import { coversTheWeek, eventsIn, hasEvents, weeklyHours } from "./weekly-hours.ts";
import type { WireSchedule } from "./wire.ts";

export const OPENS_ALWAYS: DoorPin = { pinUse: "always", pinHours: null };
const NEVER: DoorPin = { pinUse: "never", pinHours: null };
export const NOBODY: DoorPin = { pinUse: "nobody", pinHours: null };

export const UNKNOWN: DoorPin = { pinUse: "unknown", pinHours: null };

const WEAKEST_FIRST: readonly PinUse[] = ["nobody", "never", "unknown", "hours", "always"];

/**
 * Returns a PIN's effect. `rules` has one list of schedules for each rule that a PIN satisfies; a rule applies while one of its schedules
 * is active and none has an exception. `schedules` is null if they cannot be read.
 */
export function pinOfSchedules(
  rules: readonly (readonly string[])[],
  schedules: ReadonlyMap<string, WireSchedule> | null,
  today: string,
): DoorPin {
  if (rules.some((tokens) => isAlways(tokens)) && holdsAlways(schedules, today)) return OPENS_ALWAYS;
  if (schedules === null) return rules.some((tokens) => tokens.length > 0) ? UNKNOWN : NEVER;
  const parts = rules.filter((tokens) => tokens.length > 0).map((tokens) => hoursOf(tokens, schedules, today));
  const active = parts.filter(({ weekly }) => weekly === null || weekly.length > 0);
  if (active.length === 0) return NEVER;
  if (active.some(({ weekly, exceptions }) => !exceptions && weekly !== null && coversTheWeek(weekly)))
    return OPENS_ALWAYS;
  const { schedules: names, weekly, exceptions } = union(active);
  if (weekly !== null && !exceptions && coversTheWeek(weekly)) return OPENS_ALWAYS;
  // Fault point: axis-pin-rule-on-schedule.
  return { pinUse: "hours", pinHours: { schedules: names, weekly, exceptions } };
}

/** Returns the hours at which one of the lists of schedules holds; null: at none. */
export function hoursOfLists(
  lists: readonly (readonly string[])[],
  schedules: ReadonlyMap<string, WireSchedule>,
  today: string,
): PinHours | null {
  const parts = lists.filter((tokens) => tokens.length > 0).map((tokens) => hoursOf(tokens, schedules, today));
  const active = parts.filter(({ weekly }) => weekly === null || weekly.length > 0);
  return active.length === 0 ? null : union(active);
}

/** Returns the weakest effect. Directions with different hours have no hours that hold for the door. */
export function weakestOf(directions: readonly DoorPin[]): DoorPin {
  const use = WEAKEST_FIRST.find((one) => directions.some(({ pinUse }) => pinUse === one)) ?? "never";
  if (use !== "hours") return { pinUse: use, pinHours: null };
  const [first, ...others] = directions.flatMap(({ pinHours }) => pinHours ?? []);
  if (first && others.every((one) => JSON.stringify(one) === JSON.stringify(first)))
    return { pinUse: use, pinHours: first };
  const names = [first, ...others].flatMap((one) => one?.schedules ?? []);
  return {
    pinUse: use,
    pinHours: { schedules: [...new Set(names)].slice(0, PIN_SCHEDULES_MAX), weekly: null, exceptions: false },
  };
}

/**
 * Decides whether the unit's schedule of all hours still covers all hours: installers change and remove it. A calendar that is no week is
 * judged by its name.
 */
function holdsAlways(schedules: ReadonlyMap<string, WireSchedule> | null, today: string): boolean {
  if (schedules === null) return true;
  if (!schedules.has(ALWAYS)) return false;
  const { weekly, exceptions } = hoursOf([ALWAYS], schedules, today);
  return !exceptions && (weekly === null || coversTheWeek(weekly));
}

/** Tells whether the only schedule is the unit's own of all hours. */
export function isAlways(tokens: readonly string[]): boolean {
  return tokens.length === 1 && tokens[0] === ALWAYS;
}

interface Week {
  weekly: PinWindow[] | null;
  exceptions: boolean;
}

/** Thousands of access points may name the same schedule, and reading one takes milliseconds, in which no gate is served. */
const weeks = new WeakMap<WireSchedule, Week>();

function weekOf(schedule: WireSchedule, today: string): Week {
  const known = weeks.get(schedule);
  if (known !== undefined) return known;
  const isLong = eventsIn(schedule.ScheduleDefinition) > PIN_WINDOWS_MAX;
  const week = {
    weekly: isLong ? null : weeklyHours(schedule.ScheduleDefinition, today),
    exceptions: hasEvents(schedule.ExceptionScheduleDefinition),
  };
  weeks.set(schedule, week);
  return week;
}

/** The hours of lists of schedules, for one reading of a unit's schedules: many access points may have the same list. */
const readings = new WeakMap<ReadonlyMap<string, WireSchedule>, WeakMap<readonly string[], PinHours>>();

function hoursOf(tokens: readonly string[], schedules: ReadonlyMap<string, WireSchedule>, today: string): PinHours {
  const lists = readings.get(schedules) ?? new WeakMap<readonly string[], PinHours>();
  readings.set(schedules, lists);
  const known = lists.get(tokens);
  if (known !== undefined) return known;
  const found = tokens.map((token) => schedules.get(token));
  const hours = {
    schedules: found.flatMap((one) => (one && one.Name !== "" ? [cut(one.Name)] : [])),
    // A token of no schedule is never active.
    weekly: together(found.map((one) => (one ? weekOf(one, today).weekly : []))),
    exceptions: found.some((one) => one !== undefined && weekOf(one, today).exceptions),
  };
  lists.set(tokens, hours);
  return hours;
}

function union(parts: readonly PinHours[]): PinHours {
  return {
    schedules: [...new Set(parts.flatMap((part) => part.schedules))].slice(0, PIN_SCHEDULES_MAX),
    weekly: together(parts.map((part) => part.weekly)),
    exceptions: parts.some((part) => part.exceptions),
  };
}

function together(parts: readonly (PinWindow[] | null)[]): PinWindow[] | null {
  const windows = parts.flatMap((part) => part ?? []);
  return parts.includes(null) || windows.length > PIN_WINDOWS_MAX ? null : windows;
}
