import { addDays } from "date-fns/addDays";
import { addMonths } from "date-fns/addMonths";
import { addWeeks } from "date-fns/addWeeks";
import { getDaysInMonth } from "date-fns/getDaysInMonth";
import { setDate } from "date-fns/setDate";
import { z } from "zod";
import { END_DATE_MAX_YEARS } from "./limits.ts";
import { inStockholm, startOfStockholmDay, stockholmClock, stockholmDay } from "./stockholm.ts";

export const VALIDITY_PERIODS = ["1_day", "1_week", "1_month", "3_months", "6_months", "12_months"] as const;
export const validityPeriodSchema = z.enum(VALIDITY_PERIODS);
export type ValidityPeriod = z.infer<typeof validityPeriodSchema>;

/** The stored values: a period, or a chosen end date. */
export const STORED_VALIDITIES = [...VALIDITY_PERIODS, "custom"] as const;
export const storedValiditySchema = z.enum(STORED_VALIDITIES);
export type StoredValidity = z.infer<typeof storedValiditySchema>;

export interface ValidityWindow {
  validFrom: Date;
  validTo: Date;
}

/** Returns the window from `now` in whole seconds, as devices store them; a shorter month ends on its last day. Pure. */
export function validityWindow(period: ValidityPeriod, now: Date): ValidityWindow {
  const from = new Date(Math.floor(now.getTime() / 1000) * 1000);
  return { validFrom: from, validTo: new Date(endOf(period, from).getTime()) };
}

/** Returns the last second of a yyyy-MM-dd day in Stockholm: the whole day counts. */
export function endOfStockholmDay(day: string): Date {
  return new Date(addDays(inStockholm(startOfStockholmDay(day)), 1).getTime() - 1000);
}

/** Returns the last day of a validity, and the time of day at which it ends; null: that whole day counts. Pure. */
export function lastTimeOf(validTo: Date): { day: string; clock: string | null } {
  const last = new Date(validTo.getTime() - 1);
  if (stockholmClock(last) === "23:59") return { day: stockholmDay(last), clock: null };
  return { day: stockholmDay(validTo), clock: stockholmClock(validTo) };
}

/** Returns the last day that may be an end date. */
export function lastEndDate(now: Date): string {
  return stockholmDay(addMonths(inStockholm(now), END_DATE_MAX_YEARS * 12));
}

/** Returns the problem with a chosen end date; null when there is none. Pure. */
export function endDateProblem(day: string, now: Date): "past" | "far" | null {
  if (day < stockholmDay(now)) return "past";
  return day > lastEndDate(now) ? "far" : null;
}

/** Returns the window from `now` to a chosen end date. Pure. */
export function customWindow(day: string, now: Date): ValidityWindow {
  return { validFrom: new Date(Math.floor(now.getTime() / 1000) * 1000), validTo: endOfStockholmDay(day) };
}

/** The period for a chosen end date, and for a credential that a table call created without a period. */
const EXTENSION_WITHOUT_PERIOD: ValidityPeriod = "12_months";

/**
 * Adds one period from the end of the remaining one, or from now when none remains. Returns null when more than a period is left, so that
 * an extra press adds nothing. Pure.
 */
export function extendedWindow(
  period: StoredValidity | null,
  stored: { validFrom: Date | null; validTo: Date },
  now: Date,
): { validFrom: Date | null; validTo: Date } | null {
  const length = period === null || period === "custom" ? EXTENSION_WITHOUT_PERIOD : period;
  if (stored.validTo <= now) return validityWindow(length, now);
  if (stored.validTo > endOf(length, now)) return null;
  return { validFrom: stored.validFrom, validTo: new Date(endOf(length, stored.validTo, dayOf(stored)).getTime()) };
}

/**
 * Returns the day of the month on which a validity ends, in every month. A shorter month does not change it, because the day comes from
 * the start. Without such a start, the last day of a month stays the last. Pure.
 */
function dayOf({ validFrom, validTo }: { validFrom: Date | null; validTo: Date }): number {
  const end = inStockholm(validTo);
  const began = validFrom === null ? null : inStockholm(validFrom).getDate();
  if (end.getDate() < getDaysInMonth(end) || began === end.getDate()) return end.getDate();
  return began !== null && began > end.getDate() ? began : LAST_DAY;
}
const LAST_DAY = 31;

/** Returns the end on `day` of its month, or on the month's last day. */
function endOf(period: ValidityPeriod, from: Date, day?: number): Date {
  const local = inStockholm(from);
  const inMonths = (count: number) => {
    const end = addMonths(local, count);
    return day === undefined ? end : setDate(end, Math.min(day, getDaysInMonth(end)));
  };
  switch (period) {
    case "1_day":
      return addDays(local, 1);
    case "1_week":
      return addWeeks(local, 1);
    case "1_month":
      return inMonths(1);
    case "3_months":
      return inMonths(3);
    case "6_months":
      return inMonths(6);
    case "12_months":
      return inMonths(12);
  }
}
