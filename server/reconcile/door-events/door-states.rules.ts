// Which doors of a controller are asked now, what is sent to them, and when they are looked at next. Pure: times are arguments.
import type { DoorMode } from "#contract/door-states.ts";

export interface HoldNow {
  id: string;
  until: Date;
  ended: boolean;
  /** The device may have unlocked for it. */
  sent: boolean;
}

export interface DoorNow {
  id: string;
  doorToken: string;
  /** When the device itself was last asked; null: never. */
  askedAt: Date | null;
  watched: boolean;
  /** Not ended, or ended without a reading that shows the door locked. */
  holds: readonly HoldNow[];
}

export interface Looking {
  now: Date;
  /** The controller's log says what changed, so quiet doors need no asking. */
  hasLog: boolean;
  /** Tokens of doors that the log named since the last look. */
  changed: ReadonlySet<string>;
  /** Something is missing in the log. */
  gap: boolean;
}

/** Between two readings of a watched door. */
export const WATCHED_MS = 2_000;
/** Between two looks at a hold that is not as it should be, or might have been undone at the device. */
export const HELD_MS = 10_000;
/** Without a log every door is asked; a reading counts for a minute. */
export const WITHOUT_LOG_MS = 30_000;
/** With a log, in case it does not name everything. */
export const WITH_LOG_MS = 300_000;

export function isOver({ ended, until }: HoldNow, now: Date): boolean {
  return ended || until <= now;
}

/** What the lock should be; null: the portal wishes nothing. */
export function desiredLock({ holds }: DoorNow, now: Date): "locked" | "unlocked" | null {
  if (holds.some((hold) => !isOver(hold, now))) return "unlocked";
  return holds.some(({ sent }) => sent) ? "locked" : null;
}

export function isAsked(door: DoorNow, { now, hasLog, changed, gap }: Looking): boolean {
  if (door.askedAt === null || door.watched || gap || door.holds.length > 0 || changed.has(door.doorToken)) return true;
  return now.getTime() - door.askedAt.getTime() >= (hasLog ? WITH_LOG_MS : WITHOUT_LOG_MS);
}

/** A lock that stands open, whatever opened it. */
export function standsUnlocked(mode: DoorMode): boolean {
  return mode === "unlocked" || mode === "locked_open";
}

/** When the doors are looked at next, in milliseconds from now. */
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
