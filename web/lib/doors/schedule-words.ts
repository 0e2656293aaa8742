// Words a schedule's week: "mån–fre 06–22, lör 08–20 varannan vecka".
import type { ListedSchedule } from "#contract/functions/schedules.ts";
import type { OpenInterval } from "#contract/schedules/schedule.ts";
import { scheduleWordsTexts as t } from "#web/features/schedules/texts/schedule-words.sv.ts";
import { daysWords } from "./door-pin.ts";
import { groupHours, type HoursGroup } from "./schedule-week.ts";

const HOUR_MINUTES = 60;

/** Returns the week in words, with a note when calendars change days. */
export function weekWords({ hours, calendars }: Pick<ListedSchedule, "hours" | "calendars">): string {
  const week = hours.length === 0 ? t.never : groupHours(hours).map(groupWords).join(", ");
  return calendars.length === 0 ? week : t.exceptDays(week);
}

/** Returns "08–12, 13–17"; "stängt" without hours. */
export const intervalsWords = (intervals: readonly OpenInterval[]): string =>
  intervals.length === 0 ? t.closed : intervals.map(intervalWords).join(", ");

/** Returns "06–22". */
export const intervalWords = ({ from, to }: OpenInterval): string => `${shortClock(from)}–${shortClock(to)}`;

function groupWords({ weekdays, from, to, every_weeks, valid_from, valid_until }: HoursGroup): string {
  const hours = `${daysWords(weekdays)} ${intervalWords({ from, to })}`;
  const repeated = { 1: hours, 2: t.everySecondWeek(hours), 4: t.everyFourthWeek(hours) }[every_weeks];
  const begun = valid_from === null ? repeated : t.from(repeated, valid_from);
  return valid_until === null ? begun : t.until(begun, valid_until);
}

/** Returns "06", and "06:30" where there are minutes. */
function shortClock(minutes: number): string {
  return minutes % HOUR_MINUTES === 0 ? twoDigits(minutes / HOUR_MINUTES) : clockText(minutes);
}

/** Returns "06:00" for 360. */
export function clockText(minutes: number): string {
  return `${twoDigits(Math.floor(minutes / HOUR_MINUTES))}:${twoDigits(minutes % HOUR_MINUTES)}`;
}

const twoDigits = (number: number) => String(number).padStart(2, "0");
