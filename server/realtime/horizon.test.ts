import { expect, test } from "vitest";
import { createHorizon, OVERLAP_MICROS } from "./horizon.ts";

const SECOND = 1_000_000;
const BEGIN = 1_000 * SECOND;
const at = (seconds: number, oldestOpen: number, next: number) => ({
  nowMicros: BEGIN + seconds * SECOND,
  oldestOpen,
  next,
});
const seconds = (micros: number) => (micros + OVERLAP_MICROS - BEGIN) / SECOND;

test("a read looks back by the overlap while no transaction is open", () => {
  const horizon = createHorizon();
  expect([0, 1, 2].map((second) => seconds(horizon.after(at(second, 7 + second, 7 + second))))).toEqual([0, 1, 2]);
});

test("it looks back to before an open transaction, however long that stays open", () => {
  const horizon = createHorizon();
  horizon.after(at(0, 5, 5));
  horizon.after(at(1, 7, 7));
  // Number 7 began between the second 1 and the second 2.
  expect([2, 30, 60].map((second) => seconds(horizon.after(at(second, 7, 9 + second))))).toEqual([1, 1, 1]);
  expect(seconds(horizon.after(at(61, 80, 80)))).toBe(61);
});

test("a transaction that was open before the first read begins at that read", () => {
  const horizon = createHorizon();
  expect([0, 20].map((second) => seconds(horizon.after(at(second, 3, 9))))).toEqual([0, 0]);
});

test("after five minutes it goes on, and never back", () => {
  const horizon = createHorizon();
  const found = [0, 200, 400, 600].map((second) => seconds(horizon.after(at(second, 3, 9))));
  expect(found).toEqual([0, 0, 200, 400]);
  // A promoted standby may know fewer numbers.
  expect(seconds(horizon.after(at(601, 2, 2)))).toBe(601);
});
