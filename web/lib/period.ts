// A period of whole days in Stockholm, and the instants that it means.
import { addDays } from "date-fns";
import { inStockholm, startOfStockholmDay } from "#contract/stockholm.ts";

export interface Period {
  /** yyyy-MM-dd of Stockholm, or null = open. */
  from: string | null;
  to: string | null;
}

export interface PeriodWindow {
  since: string | null;
  /** Exclusive. */
  before: string | null;
}

/** The days whole, also when the clocks change in them. */
export function periodWindow({ from, to }: Period): PeriodWindow {
  return {
    since: from === null ? null : startOfStockholmDay(from).toISOString(),
    before: to === null ? null : new Date(addDays(inStockholm(startOfStockholmDay(to)), 1).getTime()).toISOString(),
  };
}
