import { addDays } from "date-fns";
import { inStockholm, startOfStockholmDay } from "#contract/stockholm.ts";

export interface Period {
  from: string | null;
  to: string | null;
}

export interface PeriodWindow {
  since: string | null;
  before: string | null;
}

/** Returns the window in whole days, also across clock changes. */
export function periodWindow({ from, to }: Period): PeriodWindow {
  return {
    since: from === null ? null : startOfStockholmDay(from).toISOString(),
    before: to === null ? null : new Date(addDays(inStockholm(startOfStockholmDay(to)), 1).getTime()).toISOString(),
  };
}
