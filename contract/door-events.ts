// Events at doors, in the portal's words; a driver translates its vendor's.
import { z } from "zod";

export const DOOR_EVENT_KINDS = [
  "access",
  "exit_request",
  "door_opened",
  "door_closed",
  "door_forced",
  "door_held_open",
  "door_locked",
  "door_unlocked",
  "tamper",
  "battery_low",
  "controller_restarted",
  "remote_open",
  "hold_started",
  "hold_ended",
  /** The hold is over, and the unit's own hours hold the door unlocked. */
  "hold_ended_unlocked",
  "outage",
  "gap",
] as const;
export const doorEventKindSchema = z.enum(DOOR_EVENT_KINDS);
export type DoorEventKind = z.infer<typeof doorEventKindSchema>;

/** Events that somebody may have to look into, though nobody asked for access. */
export const DOOR_ALARM_KINDS = [
  "door_forced",
  "door_held_open",
  "tamper",
  "battery_low",
  "controller_restarted",
  "gap",
] as const;

/** Events that a door's latest one is chosen from. The door's movements are left out: they follow another event, and its state shows them. */
export const DOOR_LATEST_KINDS = [
  "access",
  "exit_request",
  "remote_open",
  "hold_started",
  "hold_ended",
  "hold_ended_unlocked",
  "door_forced",
  "door_held_open",
  "tamper",
  "battery_low",
] as const satisfies readonly DoorEventKind[];
export type DoorLatestKind = (typeof DOOR_LATEST_KINDS)[number];

/** Gaps in the log itself; shown whatever the filter. */
export const DOOR_SILENCE_KINDS = ["outage", "gap"] as const;

/** The reason of a refusal. Null if the door opened, or if nobody tried. */
export const DOOR_REASONS = [
  "unknown_code",
  "unknown_card",
  "wrong_code",
  "disabled",
  "not_yet_valid",
  "expired",
  "outside_hours",
  "not_permitted",
  "other",
] as const;
export const doorReasonSchema = z.enum(DOOR_REASONS);
export type DoorReason = z.infer<typeof doorReasonSchema>;

/** Why events are missing between two rows. */
export const GAP_CAUSES = ["overrun", "reset", "dropped", "unreadable", "flooded"] as const;
export type GapCause = (typeof GAP_CAUSES)[number];

const CLOCK_FAR_MS = 3_600_000;

/** Tells whether the device's clock was so wrong, compared with the log's time, that somebody has to know. */
export function wasClockWrong({
  occurred_at,
  device_time,
}: {
  occurred_at: string;
  device_time: string | null;
}): boolean {
  return device_time !== null && Math.abs(Date.parse(device_time) - Date.parse(occurred_at)) >= CLOCK_FAR_MS;
}
