// Turns a page of a controller's log into rows: its events at corrected times, and a row for each gap.
import type { DoorEventKind, DoorReason, GapCause } from "#contract/door-events.ts";
import { DOOR_EVENTS_A_DAY } from "#contract/limits.ts";
import type { DeviceBoot, DoorEventPage } from "#drivers/port.ts";

/** A smaller skew is within the measurement's own error, and correcting it would mix up the order of events. */
const SKEW_MS = 5_000;

/** After this long without a reading, the controller was out of reach or no server read it. A busy round takes seconds. */
const OUTAGE_MS = 120_000;

export interface DoorEventRow {
  token: string;
  kind: DoorEventKind;
  occurred_at: string;
  device_time: string;
  granted: boolean | null;
  reason: DoorReason | null;
  device_reason: string | null;
  door_token: string | null;
  /** The portal's own source that the device named. */
  source_id: string | null;
  gap_cause: GapCause | null;
  gap_from: string | null;
}

const NO_EVENT = {
  granted: null,
  reason: null,
  device_reason: null,
  door_token: null,
  source_id: null,
  gap_cause: null,
  gap_from: null,
} as const;

/**
 * Returns how long to wait before the next page is read: `everyMs` from the beginning of this reading. Half of the polling
 * interval is subtracted, because a controller that falls due just after a poll waits for the next one. A slow unit rests for at
 * least half of `everyMs`.
 */
export function untilNextReading(everyMs: number, { spentMs, pollMs }: { spentMs: number; pollMs: number }): number {
  return Math.max(everyMs - spentMs - pollMs / 2, everyMs / 2);
}

export interface PageContext {
  /** Until when the log had been read before; null at the first time. */
  completeTo: Date | null;
  /** The time at which the page was answered. */
  now: Date;
  /** Returns the credential source that a token names; null when it is not the portal's. */
  sourceOf: (token: string) => string | null;
}

/** Returns the rows of a page in the order of the log. A gap is a row of its own. */
export function doorEventRows(page: DoorEventPage, { completeTo, now, sourceOf }: PageContext): DoorEventRow[] {
  const times = eventTimes(page, { completeTo, now });
  const rows = page.events.map((event, place): DoorEventRow => {
    const isGap = event.kind === "gap";
    const at = times[place]?.at ?? now;
    return {
      ...NO_EVENT,
      token: event.token,
      kind: event.kind,
      occurred_at: at.toISOString(),
      device_time: event.deviceTime.toISOString(),
      granted: event.granted,
      reason: event.reason,
      device_reason: event.deviceReason,
      door_token: event.doorToken,
      source_id: event.credentialToken === null ? null : sourceOf(event.credentialToken),
      gap_cause: isGap ? "dropped" : null,
      gap_from: isGap ? fromOf(times[place - 1]?.at ?? completeTo, at) : null,
    };
  });
  const outage = (from: Date): DoorEventRow => ({
    ...NO_EVENT,
    token: `outage ${from.toISOString()}`,
    kind: "outage",
    occurred_at: now.toISOString(),
    device_time: now.toISOString(),
    gap_from: from.toISOString(),
  });
  const gap = (cause: GapCause, token: string, at: string): DoorEventRow => ({
    ...NO_EVENT,
    token: `${cause} ${token}`,
    kind: "gap",
    occurred_at: at,
    device_time: at,
    gap_cause: cause,
    gap_from: completeTo?.toISOString() ?? null,
  });
  const [first] = rows;
  const firstAt = first?.occurred_at ?? now.toISOString();
  const place = page.cursor ? `${page.cursor.row} ${page.cursor.token}` : "";
  return [
    ...(page.gap ? [gap(page.gap, first?.token ?? place, firstAt)] : []),
    ...(page.unreadable > 0 ? [gap("unreadable", place, firstAt)] : []),
    ...rows,
    ...(rows.length > 0 && wasOut(completeTo, now) ? [outage(completeTo)] : []),
  ];
}

export interface EventsOfDay {
  /** Rows kept since then. */
  counted: number;
  since: string;
}

/**
 * Returns the rows that the day's limit leaves room for. The last place is a gap's, so that each day has one at most; `isFull` tells that rows
 * were left out.
 */
export function withinDay(
  rows: readonly DoorEventRow[],
  { counted, since }: EventsOfDay,
): { rows: readonly DoorEventRow[]; isFull: boolean } {
  const room = Math.max(0, DOOR_EVENTS_A_DAY - counted);
  if (rows.length === 0 || rows.length < room) return { rows, isFull: false };
  const first = rows[room - 1];
  if (first === undefined) return { rows: [], isFull: true };
  const gap: DoorEventRow = {
    ...NO_EVENT,
    token: `flooded ${since}`,
    kind: "gap",
    occurred_at: first.occurred_at,
    device_time: first.device_time,
    gap_cause: "flooded",
    gap_from: first.occurred_at,
  };
  return { rows: [...rows.slice(0, room - 1), gap], isFull: true };
}

/** If the unit was asked within this time, a new start is dated now. Its own clock begins to run minutes before it answers. */
const RECENT_MS = 600_000;

