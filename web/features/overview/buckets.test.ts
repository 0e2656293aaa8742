import { expect, test } from "vitest";
import { bucketsBack, fillBars, joinHalves, sums } from "./buckets.ts";

const HOUR_MS = 3_600_000;
const instant = (text: string) => new Date(text).getTime();

test("the last 24 hours end with the hour that runs now", () => {
  const hours = bucketsBack("hour", instant("2026-11-21T13:02:11Z"));
  expect(hours).toHaveLength(24);
  expect(hours.at(-1)).toEqual({ start: new Date("2026-11-21T13:00:00Z"), end: new Date("2026-11-21T14:00:00Z") });
  expect(hours[0]?.start).toEqual(new Date("2026-11-20T14:00:00Z"));
});

test("a day begins at Stockholm's midnight, and the day of the autumn change has 25 hours", () => {
  const days = bucketsBack("day", instant("2026-10-26T12:00:00Z"));
  expect(days).toHaveLength(30);
  expect(days.at(-1)?.start).toEqual(new Date("2026-10-25T23:00:00Z"));
  const sunday = days.at(-2);
  expect(sunday?.start).toEqual(new Date("2026-10-24T22:00:00Z"));
  expect(((sunday?.end.getTime() ?? 0) - (sunday?.start.getTime() ?? 0)) / HOUR_MS).toBe(25);
});

test("the day of the spring change has 23 hours", () => {
  const sunday = bucketsBack("day", instant("2026-03-29T12:00:00Z")).at(-1);
  expect(((sunday?.end.getTime() ?? 0) - (sunday?.start.getTime() ?? 0)) / HOUR_MS).toBe(23);
});

test("hours without passages are bars of zero, and a count stands at its own hour in every offset", () => {
  const hours = bucketsBack("hour", instant("2026-11-21T13:02:11Z"));
  const bars = fillBars(hours, [{ bucket_start: "2026-11-21T09:00:00+01:00", granted: 82, denied: 4 }]);
  expect(bars.filter((bar) => bar.granted > 0)).toEqual([
    { start: new Date("2026-11-21T08:00:00Z"), end: new Date("2026-11-21T09:00:00Z"), granted: 82, denied: 4 },
  ]);
  expect(sums(bars)).toEqual({ granted: 82, denied: 4 });
});

test("on a phone two hours are one bar, and none is lost", () => {
  const hours = bucketsBack("hour", instant("2026-11-21T13:02:11Z"));
  const bars = fillBars(hours, [
    { bucket_start: "2026-11-21T12:00:00Z", granted: 1, denied: 2 },
    { bucket_start: "2026-11-21T13:00:00Z", granted: 3, denied: 4 },
  ]);
  const joined = joinHalves(bars);
  expect(joined).toHaveLength(12);
  expect(joined.at(-1)).toEqual({
    start: new Date("2026-11-21T12:00:00Z"),
    end: new Date("2026-11-21T14:00:00Z"),
    granted: 4,
    denied: 6,
  });
});
