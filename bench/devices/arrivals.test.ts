import { expect, test } from "vitest";
import { arrivals, arrivalsRow, keyOf } from "./arrivals.ts";

const tries = [1_000, 2_000, 3_000].map((at, n) => ({ controllerId: "a", deviceTime: 50 + n, at }));
const rows = new Map(tries.map(({ controllerId, deviceTime }, n) => [keyOf(controllerId, deviceTime), `row ${n}`]));
const seen = (...at: number[]) => new Map(at.map((moment, n) => [`row ${n}`, moment]));

test("each try's time is that of its own row", () => {
  expect(arrivals(tries, rows, seen(2_500, 2_250, 13_000)).seconds).toEqual([1.5, 0.25, 10]);
});

test("a try without a row, or whose row nobody saw, is missed and spoils the goal", () => {
  const unseen = arrivals(tries, rows, seen(2_500, 2_250));
  const unlogged = arrivals(tries, new Map([...rows].slice(1)), seen(2_500, 2_250, 4_000));
  for (const found of [unseen, unlogged]) {
    expect(found).toMatchObject({ tried: 3, seconds: { length: 2 } });
    expect(arrivalsRow("a code", found, 12)).toMatchObject({ met: false });
    expect(arrivalsRow("a code", found, 12).measured).toContain("1 missed");
  }
});

test("the goal is of the slowest in a hundred", () => {
  const all = arrivals(tries, rows, seen(2_500, 2_250, 13_000));
  expect(arrivalsRow("a code", all, 10).met).toBe(true);
  expect(arrivalsRow("a code", all, 9).met).toBe(false);
});
