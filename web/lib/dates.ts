// Dates in the page's language and Stockholm's calendar. An invalid one is shown as it is (specification section 8).
import { format, getISOWeek, getISOWeekYear } from "date-fns";
import { sv } from "date-fns/locale/sv";
import { inStockholm } from "#contract/stockholm.ts";
import { dateLocale, locale } from "#web/texts/language.ts";
import { words } from "#web/texts/words.ts";

export type DateValue = string | number | Date | null | undefined;

/** "2026-11-21": system lists. */
export function formatDay(value: DateValue): string {
  return inWords(value, "yyyy-MM-dd");
}

/** "21 november 2026": organisation lists. */
export function formatLongDay(value: DateValue): string {
  return inWords(value, "d MMMM yyyy");
}

/** "21 nov 2026": the second line of a cell. */
export function formatShortDay(value: DateValue): string {
  return inWords(value, "d MMM yyyy").replace(".", "");
}

/** "14:02:11": log rows of today. */
export function formatTime(value: DateValue): string {
  return inWords(value, "HH:mm:ss");
}

/** "14:02": minutes are enough. */
export function formatClock(value: DateValue): string {
  return inWords(value, "HH:mm");
}

/** "2026-11-21 14:02:11": the exact time behind a relative one. */
export function formatExact(value: DateValue): string {
  return inWords(value, "yyyy-MM-dd HH:mm:ss");
}

/** "v.48 2026"; in English "wk 48 2026". */
export function formatWeek(value: DateValue): string {
  const date = read(value);
  if (!date) return raw(value);
  const local = inStockholm(date);
  return words.weekOf(getISOWeek(local), getISOWeekYear(local));
}

/** A date-fns pattern in Stockholm's calendar, for the few places with their own form. */
export function formatStockholm(value: DateValue, pattern: string): string {
  return inWords(value, pattern);
}

/** "3 418": thin space between thousands, decimal comma; in English "3,418". */
export function formatNumber(value: number): string {
  return NUMBERS.format(value).replace(/[\u00a0\u202f]/g, "\u202f");
}

/** "64 %" of a share 0–1; in English "64%". */
export function formatPercent(share: number): string {
  return words.percent(Math.round(share * 100));
}

const NUMBERS = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 });

function inWords(value: DateValue, pattern: string): string {
  const date = read(value);
  return date ? format(inStockholm(date), pattern, { locale: dateLocale() ?? sv }) : raw(value);
}

/** Null for an absent or invalid date. */
export function read(value: DateValue): Date | null {
  if (value === null || value === undefined || value === "") return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

function raw(value: DateValue): string {
  return value === null || value === undefined || value === "" ? "–" : String(value);
}
