import { expect, test } from "vitest";
import type { Schedule } from "#contract/schedules/schedule.ts";
import { hoursThen } from "./hours-then.rules.ts";

const WEEKLY = { everyWeeks: 1, anchor: "2026-11-23", validFrom: null, validUntil: null } as const;
const week = (from: number, to: number, weekdays = [1, 2, 3, 4, 5, 6, 7]): Schedule["hours"] =>
  weekdays.map((weekday) => ({ ...WEEKLY, weekday, from, to }));
const then = (schedule: Partial<Schedule>, at: string) =>
  hoursThen({ name: "Tvättstuga", schedule: { hours: [], days: [], ...schedule } }, new Date(at));

test("at night the door opens the same day or the next, by the local clock", () => {
  const hours = week(360, 1320);
  const day = {
    schedule: "Tvättstuga",
    day: "2026-12-10",
    open: [{ start: "2026-12-10T06:00", end: "2026-12-10T22:00" }],
  };
  expect(then({ hours }, "2026-12-10T04:59:59Z")).toEqual({ ...day, opens_at: "2026-12-10T06:00" });
  expect(then({ hours }, "2026-12-10T21:00:00Z")).toEqual({ ...day, opens_at: "2026-12-11T06:00" });
  expect(then({ hours }, "2026-12-09T23:30:00Z")).toEqual({ ...day, opens_at: "2026-12-10T06:00" });
});

test("a weekend without hours opens on Monday, and a night that goes on is a window of its own", () => {
  expect(then({ hours: week(480, 1020, [1, 2, 3, 4, 5]) }, "2026-12-12T11:00:00Z")).toMatchObject({
    open: [],
    opens_at: "2026-12-14T08:00",
  });
  expect(then({ hours: week(1320, 120) }, "2026-12-12T11:00:00Z")).toMatchObject({
    open: [
      { start: "2026-12-12T00:00", end: "2026-12-12T02:00" },
      { start: "2026-12-12T22:00", end: "2026-12-13T00:00" },
    ],
    opens_at: "2026-12-12T22:00",
  });
});

test("a day of a calendar decides, and a door that never opens has no next opening", () => {
  const days = [{ from: "2026-12-24", until: "2027-01-06", hours: [] }];
  expect(then({ hours: week(360, 1320), days }, "2026-12-24T11:00:00Z")).toMatchObject({
    open: [],
    opens_at: "2027-01-07T06:00",
  });
  expect(then({}, "2026-12-24T11:00:00Z")).toMatchObject({ open: [], opens_at: null });
});
