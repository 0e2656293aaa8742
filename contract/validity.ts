import { addDays } from "date-fns/addDays";
import { addMonths } from "date-fns/addMonths";
import { addWeeks } from "date-fns/addWeeks";
import { z } from "zod";
import { inStockholm } from "./stockholm.ts";

export const VALIDITY_PERIODS = ["1_day", "1_week", "1_month", "3_months", "6_months", "12_months"] as const;
export const validityPeriodSchema = z.enum(VALIDITY_PERIODS);
export type ValidityPeriod = z.infer<typeof validityPeriodSchema>;

export interface ValidityWindow {
  validFrom: Date;
  validTo: Date;
}

/** From `now` in whole seconds, as devices store them; a shorter month ends on its last day. Pure. */
export function validityWindow(period: ValidityPeriod, now: Date): ValidityWindow {
  const from = new Date(Math.floor(now.getTime() / 1000) * 1000);
  return { validFrom: from, validTo: new Date(endOf(period, from).getTime()) };
}

/** For a credential that was given by a table call without one. */
const EXTENSION_WITHOUT_PERIOD: ValidityPeriod = "12_months";

/**
 * One period more: from the end of what is left, or from now when nothing is. Null when more than a period is left
 * already, so that a press too many adds nothing. Pure.
 */
export function extendedWindow(
  period: ValidityPeriod | null,
  stored: { validFrom: Date | null; validTo: Date },
  now: Date,
): { validFrom: Date | null; validTo: Date } | null {
  const length = period ?? EXTENSION_WITHOUT_PERIOD;
  if (stored.validTo <= now) return validityWindow(length, now);
  if (stored.validTo > endOf(length, now)) return null;
  return { validFrom: stored.validFrom, validTo: new Date(endOf(length, stored.validTo).getTime()) };
}

function endOf(period: ValidityPeriod, from: Date): Date {
  const local = inStockholm(from);
  switch (period) {
    case "1_day":
      return addDays(local, 1);
    case "1_week":
      return addWeeks(local, 1);
    case "1_month":
      return addMonths(local, 1);
    case "3_months":
      return addMonths(local, 3);
    case "6_months":
      return addMonths(local, 6);
    case "12_months":
      return addMonths(local, 12);
  }
}