/** Returns the row of a start that the unit's own log lacks. It is as old as the unit says, but not older than the previous start. */
export function restartRow(
  { id, uptimeSeconds }: DeviceBoot,
  { askedAt, now }: { askedAt: Date; now: Date },
): DoorEventRow {
  const isRecent = now.getTime() - askedAt.getTime() <= RECENT_MS;
  const startedAt = Math.max(askedAt.getTime(), now.getTime() - (isRecent ? 0 : (uptimeSeconds ?? 0) * 1000));
  const at = new Date(Math.min(startedAt, now.getTime())).toISOString();
  return { ...NO_EVENT, token: `boot ${id}`, kind: "controller_restarted", occurred_at: at, device_time: at };
}

/** Returns the start of the missing period. A clock that was set back must not put the start after the end. */
function fromOf(before: Date | null, at: Date): string | null {
  return before === null ? null : new Date(Math.min(before.getTime(), at.getTime())).toISOString();
}

function wasOut(completeTo: Date | null, now: Date): completeTo is Date {
  return completeTo !== null && now.getTime() - completeTo.getTime() > OUTAGE_MS;
}

export interface EventTime {
  at: Date;
  /** The device's clock had lost its time, so `at` is no later than the next event and the reading. */
  isOurs: boolean;
}

/** No unit with such a log is older: a clock that has lost its time begins at 1970 or 2000. */
const OLDEST_MS = Date.UTC(2012, 0, 1);

/**
 * A log is written in order. An event that is older than its predecessor by this much comes from a clock that lost its time; a clock set
 * back a little keeps the device's time.
 */
const OUT_OF_ORDER_MS = 10 * 86_400_000;

/** A time this far ahead is not explained by the duration of the answer. */
const AHEAD_MS = 60_000;

/**
 * Returns the events' times, in the order of the log. An impossible time is replaced by the portal's, so that people find the event near
 * its real time.
 */
export function eventTimes(
  { events, clockSkewMs, gap }: Pick<DoorEventPage, "events" | "clockSkewMs" | "gap">,
  { completeTo, now }: Pick<PageContext, "completeTo" | "now">,
): EventTime[] {
  let newest = newestKnown(gap, completeTo);
  const believed = events.map(({ deviceTime }) => {
    const at = believedTime(deviceTime, { clockSkewMs, now, from: Math.max(OLDEST_MS, newest - OUT_OF_ORDER_MS) });
    newest = Math.max(newest, at ?? newest);
    return at;
  });
  let latest = now.getTime();
  return believed
    .toReversed()
    .map((at): EventTime => {
      const time = at ?? latest;
      latest = Math.min(latest, time - 1);
      return { at: new Date(time), isOurs: at === null };
    })
    .toReversed();
}

/** Returns the time to which the log is known. A restarted log may belong to another unit, with other earlier events. */
const newestKnown = (gap: DoorEventPage["gap"], completeTo: Date | null): number =>
  gap === "reset" || completeTo === null ? OLDEST_MS : completeTo.getTime();

export interface TimedEdge {
  schedule: string;
  isActive: boolean;
  at: Date;
}

/** Returns beginnings and ends of schedules at the times that are believed. One at an impossible time confirms no clock, and is left out. */
export function believedEdges(
  { scheduleEdges = [], clockSkewMs, gap }: Pick<DoorEventPage, "scheduleEdges" | "clockSkewMs" | "gap">,
  { completeTo, now }: Pick<PageContext, "completeTo" | "now">,
): TimedEdge[] {
  const from = Math.max(OLDEST_MS, newestKnown(gap, completeTo) - OUT_OF_ORDER_MS);
  return scheduleEdges.flatMap(({ schedule, isActive, deviceTime }) => {
    const at = believedTime(deviceTime, { clockSkewMs, now, from });
    return at === null ? [] : [{ schedule, isActive, at: new Date(at) }];
  });
}

/**
 * Returns the device's time, corrected by the clock error measured with this reading. If the corrected time is impossible because
 * the clock was set meanwhile, returns the device's own time; null if that is impossible too. Never after `now`.
 */
function believedTime(
  deviceTime: Date,
  { clockSkewMs, now, from }: { clockSkewMs: number | null; now: Date; from: number },
): number | null {
  const skew = clockSkewMs !== null && Math.abs(clockSkewMs) > SKEW_MS ? clockSkewMs : 0;
  const known = [deviceTime.getTime() - skew, deviceTime.getTime()].find(
    (at) => at >= from && at <= now.getTime() + AHEAD_MS,
  );
  return known === undefined ? null : Math.min(known, now.getTime());
}

/** Returns how wrong the clock was that wrote the last impossible time; null when every time is possible. */
export function wrongClockMs(page: DoorEventPage, context: Pick<PageContext, "completeTo" | "now">): number | null {
  const times = eventTimes(page, context);
  const place = times.findLastIndex(({ isOurs }) => isOurs);
  const [event, time] = [page.events[place], times[place]];
  return event === undefined || time === undefined ? null : event.deviceTime.getTime() - time.at.getTime();
}
