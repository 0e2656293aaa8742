// Reads the time that the page asks about. Pure: texts and the present are arguments.
import { TZDate } from "@date-fns/tz";
import { stockholmClock, stockholmDay, TIME_ZONE } from "#contract/stockholm.ts";

const CLOCK = /^(\d{1,2})(?:[:.]?(\d{2}))?$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** The server's grace, so that the present minute can be asked for. */
const GRACE_MS = 60_000;

/** Returns a typed time of day as "06:05"; null where it is none. */
export function clockIn(typed: string): string | null {
  const match = CLOCK.exec(typed.trim());
  if (!match) return null;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? "0")];
  if (hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** Returns the instant of a local day and clock; null for now, when both are absent. */
export function askedTime({ day, clock }: { day: string | null; clock: string | null }, now: Date): string | null {
  if (day === null && clock === null) return null;
  const [, year, month, date] = DAY.exec(day ?? stockholmDay(now)) ?? [];
  const [hour, minute] = (clock ?? stockholmClock(now)).split(":");
  const local = new TZDate(Number(year), Number(month) - 1, Number(date), Number(hour), Number(minute), TIME_ZONE);
  return new Date(local.getTime()).toISOString();
}

/** Tells whether the server answers for that time by what was kept of it. */
export const hasPassed = (at: string | null, now: Date): boolean =>
  at !== null && Date.parse(at) < now.getTime() - GRACE_MS;
