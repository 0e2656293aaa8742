// Decides which doors of a controller are asked now, which commands are sent to them, and when they are read next. Pure: times are
// arguments.
import type { DoorMode } from "#contract/door-states.ts";

export interface HoldNow {
  id: string;
  until: Date;
  ended: boolean;
  /** The unlock was or may have been sent, so the device may have unlocked. */
  sent: boolean;
}

export interface DoorNow {
  id: string;
  doorToken: string;
  /** When the device itself was last asked; null: never. */
  askedAt: Date | null;
  watched: boolean;
  /** Holds that have not ended, or that ended without a reading that shows the door locked. */
  holds: readonly HoldNow[];
}

export interface Looking {
  now: Date;
  /** The controller's log reports changes, so quiet doors need no question. */
  hasLog: boolean;
  /** Tokens of doors that the log has named since the last look. */
  changed: ReadonlySet<string>;
  /** Part of the log is missing. */
  gap: boolean;
}

/** Interval between readings of a watched door. */
export const WATCHED_MS = 2_000;
/** Interval between looks at a hold that is not in its desired state, or may have been undone at the device. */
export const HELD_MS = 10_000;
/** Without a log every door is asked; a reading is valid for a minute. */
export const WITHOUT_LOG_MS = 30_000;
/** Interval with a log, in case the log leaves something out. */
export const WITH_LOG_MS = 300_000;

/** Tells whether a hold was ended by a person, or its time has come. */
export function isOver({ ended, until }: HoldNow, now: Date): boolean {
  return ended || until <= now;
}

/** Returns the desired state of the lock; null: no desired state. */
export function desiredLock({ holds }: DoorNow, now: Date): "locked" | "unlocked" | null {
  if (holds.some((hold) => !isOver(hold, now))) return "unlocked";
  return holds.some(({ sent }) => sent) ? "locked" : null;
}

/**
 * Tells whether a door is asked in this round: one that is watched, held, changed by the log or never read at once, others at intervals.
 */
export function isAsked(door: DoorNow, { now, hasLog, changed, gap }: Looking): boolean {
  if (door.askedAt === null || door.watched || gap || door.holds.length > 0 || changed.has(door.doorToken)) return true;
  return now.getTime() - door.askedAt.getTime() >= (hasLog ? WITH_LOG_MS : WITHOUT_LOG_MS);
}

/** Tells whether the lock stands open, whatever opened it. */
export function standsUnlocked(mode: DoorMode): boolean {
  return mode === "unlocked" || mode === "locked_open";
}

/** Returns the milliseconds until the doors are looked at next. */
export function nextLook(doors: readonly DoorNow[], { now, hasLog }: Pick<Looking, "now" | "hasLog">): number {
  const holds = doors.flatMap((door) => door.holds);
  const waits = [
    hasLog ? WITH_LOG_MS : WITHOUT_LOG_MS,
    ...(doors.some(({ watched }) => watched) ? [WATCHED_MS] : []),
    ...(holds.length > 0 ? [HELD_MS] : []),
    ...holds.filter((hold) => !isOver(hold, now)).map(({ until }) => until.getTime() - now.getTime()),
  ];
  return Math.max(Math.min(...waits), 0);
}
