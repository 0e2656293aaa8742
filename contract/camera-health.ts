// Whether a gate's camera reads as well as it did. Pure: figures and time are arguments.
import { startOfStockholmDay } from "./stockholm.ts";

export interface CameraDay {
  /** yyyy-MM-dd in Stockholm. */
  day: string;
  reads: number;
  /** Without a whole plate. */
  unread: number;
  /** Nearly a known plate. */
  unclear: number;
  last_read_at: string;
}

export const CAMERA_RULES = {
  /** Two weeks: a week to see, and as much before it to compare with. */
  days: 14,
  /** Fewer readings say little: three bad ones of 20 are an evening's dirt. A quiet gate's days are taken together. */
  leastReads: 20,
  /** Per cent of readings that are unread or unclear. A camera that is well set up stays at a few. */
  worsePercent: 10,
  /** And so many times what it was: a gate in a bad place is not reported every day for being what it is. */
  timesBefore: 3,
  /** What is taken for granted of a camera without a history, so that a bad one is seen from the start. */
  assumedPercent: 2,
  /** Better below this share of the limit it crossed; at the limit itself it would come and go. */
  betterShare: 0.5,
  /** No car in a whole day and night: nobody knows how the camera is. */
  silentHours: 24,
} as const;

export type CameraState = "good" | "worse" | "unknown";

export interface CameraHealth {
  state: CameraState;
  /** Why it is unknown: nothing was read lately, or too little in two weeks. */
  unknown: "silent" | "few" | null;
  /** Worse since then: yyyy-MM-dd. */
  since: string | null;
  lastReadAt: string | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface CameraLimits {
  worsePercent: number;
  /** Somebody has been notified that it is worse: today's share, which moves with every reading, is not to end that at once. */
  isNotified: boolean;
}

const USUAL: CameraLimits = { worsePercent: CAMERA_RULES.worsePercent, isNotified: false };

/** Any order of days; those before the window and after `now` are left out. */
export function cameraHealth(days: readonly CameraDay[], now: number, limits: CameraLimits = USUAL): CameraHealth {
  const lastReadAt = days.reduce<string | null>(
    (last, { last_read_at: at }) => (last === null || Date.parse(at) > Date.parse(last) ? at : last),
    null,
  );
  const judged = inWindow(days, now);
  const since = worseSince(judged, limits);
  const silent = lastReadAt === null || now - Date.parse(lastReadAt) > CAMERA_RULES.silentHours * HOUR_MS;
  if (silent) return { state: "unknown", unknown: "silent", since, lastReadAt };
  if (total(judged).reads < CAMERA_RULES.leastReads) return { state: "unknown", unknown: "few", since, lastReadAt };
  return { state: since === null ? "good" : "worse", unknown: null, since, lastReadAt };
}

/** Percentages of the days given, whole: 0 where nothing was read. */
export function cameraShares(days: readonly CameraDay[]): { unread: number; unclear: number } {
  const { reads, unread, unclear } = total(days);
  const percent = (count: number) => (reads === 0 ? 0 : Math.round((count / reads) * 100));
  return { unread: percent(unread), unclear: percent(unclear) };
}

function inWindow(days: readonly CameraDay[], now: number): CameraDay[] {
  const from = now - CAMERA_RULES.days * DAY_MS;
  return days
    .filter(({ day }) => startOfStockholmDay(day).getTime() > from && startOfStockholmDay(day).getTime() <= now)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** Day by day: worse where a day's share passes the limit that its good days before set, and until it is well below it. */
function worseSince(days: readonly CameraDay[], { worsePercent, isNotified }: CameraLimits): string | null {
  let since: string | null = null;
  let limit = 0;
  const good: CameraDay[] = [];
  for (const some of enoughReads(days)) {
    const share = badPercent(some);
    const before = total(good).reads < CAMERA_RULES.leastReads ? CAMERA_RULES.assumedPercent : badPercent(good);
    if (since === null) {
      limit = Math.max(worsePercent, CAMERA_RULES.timesBefore * before);
      if (share >= (isNotified ? limit * CAMERA_RULES.betterShare : limit)) since = some[0]?.day ?? null;
    } else if (share < limit * CAMERA_RULES.betterShare) since = null;
    if (since === null) good.push(...some);
  }
  return since;
}

/** Days in a row, each alone where it has readings enough. What is left over at the end is too little to judge by. */
function enoughReads(days: readonly CameraDay[]): CameraDay[][] {
  const groups: CameraDay[][] = [];
  let group: CameraDay[] = [];
  for (const day of days) {
    group.push(day);
    if (total(group).reads < CAMERA_RULES.leastReads) continue;
    groups.push(group);
    group = [];
  }
  return groups;
}

function badPercent(days: readonly CameraDay[]): number {
  const { reads, unread, unclear } = total(days);
  return reads === 0 ? 0 : ((unread + unclear) / reads) * 100;
}

function total(days: readonly CameraDay[]): { reads: number; unread: number; unclear: number } {
  return days.reduce(
    (sum, { reads, unread, unclear }) => ({
      reads: sum.reads + reads,
      unread: sum.unread + unread,
      unclear: sum.unclear + unclear,
    }),
    { reads: 0, unread: 0, unclear: 0 },
  );
}
