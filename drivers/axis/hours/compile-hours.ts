// Compiles a schedule to the vendor's calendar: local times, one event a window, rules that end with the horizon, single dates as added
// events or exceptions. Every piece lies within one day, so that no two occurrences of an event overlap.
import { createHash } from "node:crypto";
import { HOURS_MONTHS } from "#contract/limits.ts";
import { type EffectiveSchedule, effectiveOf, effectiveWindows } from "#contract/schedules/effective.ts";
import { DAY_MINUTES, dayNumber, dayOfNumber, weekdayOf } from "#contract/schedules/local-day.ts";
import type { Schedule, ScheduleHours } from "#contract/schedules/schedule.ts";
import { intersectSpans, mergeSpans, type Span, subtractSpans } from "./spans.ts";

export const HOURS_PREFIX = "wp-sch-";
const HASH_HEX = 32;
const WEEK_DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

export interface CompiledHours {
  /** Named after the content, so that doors with equal hours share one schedule. */
  token: string;
  definition: string;
  exceptions: string;
}

/** The days that a schedule is compiled for: from the beginning of a month, so that the text changes once a month. */
export interface Horizon {
  first: string;
  last: string;
}

/** Returns the first day of this month and the last day that is compiled (yyyy-MM-dd). */
export function horizonOf(today: string): Horizon {
  const [year = 1970, month = 1] = today.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1 + HOURS_MONTHS, 0));
  return { first: `${today.slice(0, 7)}-01`, last: last.toISOString().slice(0, 10) };
}

/** Returns a token that is the same for the same hours, in whichever order their schedules come. */
export function hoursToken(schedule: Schedule | EffectiveSchedule): string {
  const { anyOf, within } = effectiveOf(schedule);
  const each = [...new Set(anyOf.map(contentOf))].sort();
  const content = each.length === 1 && within === null ? each[0] : JSON.stringify([each, within && contentOf(within)]);
  return `${HOURS_PREFIX}${createHash("sha256").update(String(content)).digest("hex").slice(0, HASH_HEX)}`;
}

function contentOf({ hours, days }: Schedule): string {
  const rows = hours.map((one) => [
    one.weekday,
    one.from,
    one.to,
    one.everyWeeks,
    one.everyWeeks === 1 ? null : one.anchor,
    one.validFrom,
    one.validUntil,
  ]);
  const own = days.map(({ from, until, hours: intervals }) => [
    from,
    until,
    intervals.map((one) => [one.from, one.to]),
  ]);
  return JSON.stringify([rows.map((row) => JSON.stringify(row)).sort(), own]);
}

/** `today`: yyyy-MM-dd. After the horizon the schedule is closed, never wider. */
export function compileHours(schedule: Schedule | EffectiveSchedule, today: string): CompiledHours {
  const { first, last } = horizonOf(today);
  const weekly = weeklySpans(effectiveOf(schedule), first, last);
  const rules = weekly.flatMap((spans) => rulesOf(piecesOf(spans)));
  const week = mergeSpans(weekly.flat());
  const open = spansOf(schedule, first, last);
  const added = piecesOf(subtractSpans(open, week)).map((span) => eventOf(span, null));
  const closed = joinOver(subtractSpans(week, open), open).map((span) => eventOf(span, null));
  // Fault point: axis-holidays-are-exceptions.
  return { token: hoursToken(schedule), definition: calendarOf([...rules, ...added]), exceptions: calendarOf(closed) };
}

/** Returns the rows that repeat at one interval: a set of hours, or the hours that two sets share. */
function weeklySpans({ anyOf, within }: EffectiveSchedule, first: string, last: string): Span[][] {
  const spansOfSets = (hours: readonly ScheduleHours[]) =>
    recurring(hours).map((set) => spansOf({ hours: set, days: [] }, first, last));
  const sets = spansOfSets(anyOf.flatMap(({ hours }) => hours));
  if (within === null) return sets;
  const cuts = spansOfSets(within.hours);
  return sets.flatMap((set) => cuts.map((cut) => intersectSpans(set, cut))).filter((spans) => spans.length > 0);
}

/** Returns the sets of hours that are expanded together: all that hold every week, and each of the others. */
function recurring(hours: readonly ScheduleHours[]): ScheduleHours[][] {
  const isPlain = (one: ScheduleHours) => one.everyWeeks === 1 && one.validFrom === null && one.validUntil === null;
  const others = hours.filter((one) => !isPlain(one)).map((one) => [one]);
  return [hours.filter(isPlain), ...others].filter((set) => set.length > 0);
}

