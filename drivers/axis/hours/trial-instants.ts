// Chooses the instants at which a unit is asked whether a schedule is open: those that tell apart a wrong zone, a lost holiday and a wrong
// change of time.
import { TZDate } from "@date-fns/tz";
import { type EffectiveSchedule, effectiveWindows, isEffectivelyOpen } from "#contract/schedules/effective.ts";
import { dayNumber, dayOfNumber } from "#contract/schedules/local-day.ts";
import { stockholmDay, TIME_ZONE } from "#contract/stockholm.ts";

export interface TrialInstant {
  at: Date;
  open: boolean;
}

/** The first of the instants that confirm a schedule by themselves. */
export const LEAST_INSTANTS = 8;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Windows are looked for in these days after each date of interest. */
const DAYS_LOOKED = 28;

/** Returns the instants, those that tell most apart first. */
export function trialInstants(schedule: EffectiveSchedule, now: Date, lastDay: string): TrialInstant[] {
  const today = stockholmDay(now);
  const changes = changesOfTime(now);
  const parts = schedule.within === null ? schedule.anyOf : [...schedule.anyOf, schedule.within];
  const special = parts.flatMap(({ days }) => days.filter(({ from }) => from > today && from <= lastDay).slice(0, 2));
  const afterChanges = changes.map(({ day }) => edgesFrom(schedule, day, lastDay));
  // A unit that missed a change of time gives the opposite answer at the first edge.
  const missed = changes.flatMap(({ forward }, index) => afterChanges[index]?.[forward ? 1 : 0] ?? []);
  const onDays = special.flatMap(({ from }) => edgesOfWeek(schedule, from));
  const chosen = [
    now,
    ...edgesFrom(schedule, today, lastDay),
    ...missed,
    ...onDays.slice(0, 1),
    ...afterChanges.flat(),
    ...changes.map(({ day }) => localInstant(day, "02:30")),
    ...special.flatMap(({ from }) => ["00:00", "12:00"].map((clock) => localInstant(from, clock))),
    ...onDays,
  ];
  for (let hours = 1; chosen.length < LEAST_INSTANTS || hours <= 3; hours += 1)
    chosen.push(new Date(now.getTime() + hours * 5 * HOUR_MS));
  const times = [...new Set(chosen.map((at) => Math.floor(at.getTime() / 1000) * 1000))];
  return times.map((time) => ({ at: new Date(time), open: isEffectivelyOpen(schedule, new Date(time)) }));
}

/** Returns the minutes around the first beginning and the first end: the minute before and the minute itself. */
function edgesFrom(schedule: EffectiveSchedule, day: string, lastDay: string): Date[] {
  const until = dayOfNumber(dayNumber(day) + DAYS_LOOKED);
  const windows = effectiveWindows(schedule, day, until < lastDay ? until : lastDay);
  // The range may cut a window at either end.
  const first = windows.find(({ start }) => start !== `${day}T00:00`) ?? windows[0];
  if (!first) return [];
  return [first.start, first.end].flatMap((edge) => {
    const at = instantOf(edge);
    return [new Date(at.getTime() - MINUTE_MS), at];
  });
}

/** Returns instants inside the weekly hours of a day that has hours of its own. They show a lost exception. */
function edgesOfWeek({ anyOf, within }: EffectiveSchedule, day: string): Date[] {
  const week = ({ hours }: EffectiveSchedule["anyOf"][number]) => ({ hours, days: [] });
  return effectiveWindows({ anyOf: anyOf.map(week), within: within && week(within) }, day, day)
    .slice(0, 2)
    .map(({ start }) => instantOf(start));
}

/** Returns the days of the next two changes of time. `forward`: to summer time. */
function changesOfTime(now: Date): { day: string; forward: boolean }[] {
  const days: { day: string; forward: boolean }[] = [];
  const first = dayNumber(stockholmDay(now)) + 1;
  for (let day = first; days.length < 2 && day < first + 400; day += 1) {
    const [before, after] = [localInstant(dayOfNumber(day), "00:00"), localInstant(dayOfNumber(day + 1), "00:00")];
    const hours = (after.getTime() - before.getTime()) / HOUR_MS;
    if (hours !== 24) days.push({ day: dayOfNumber(day), forward: hours < 24 });
  }
  return days;
}

const instantOf = (local: string): Date => localInstant(local.slice(0, 10), local.slice(11));

/** A comparison asks for the beginnings of the same days for each schedule, and a look into the time zone's table is slow. */
const MOST_KNOWN = 5_000;
const knownInstants = new Map<string, number>();

function localInstant(day: string, clock: string): Date {
  const key = `${day} ${clock}`;
  const known = knownInstants.get(key);
  if (known !== undefined) return new Date(known);
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  const time = new TZDate(year, month - 1, date, hour, minute, TIME_ZONE).getTime();
  if (knownInstants.size >= MOST_KNOWN) knownInstants.clear();
  knownInstants.set(key, time);
  return new Date(time);
}
