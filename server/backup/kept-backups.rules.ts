// Decides which back-ups are kept. Pure.
import { getISOWeek } from "date-fns/getISOWeek";
import { getISOWeekYear } from "date-fns/getISOWeekYear";
import { BACKUPS_KEPT } from "#contract/backups.ts";
import { inStockholm, stockholmDay } from "#contract/stockholm.ts";

const DAY_MS = 86_400_000;

export interface KeptCandidate {
  name: string;
  madeAt: Date;
  /** True when a person asked for the back-up. */
  manual: boolean;
  /** False when the back-up could not be read back. */
  whole: boolean;
}

/**
 * Returns the names of the files to delete. The newest back-up of each of the last days, weeks and months that have one is kept,
 * so missed nights cost no older back-up. An unreadable back-up takes no other's place, and is deleted when it is older than the
 * kept days. A back-up from the future, made while the clock was wrong, is left alone.
 */
export function outlivedBackups(files: readonly KeptCandidate[], now: Date): string[] {
  const past = files
    .filter(({ madeAt }) => madeAt.getTime() <= now.getTime() + DAY_MS)
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const whole = past.filter((file) => file.whole);
  const days = newestOfEach(whole, ({ madeAt }) => stockholmDay(madeAt), BACKUPS_KEPT.days);
  const kept = new Set([
    ...days,
    ...newestOfEach(whole, ({ madeAt }) => weekOf(madeAt), BACKUPS_KEPT.weeks),
    ...newestOfEach(whole, ({ madeAt }) => stockholmDay(madeAt).slice(0, 7), BACKUPS_KEPT.months),
    ...past.filter(
      ({ manual, madeAt }) => manual && now.getTime() - madeAt.getTime() < BACKUPS_KEPT.manualDays * DAY_MS,
    ),
  ]);
  const oldestDay = days.at(-1)?.madeAt ?? new Date(0);
  return past.filter((file) => !kept.has(file) && (file.whole || file.madeAt < oldestDay)).map(({ name }) => name);
}

function newestOfEach(
  newestFirst: readonly KeptCandidate[],
  period: (file: KeptCandidate) => string,
  most: number,
): KeptCandidate[] {
  const found = new Map<string, KeptCandidate>();
  for (const file of newestFirst) if (!found.has(period(file))) found.set(period(file), file);
  return [...found.values()].slice(0, most);
}

function weekOf(moment: Date): string {
  const local = inStockholm(moment);
  return `${getISOWeekYear(local)}-${getISOWeek(local)}`;
}
