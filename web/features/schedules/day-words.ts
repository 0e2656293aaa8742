// Words for days, periods and holidays of a calendar.
import { getISOWeek } from "date-fns";
import { type CalendarHoliday, scheduleDays } from "#contract/schedules/calendar-days.ts";
import { holidayDay, holidaysOn, PUBLIC_HOLIDAYS } from "#contract/schedules/holidays.ts";
import { dayNumber, dayOfNumber, weekdayOf } from "#contract/schedules/local-day.ts";
import { doorPinTexts } from "#web/features/controllers/texts/door-pin.sv.ts";
import { formatDayOfMonth, formatNumber, formatShortDay } from "#web/lib/dates.ts";
import { intervalsWords } from "#web/lib/doors/schedule-words.ts";
import type { NamedDay } from "./coming-days.ts";
import { calendarsTexts as t } from "./texts/calendars.sv.ts";
import { holidayNames } from "./texts/holiday-names.sv.ts";

const NOON = "T12:00Z";

/** Returns "tors 24 dec". */
export const dayWords = (day: string): string =>
  `${doorPinTexts.days[weekdayOf(dayNumber(day)) - 1] ?? ""} ${formatDayOfMonth(`${day}${NOON}`)}`;

/** Returns "21 dec – 6 jan", and one day as "24 dec". */
export const periodWords = (from: string, until: string): string =>
  from === until
    ? formatDayOfMonth(`${from}${NOON}`)
    : t.period(formatDayOfMonth(`${from}${NOON}`), formatDayOfMonth(`${until}${NOON}`));

export const weekNumber = (day: string): number => getISOWeek(new Date(`${day}${NOON}`));

/** Returns lines such as "Stängt: Julafton, Juldagen" and "10–18: Annandag jul", each with its days in the order of the year. */
export function calendarLines(days: readonly NamedDay[]): string[] {
  const groups = Map.groupBy(days.toSorted(byTheYear), ({ hours }) =>
    hours.length === 0 ? t.closed : intervalsWords(hours),
  );
  return [...groups].map(([hours, alike]) => t.dayLine(hours, alike.map(nameOfDay).join(", ")));
}

/** Holidays come every year, so they stand before dates that pass. */
function byTheYear(one: NamedDay, other: NamedDay): number {
  return placeOf(one) < placeOf(other) ? -1 : 1;
}
const A_YEAR = 2026;
function placeOf({ holiday, from }: NamedDay): string {
  if (holiday === null) return `date ${from}`;
  return holiday === "public_holidays" ? "all" : `an ${holidayDay(holiday, A_YEAR)}`;
}

/** Returns "Julafton", "1 jul 2027 – 31 jul 2027", "Semester 1 jul 2027 – 31 jul 2027". */
function nameOfDay({ holiday, from, until, name }: NamedDay): string {
  if (holiday !== null) return holidayNames[holiday];
  const [first, last] = [formatShortDay(`${from}${NOON}`), formatShortDay(`${until}${NOON}`)];
  const period = from === until ? first : t.period(first, last);
  return name === null ? period : t.named(period, name);
}

/** Returns the first day from `today` on with the holiday; null where there is none soon. */
function nextHoliday(holiday: CalendarHoliday, today: string): string | null {
  const year = Number(today.slice(0, 4));
  const dates = scheduleDays([[{ holiday, from: null, until: null, hours: [] }]], year, year + 1).map(
    ({ from }) => from,
  );
  return dates.toSorted().find((date) => date >= today) ?? null;
}

/** Returns the line below a holiday's name: its next date. */
export function holidayHint(holiday: CalendarHoliday, today: string): string | null {
  const next = nextHoliday(holiday, today);
  return next === null ? null : t.nextHint(dayWords(next));
}

const YEAR_DAYS = 366;

/** Returns the sentence about holidays on typed dates; null where there are none. */
export function holidaysWithin(from: string, until: string): string | null {
  const first = dayNumber(from);
  const count = Math.min(dayNumber(until) - first + 1, YEAR_DAYS);
  const found = Array.from({ length: Math.max(0, count) }, (_, index) => dayOfNumber(first + index)).flatMap((date) =>
    holidaysOn(date).map((holiday) => ({ date, holiday })),
  );
  const [one] = found;
  if (one === undefined) return null;
  return found.length === 1
    ? t.holidayWithin(dayWords(one.date), holidayNames[one.holiday])
    : t.holidaysWithin(formatNumber(found.length));
}

/** Returns the sentence about a saved calendar's holidays that have a date of their own. */
export function typedWords(typed: readonly { date: string; holiday: CalendarHoliday }[]): string | null {
  const [one] = typed;
  if (one === undefined) return null;
  return typed.length === 1 ? t.typedSaid(dayWords(one.date), nameOn(one)) : t.typedMany(formatNumber(typed.length));
}

/** Returns the name of that one holiday, even if the calendar includes all holidays. */
const nameOn = ({ date, holiday }: { date: string; holiday: CalendarHoliday }): string =>
  holidayNames[holiday === "public_holidays" ? (holidaysOn(date).find(isPublic) ?? holiday) : holiday];
const isPublic = (holiday: string) => PUBLIC_HOLIDAYS.some((one) => one === holiday);
