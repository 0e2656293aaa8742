// Decides whether a gate's camera reads as well as before. Pure: figures and time are arguments.
import { startOfStockholmDay } from "./stockholm.ts";

export interface CameraDay {
  /** yyyy-MM-dd in Stockholm. */
  day: string;
  reads: number;
  /** Readings without a whole plate. */
  unread: number;
  /** Readings that nearly match a known plate. */
  unclear: number;
  last_read_at: string;
}

export const CAMERA_RULES = {
  /** Two weeks: a week to judge, and a week before it to compare with. */
  days: 14,
  /**
   * Fewer readings prove little: three bad ones of 20 may be one evening's dirt. A gate with few readings is judged by several days
   * together.
   */
  leastReads: 20,
  /** Per cent of readings that are unread or unclear. A well-placed camera stays at a few. */
  worsePercent: 10,
  /** The share must also be this many times the earlier one, so that a gate in a bad place is not reported every day. */
  timesBefore: 3,
  /** Assumed for a camera without a history, so that a bad one is noticed from the start. */
  assumedPercent: 2,
  /** The camera is better below this share of the limit that it crossed; at the limit itself the alert would flap. */
  betterShare: 0.5,
  /** Hours without a car after which the camera's state is unknown. */
  silentHours: 24,
} as const;

export type CameraState = "good" | "worse" | "unknown";

export interface CameraHealth {
  state: CameraState;
  /** Why the state is unknown: nothing was read lately, or too little in two weeks. */
  unknown: "silent" | "few" | null;
  /** Worse since this day: yyyy-MM-dd. */
  since: string | null;
  lastReadAt: string | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface CameraLimits {
  worsePercent: number;
  /** Somebody has been notified that the camera is worse. Today's share changes with every reading and must not end the alert at once. */
  isNotified: boolean;
}

const USUAL: CameraLimits = { worsePercent: CAMERA_RULES.worsePercent, isNotified: false };

/** Judges a camera. Days may come in any order; days before the window and after `now` are left out. */
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

/** Returns whole percentages over the given days; 0 where nothing was read. */
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

/**
 * Goes through the days. A camera is worse from the day when its share exceeds the limit set by its good days, until the share is well
 * below that limit.
 */
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

/** Groups consecutive days; a day with enough readings stands alone. Days left over at the end are too few to judge. */
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
