// The simulated controller reads the compiled calendar, and must call it open exactly when the schedule is open.
import { expect, test } from "vitest";
import { isOpen } from "#contract/schedules/is-open.ts";
import { dayNumber, dayOfNumber } from "#contract/schedules/local-day.ts";
import type { OpenInterval, Schedule, ScheduleDay, ScheduleHours } from "#contract/schedules/schedule.ts";
import { inStockholm } from "#contract/stockholm.ts";
import { compileHours, horizonOf, hoursToken } from "#drivers/axis/hours/compile-hours.ts";
import { seededRandom } from "#scripts/seed/random.ts";
import { calendarOf, unreadable } from "#simulators/axis/recurrence.ts";

const TODAY = "2026-11-29";

/** Draws schedules with everything that a schedule may have; the same seed draws the same. */
function drawer(seed: number) {
  const random = seededRandom(seed);
  const below = (limit: number): number => random.below(limit);
  const chance = (percent: number) => below(100) < percent;
  const day = (from: string, spread: number) => dayOfNumber(dayNumber(from) + below(spread));
  const interval = (): OpenInterval => {
    const from = chance(20) ? 0 : below(288) * 5;
    const to = chance(20) ? 1440 : 1 + below(1440);
    return to === from ? { from, to: to + 1 } : { from, to };
  };
  const hours = (): ScheduleHours => {
    const validFrom = chance(25) ? day("2026-10-01", 700) : null;
    const everyWeeks = chance(60) ? 1 : chance(50) ? 2 : 4;
    const validUntil = chance(25) ? dayOfNumber(dayNumber(validFrom ?? "2026-11-01") + below(400)) : null;
    return { ...interval(), weekday: 1 + below(7), everyWeeks, anchor: day("2026-01-01", 400), validFrom, validUntil };
  };
  const ownDay = (): ScheduleDay => {
    const from = day("2026-11-20", 700);
    const until = dayOfNumber(dayNumber(from) + (chance(70) ? 0 : below(20)));
    return { from, until, hours: chance(50) ? [] : Array.from({ length: 1 + below(2) }, interval) };
  };
  return {
    below,
    schedule: (): Schedule => ({
      hours: Array.from({ length: below(9) }, hours),
      days: Array.from({ length: below(12) }, ownDay),
    }),
  };
}

/** Every instant is a whole minute, so a window's last minute may be drawn too. */
function instants({ below }: ReturnType<typeof drawer>): Date[] {
  const { first, last } = horizonOf(TODAY);
  const minutes = (dayNumber(last) - dayNumber(first)) * 1440;
  const drawn = Array.from({ length: 80 }, () => Date.parse(`${first}T00:00Z`) + below(minutes) * 60_000);
  const changes = ["2027-03-28T01:00Z", "2027-10-31T01:00Z", "2028-03-26T01:00Z", "2028-10-29T01:00Z"].flatMap(
    (change) => Array.from({ length: 6 }, () => Date.parse(change) + (below(600) - 300) * 60_000),
  );
  const years = ["2026-12-31T23:00Z", "2027-01-04T00:00Z", "2028-02-29T12:00Z"].map((time) => Date.parse(time));
  return [...drawn, ...changes, ...years].map((time) => new Date(time));
}

/** The local time, written as if it were UTC. */
function wallClock(instant: Date): number {
  const local = inStockholm(instant);
  const [year, month, date] = [local.getFullYear(), local.getMonth(), local.getDate()];
  return Date.UTC(year, month, date, local.getHours(), local.getMinutes(), local.getSeconds());
}

test("300 drawn schedules, each at a hundred instants, are open on the controller when they are open here", () => {
  const draw = drawer(20_261_129);
  const differing: unknown[] = [];
  let open = 0;
  for (let round = 0; round < 300; round += 1) {
    const schedule = draw.schedule();
    const { definition, exceptions } = compileHours(schedule, TODAY);
    expect([unreadable(definition), unreadable(exceptions)], JSON.stringify(schedule)).toEqual([null, null]);
    const [inHours, isExcepted] = [calendarOf(definition), calendarOf(exceptions)];
    for (const instant of instants(draw)) {
      const local = wallClock(instant);
      const [theirs, ours] = [inHours(local) && !isExcepted(local), isOpen(schedule, instant)];
      if (ours) open += 1;
      if (theirs !== ours) differing.push({ schedule, instant, theirs, ours, definition, exceptions });
    }
  }
  expect(differing.slice(0, 1)).toEqual([]);
  expect(open).toBeGreaterThan(3_000);
});

test("200 drawn unions, cut by a third schedule, are open on the controller when one is open and the door too", () => {
  const draw = drawer(4_107);
  const differing: unknown[] = [];
  let open = 0;
  for (let round = 0; round < 200; round += 1) {
    const [one, other, within] = [draw.schedule(), draw.schedule(), draw.schedule()];
    const effective = {
      anyOf: draw.below(2) === 0 ? [one] : [one, other],
      within: draw.below(4) === 0 ? null : within,
    };
    const { definition, exceptions } = compileHours(effective, TODAY);
    expect([unreadable(definition), unreadable(exceptions)], JSON.stringify(effective)).toEqual([null, null]);
    const [inHours, isExcepted] = [calendarOf(definition), calendarOf(exceptions)];
    for (const instant of instants(draw)) {
      const local = wallClock(instant);
      const isWithin = effective.within === null || isOpen(effective.within, instant);
      const ours = isWithin && effective.anyOf.some((schedule) => isOpen(schedule, instant));
      const theirs = inHours(local) && !isExcepted(local);
      if (ours) open += 1;
      if (theirs !== ours) differing.push({ effective, instant, theirs, ours, definition, exceptions });
    }
  }
  expect(differing.slice(0, 1)).toEqual([]);
  expect(open).toBeGreaterThan(1_000);
});

test("hours are named after what they are: in any order, said twice, and alone as a door's", () => {
  const draw = drawer(77);
  const [one, other, within] = [draw.schedule(), draw.schedule(), draw.schedule()];
  expect(hoursToken({ anyOf: [one, one], within: null })).toBe(hoursToken(one));
  expect(hoursToken({ anyOf: [one, other], within })).toBe(hoursToken({ anyOf: [other, one], within }));
  const names = [
    { anyOf: [one], within },
    { anyOf: [within], within: one },
    { anyOf: [one, within], within: null },
  ];
  expect(new Set([...names, one, other, within].map((each) => hoursToken(each))).size).toBe(6);
});
