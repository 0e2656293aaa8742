/** Minutes of a local day. */
export const DAY_MINUTES = 1440;

const DAY_MS = 86_400_000;

/** Returns the number of a yyyy-MM-dd day, counted from 1970-01-01. Local days are counted, so no change of time moves one. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00Z`) / DAY_MS;
}

/** Returns the yyyy-MM-dd day of a number. */
export function dayOfNumber(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the number of the day's Monday. 1970-01-01 was a Thursday. */
export function mondayOf(number: number): number {
  return number - weekdayOf(number) + 1;
}

/** Returns 1 Monday to 7 Sunday. */
export function weekdayOf(number: number): number {
  return ((((number + 3) % 7) + 7) % 7) + 1;
}
