// Draws schedules with calendars, and instants near what is easily wrong: edges, changes of time, week 53, leap days, holidays.
import type { CalendarDay } from "#contract/schedules/calendar-days.ts";
import { EVES, PUBLIC_HOLIDAYS } from "#contract/schedules/holidays.ts";
import type { OpenInterval, ScheduleHours } from "#contract/schedules/schedule.ts";
import type { Random } from "#scripts/seed/random.ts";

export interface DrawnSchedule {
  hours: ScheduleHours[];
  calendars: CalendarDay[][];
  instants: Date[];
}

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2000, 1, 1);
const DAYS = Math.floor((Date.UTC(2098, 5, 30) - FIRST_DAY) / DAY_MS);
/** UTC times: changes of time, leap days, turns of years with a week 53, New Year. */
const KEEN = [
  "2026-03-29T01:00Z",
  "2026-10-25T01:00Z",
  "2027-03-28T01:00Z",
  "2000-10-29T01:00Z",
  "2028-02-29T11:00Z",
  "2096-02-28T23:00Z",
  "2000-02-29T23:00Z",
  "2026-12-31T23:00Z",
  "2027-01-03T23:00Z",
  "2032-12-31T23:00Z",
  "2020-12-27T23:00Z",
  "2049-06-06T10:00Z",
  "2008-05-01T10:00Z",
  "2026-12-24T10:00Z",
].map((text) => Date.parse(text));

const MINUTES = [0, 1, 60, 119, 120, 150, 180, 360, 1320, 1380, 1439];

/** `at`: the time around which its days and instants lie; drawn when absent. */
export function drawSchedule(random: Random, instants: number, at?: number): DrawnSchedule {
  const centre = at ?? (random.next() < 0.5 ? random.pick(KEEN) : FIRST_DAY + random.below(DAYS) * DAY_MS);
  const around = (days: number) => day(centre + (random.below(2 * days + 1) - days) * DAY_MS);
  const schedule = {
    hours: Array.from({ length: random.below(22) }, () => hours(random, around)),
    calendars: Array.from({ length: random.below(3) }, () => calendar(random, around)),
  };
  return { ...schedule, instants: Array.from({ length: instants }, () => instant(random, centre, schedule)) };
}

function hours(random: Random, around: (days: number) => string): ScheduleHours {
  const [one, other] = [around(20), around(20)];
  const isLimited = random.next() < 0.3;
  return {
    ...interval(random),
    weekday: 1 + random.below(7),
    everyWeeks: random.pick([1, 1, 2, 4]),
    anchor: around(500),
    validFrom: isLimited ? (one < other ? one : other) : null,
    validUntil: isLimited && random.next() < 0.7 ? (one < other ? other : one) : null,
  };
}

function interval(random: Random): OpenInterval {
  const from = random.next() < 0.5 ? random.pick(MINUTES) : random.below(1440);
  const to = random.next() < 0.5 ? random.pick([...MINUTES.slice(1), 1440, 1440]) : 1 + random.below(1440);
  return from === to ? interval(random) : { from, to };
}

function calendar(random: Random, around: (days: number) => string): CalendarDay[] {
  const codes = [...PUBLIC_HOLIDAYS, ...EVES, "public_holidays", "public_holidays"] as const;
  const own = () => (random.next() < 0.5 ? [] : Array.from({ length: 1 + random.below(2) }, () => interval(random)));
  const named = new Set(Array.from({ length: random.below(5) }, () => random.pick(codes)));
  const typed = [around(10), around(10)].sort();
  return [
    ...[...named].map((holiday) => ({ holiday, from: null, until: null, hours: own() })),
    ...(random.next() < 0.4 ? [{ holiday: null, from: String(typed[0]), until: String(typed[1]), hours: own() }] : []),
  ];
}

/** Draws half of the instants at an edge of the schedule's own times, in either offset from UTC. */
function instant(random: Random, centre: number, { hours: own, calendars }: Omit<DrawnSchedule, "instants">): Date {
  const start = Math.floor(centre / DAY_MS) * DAY_MS + (random.below(21) - 10) * DAY_MS;
  const edges = [...own, ...calendars.flat().flatMap((one) => one.hours)].flatMap(({ from, to }) => [from, to]);
  if (edges.length === 0 || random.next() < 0.3) return new Date(start + random.below(DAY_MS));
  if (random.next() < 0.2) return new Date(centre + (random.below(241) - 120) * 60_000);
  const offset = random.pick([60, 120]);
  return new Date(start + (random.pick(edges) - offset) * 60_000 + random.pick([-1, 0, 1, -60_000, 59_999]));
}

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
