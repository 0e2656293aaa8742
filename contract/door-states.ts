// The present state of a door, in the portal's words, and the commands it accepts.
import { z } from "zod";

/** The state of the lock. `accessed`: open for a person who was just let in; it locks itself again. */
export const DOOR_MODES = [
  "locked",
  "unlocked",
  "accessed",
  "blocked",
  "double_locked",
  "locked_down",
  "locked_open",
  "unknown",
] as const;
export const doorModeSchema = z.enum(DOOR_MODES);
export type DoorMode = z.infer<typeof doorModeSchema>;

/** The position of the door; null for a door without a sensor. */
export const DOOR_POSITIONS = ["open", "closed", "fault", "unknown"] as const;
export const doorPositionSchema = z.enum(DOOR_POSITIONS);
export type DoorPosition = z.infer<typeof doorPositionSchema>;

export const DOOR_ALARMS = ["normal", "forced", "held_open"] as const;
export const doorAlarmSchema = z.enum(DOOR_ALARMS);
export type DoorAlarm = z.infer<typeof doorAlarmSchema>;

/** An older state is shown as unknown: nobody may trust a lock that was not read lately. */
export const DOOR_STATE_FRESH_SECONDS = 60;

/** Usual reasons to open a door; others are typed. A comment follows the word after a colon. */
export const DOOR_REASON_WORDS = ["leverans", "hantverkare", "utryckning"] as const;
export type DoorReasonWord = (typeof DOOR_REASON_WORDS)[number];
export const DOOR_REASON_LENGTH = { min: 3, max: 200 } as const;

/** Length left for a comment beside the longest word. */
export const DOOR_COMMENT_MAX =
  DOOR_REASON_LENGTH.max - Math.max(...DOOR_REASON_WORDS.map((word) => `${word}: `.length));

/** Returns the stored form of a reason: "word: comment", or either alone. */
export function doorReason(word: DoorReasonWord | null, comment: string): string {
  const text = comment.trim();
  return word === null ? text : text === "" ? word : `${word}: ${text}`;
}

/** Splits a stored reason into its word, null when it was typed, and its comment. */
export function partsOfDoorReason(reason: string): { word: DoorReasonWord | null; comment: string } {
  const word = DOOR_REASON_WORDS.find((one) => reason === one || reason.startsWith(`${one}: `)) ?? null;
  return { word, comment: word === null ? reason : reason.slice(word.length + 2) };
}

export const DOOR_HOLD_HOURS_MAX = 12;
/** After this time an opening is no longer sent: the person has gone or pressed again. */
export const DOOR_OPEN_LATEST_MS = 5_000;
/** Number of doors that one person may watch at a time, over all calls and pages; each is read every other second. */
export const DOORS_WATCHED_MAX = 20;
/** Each call of STATE watches its doors this long. */
export const DOOR_WATCH_SECONDS = 20;
/** Openings by one person at one door, per minute. */
export const DOOR_OPENINGS_A_MINUTE = 10;
/** Seconds after the end of a hold until a lock that is not confirmed raises an alert. */
export const DOOR_RELOCK_SECONDS = 60;

/** `unknown`: sent without an answer, or never sent. It is not sent again by itself. */
export const DOOR_OUTCOMES = ["executed", "refused", "unknown"] as const;
export const doorOutcomeSchema = z.enum(DOOR_OUTCOMES);
export type DoorOutcome = z.infer<typeof doorOutcomeSchema>;
