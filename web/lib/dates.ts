// Formats dates in the page's language and Stockholm's calendar. An invalid one is shown unchanged (docs/requirements.md, section 8).
import { getISOWeek, getISOWeekYear, subDays } from "date-fns";
import { inStockholm, stockholmClock, stockholmDay, TIME_ZONE } from "#contract/stockholm.ts";
import { locale } from "#web/texts/language.ts";
import { words } from "#web/texts/words.sv.ts";

export { formatNumber } from "#web/texts/counted.ts";

export type DateValue = string | number | Date | null | undefined;

/** Returns "2026-11-21", for system lists. */
export function formatDay(value: DateValue): string {
  return written(value, stockholmDay);
}

/** Returns "21 november 2026", for organisation lists. */
export function formatLongDay(value: DateValue): string {
  return written(value, (date) => nameParts(date, ["day", "long", "year"]));
}

/** Returns "21 nov 2026", for the second line of a cell. */
export function formatShortDay(value: DateValue): string {
  return written(value, (date) => nameParts(date, ["day", "short", "year"]));
}

/** Returns "21 nov", where the year is clear. */
export function formatDayOfMonth(value: DateValue): string {
  return written(value, (date) => nameParts(date, ["day", "short"]));
}

/** Returns "lördag 21 november". */
export function formatWeekdayAndDay(value: DateValue): string {
  return written(value, (date) => nameParts(date, ["weekday", "day", "long"]));
}

/** Returns "lördag". */
export function formatWeekday(value: DateValue): string {
  return written(value, (date) => nameParts(date, ["weekday"]));
}

/** Returns "14:02:11", for log rows of today. */
export function formatTime(value: DateValue): string {
  return written(value, (date) => `${stockholmClock(date)}:${String(inStockholm(date).getSeconds()).padStart(2, "0")}`);
}

/** Returns "14:02", where minutes are enough. */
export function formatClock(value: DateValue): string {
  return written(value, stockholmClock);
}

/** Returns "14". */
export function formatHour(value: DateValue): string {
  return written(value, (date) => stockholmClock(date).slice(0, 2));
}

/** Returns "2026-11-21 14:02:11", the exact time behind a relative one. */
export function formatExact(value: DateValue): string {
  return written(value, (date) => `${formatDay(date)} ${formatTime(date)}`);
}

/** Returns "2026-11-21 14:02", where seconds say too much. */
export function formatMinute(value: DateValue): string {
  return written(value, (date) => `${formatDay(date)} ${formatClock(date)}`);
}

/** Returns "21 nov 2026 14:02", where the clock matters and seconds do not, on pages that organisations see. */
export function formatDayAndClock(value: DateValue): string {
  return written(value, (date) => `${formatShortDay(date)} ${formatClock(date)}`);
}

/** Returns "14:02" of today, "i går 14:02", else "21 nov 2026 14:02": a time within a sentence or a second line. */
export function formatMoment(value: DateValue, now: DateValue): string {
  return written(value, (date) => {
    const clock = formatClock(date);
    const day = dayBefore(date, now);
    if (day === "today") return clock;
    return day === "yesterday" ? words.yesterday(clock) : formatDayAndClock(date);
  });
}

/** Returns "i dag 14:02", "i går 14:02", else "21 november 2026": for a time of which the day matters most. */
export function formatNamedMoment(value: DateValue, now: DateValue): string {
  return written(value, (date) => {
    const day = dayBefore(date, now);
    if (day === "today") return words.today(formatClock(date));
    return day === "yesterday" ? words.yesterday(formatClock(date)) : formatLongDay(date);
  });
}

/** Returns the end of a period, "14:02", with its day where that is not the beginning's. */
export function formatEnd(value: DateValue, beginning: DateValue): string {
  return formatDay(value) === formatDay(beginning) ? formatClock(value) : formatMinute(value);
}

/** Returns "v.48 2026"; in English "wk 48 2026". */
export function formatWeek(value: DateValue): string {
  const date = read(value);
  if (!date) return raw(value);
  const local = inStockholm(date);
  return words.weekOf(getISOWeek(local), getISOWeekYear(local));
}

/** Returns "64 %" for a share 0–1; in English "64%". */
export function formatPercent(share: number): string {
  return words.percent(Math.round(share * 100));
}

const stockholm = (form: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale(), { timeZone: TIME_ZONE, ...form });

/** Names of a month and a weekday within a date; the short Swedish month without its full stop. */
const NAMES = {
  day: stockholm({ day: "numeric" }),
  long: stockholm({ day: "numeric", month: "long" }),
  short: stockholm({ day: "numeric", month: "short" }),
  weekday: stockholm({ weekday: "long" }),
  year: stockholm({ year: "numeric" }),
};

/** Returns the parts in the given order, which both languages share; Intl's own order has commas. */
function nameParts(date: Date, names: readonly (keyof typeof NAMES)[]): string {
  return names.map((name) => partOf(NAMES[name], date, name).replace(".", "")).join(" ");
}

function partOf(form: Intl.DateTimeFormat, date: Date, name: keyof typeof NAMES): string {
  const type = name === "long" || name === "short" ? "month" : name;
  return form.formatToParts(date).find((part) => part.type === type)?.value ?? "";
}

/** Tells whether it is Stockholm's day of now, or the one before. */
function dayBefore(date: Date, now: DateValue): "today" | "yesterday" | null {
  const current = read(now);
  if (current === null) return null;
  if (stockholmDay(date) === stockholmDay(current)) return "today";
  return stockholmDay(date) === stockholmDay(subDays(inStockholm(current), 1)) ? "yesterday" : null;
}

function written(value: DateValue, write: (date: Date) => string): string {
  const date = read(value);
  return date ? write(date) : raw(value);
}

/** Reads a date; null for an absent or invalid one. */
export function read(value: DateValue): Date | null {
  if (value === null || value === undefined || value === "") return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

function raw(value: DateValue): string {
  return value === null || value === undefined || value === "" ? "–" : String(value);
}