function spansOf(schedule: Schedule | EffectiveSchedule, first: string, last: string): Span[] {
  return effectiveWindows(effectiveOf(schedule), first, last).map(({ start, end }) => ({
    start: minuteOf(start),
    end: minuteOf(end),
  }));
}

function minuteOf(local: string): number {
  const [day = "", clock = ""] = local.split("T");
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return dayNumber(day) * DAY_MINUTES + hour * 60 + minute;
}

/** Cuts at each midnight. */
function piecesOf(spans: readonly Span[]): Span[] {
  return spans.flatMap(({ start, end }) => {
    const pieces: Span[] = [];
    for (let from = start; from < end; ) {
      const midnight = (Math.floor(from / DAY_MINUTES) + 1) * DAY_MINUTES;
      pieces.push({ start: from, end: Math.min(midnight, end) });
      from = midnight;
    }
    return pieces;
  });
}

/** Finds the rules that make exactly these pieces; the pieces of a rule have the same time of day and one interval. */
function rulesOf(pieces: readonly Span[]): string[] {
  const byTime = Map.groupBy(pieces, ({ start, end }) => `${start % DAY_MINUTES}-${end - start}`);
  return [...byTime.values()].flatMap((sameTime) => {
    const byDay = [...Map.groupBy(sameTime, ({ start }) => weekdayOf(dayOf(start)))].sort(([a], [b]) => a - b);
    const series = byDay.map(([weekday, spans]) => ({ weekday, spans, weeks: weeksBetween(spans) }));
    const weekly = series.filter(({ weeks }) => weeks === 1);
    const others = series.filter(({ weeks }) => weeks !== 1);
    const every =
      weekly.length === 0
        ? []
        : [
            ruleOf(
              weekly.flatMap(({ spans }) => spans),
              weekly,
              1,
            ),
          ];
    return [
      ...every,
      ...others.map((one) => (one.weeks === null ? single(one.spans) : ruleOf(one.spans, [one], one.weeks))),
    ];
  });
}

/** Returns the rule; null for a single occurrence, or when no one interval makes them all. */
function weeksBetween(spans: readonly Span[]): number | null {
  const gaps = new Set(spans.slice(1).map(({ start }, index) => start - (spans[index]?.start ?? 0)));
  const [gap] = gaps;
  return gap !== undefined && gaps.size === 1 ? gap / (7 * DAY_MINUTES) : null;
}

function single(spans: readonly Span[]): string {
  return spans.map((span) => eventOf(span, null)).join("");
}

function ruleOf(spans: readonly Span[], days: readonly { weekday: number }[], weeks: number): string {
  const sorted = spans.toSorted((one, other) => one.start - other.start);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last) return "";
  // Fault point: axis-every-other-week.
  const interval = weeks === 1 ? "" : `;INTERVAL=${weeks}`;
  const named = days.map(({ weekday }) => WEEK_DAYS[weekday - 1]).join(",");
  // Fault point: axis-rule-ends.
  return eventOf(first, `FREQ=WEEKLY${interval};BYDAY=${named};UNTIL=${timeOf(last.start)}`);
}

/** Joins closed spans between which nothing is open anyway, so that a holiday is one event. */
function joinOver(closed: readonly Span[], open: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of closed) {
    const last = joined.at(-1);
    const isFree = last && !open.some((one) => one.start < span.start && one.end > last.end);
    if (isFree) joined[joined.length - 1] = { start: last.start, end: span.end };
    else joined.push(span);
  }
  return joined;
}

const dayOf = (minute: number): number => Math.floor(minute / DAY_MINUTES);

function timeOf(minute: number): string {
  const day = dayOf(minute);
  const rest = minute - day * DAY_MINUTES;
  const clock = [Math.floor(rest / 60), rest % 60].map((part) => String(part).padStart(2, "0")).join("");
  return `${dayOfNumber(day).replaceAll("-", "")}T${clock}00`;
}

function eventOf({ start, end }: Span, rule: string | null): string {
  const [from, to] = [timeOf(start), timeOf(end)];
  const lines = ["BEGIN:VEVENT", `SUMMARY:${from}`, `DTSTART:${from}`, `DTEND:${to}`];
  return [
    ...lines,
    ...(rule === null ? [] : [`RRULE:${rule}`]),
    `DTSTAMP:${from}`,
    `UID:${from}-${to}`,
    "END:VEVENT",
    "",
  ].join("\r\n");
}

/** An empty calendar is an empty text, as the factory writes it. */
function calendarOf(events: readonly string[]): string {
  if (events.length === 0) return "";
  return ["BEGIN:VCALENDAR", "PRODID:", "VERSION:2.0", `${events.join("")}END:VCALENDAR`, ""].join("\r\n");
}
