// Calendar of Europe/Stockholm: the page shows Swedish days and weeks, the database stores instants.
import { TZDate } from "@date-fns/tz";

// Fault point: weeks-of-utc.
export const TIME_ZONE = "Europe/Stockholm";

/** Returns a date whose fields are Stockholm's, for date-fns arithmetic in local time. */
export function inStockholm(instant: Date): TZDate {
  return new TZDate(instant, TIME_ZONE);
}

/** Returns 00:00 in Stockholm of a yyyy-MM-dd day; throws RangeError for anything else. */
export function startOfStockholmDay(day: string): Date {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match) throw new RangeError(`not a calendar day: ${day}`);
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const start = new TZDate(year, month - 1, date, TIME_ZONE);
  if (start.getMonth() !== month - 1 || start.getDate() !== date) throw new RangeError(`no such day: ${day}`);
  return new Date(start.getTime());
}

/** Returns ISO 8601 UTC without milliseconds: the only form that is sent to devices (docs/requirements.md, section 7). */
export function isoSeconds(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}

/** Returns a time such as "18:02" in Stockholm. */
export function stockholmClock(moment: string | Date): string {
  const local = inStockholm(new Date(moment));
  return [local.getHours(), local.getMinutes()].map(twoDigits).join(":");
}

/** Returns a day such as "2026-11-21" in Stockholm; throws RangeError for a text that is no time. */
export function stockholmDay(moment: string | Date): string {
  const local = inStockholm(new Date(moment));
  if (Number.isNaN(local.getTime())) throw new RangeError("no moment");
  return [String(local.getFullYear()).padStart(4, "0"), ...[local.getMonth() + 1, local.getDate()].map(twoDigits)].join(
    "-",
  );
}

const twoDigits = (part: number) => String(part).padStart(2, "0");
