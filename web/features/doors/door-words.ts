// Words about a door that need the clock.
import type { DoorOpened } from "#contract/functions/door-control.ts";
import type { DoorListRow } from "#contract/tables/door-states.ts";
import { formatClock, formatMoment } from "#web/lib/dates.ts";
import { pinHoursWords } from "#web/lib/doors/door-pin.ts";
import { doorReasonText } from "#web/lib/passages/door-reason.ts";
import { lastingHold, minutesUntil, standingOf } from "./describe-door.ts";
import { doorOrderTexts as order } from "./texts/door-order.sv.ts";
import { doorsTexts as t } from "./texts/doors.sv.ts";

export const doorName = ({ door_name, name }: Pick<DoorListRow, "door_name" | "name">): string => door_name || name;

/** Returns the hours at which the unit holds the door unlocked by itself; null: at none. */
export const ownHours = ({ unlock_hours: hours }: Pick<DoorListRow, "unlock_hours">): string | null =>
  hours && t.unlockHours(pinHoursWords(hours));

/** Returns "för 4 s sedan"; for an older reading its time. */
export function ageOf({ door_states: state }: Pick<DoorListRow, "door_states">, now: number): string {
  if (state.mode === "unknown") return "";
  const seconds = Math.max(0, Math.round((now - Date.parse(state.read_at)) / 1000));
  return seconds <= 60 ? t.secondsAgo(seconds) : formatMoment(state.read_at, now);
}

/** Returns the age as a phrase: "Avläst för 4 s sedan", "Svarar inte sedan i går 17:52"; "" for a door that was never read. */
export function readWhen(row: DoorListRow, now: number): string {
  const standing = standingOf(row, now);
  if (standing.kind !== "unknown") return t.readAgo(ageOf(row, now));
  return standing.last === "unknown" ? "" : t.silentSince(formatMoment(standing.since, now));
}

/** Returns the last event: from the state, else the newest event of any kind; "" when there is none. */
export function happened(row: DoorListRow, now: number): string {
  const standing = standingOf(row, now);
  const hold = lastingHold(row, now);
  if (!row.enabled || !row.controllers.enabled) return t.switchedOff;
  switch (standing.kind) {
    case "unknown":
      return t.lastKnown[standing.last];
    case "not_relocked":
      return t.shouldBeLocked(formatMoment(standing.hold.until, now));
    case "forced":
      return t.forcedAt(formatMoment(standing.since, now));
    case "held_unlocked":
      return `${doorReasonText(standing.hold.reason)}, ${standing.hold.requested_as} · ${t.left(minutesUntil(standing.hold.until, now))}`;
    case "unlocked":
      return t.unlockedSince(formatMoment(standing.since, now));
    case "open":
    case "held_open":
      return t.openSince(formatMoment(standing.since, now));
    default:
      return hold ? t.waitsForHold : latestEvent(row, now);
  }
}

function latestEvent({ door_events: [last] }: Pick<DoorListRow, "door_events">, now: number): string {
  if (last === undefined) return "";
  const { kind, granted } = last;
  const time = formatMoment(last.occurred_at, now);
  if (kind === "remote_open") return granted === null ? t.maybeOpenedHere(time) : t.openedHere(time, granted);
  if (kind !== "access" && kind !== "exit_request") return t.happenedAt[kind](time);
  if (!granted) return t.refusedAt(time);
  if (kind === "exit_request") return t.openedInside(time);
  return last.credential_id === null ? t.openedAtTime(time) : t.openedWithCode(time);
}

/** Returns the outcome of an opening, which is sent once. `unknown`: the title when no answer came. */
export function outcomeWords(
  door: string,
  { outcome, unreachable }: DoorOpened,
  now: number,
  unknown: string = order.outcomeUnknown,
) {
  if (outcome === "executed") return { isDone: true, title: order.openedAt(formatClock(now)), text: door };
  if (outcome === "unknown") return { isDone: false, title: unknown, text: order.outcomeUnknownHelp(door) };
  return { isDone: false, title: unreachable ? order.unreachable : order.refused, text: order.openedNot(door) };
}
