import { beforeEach, expect, test } from "vitest";
import { createPauseWatch, type PauseWatch } from "./pause-watch.rules.ts";

let monotonic = 0;
let guard = 0;
let watch: PauseWatch;
const pass = (ms: number, suspended = 0) => {
  monotonic += ms;
  guard += ms + suspended;
};
beforeEach(() => {
  [monotonic, guard] = [1_000, 1_800_000_000_000];
  watch = createPauseWatch({ monotonic: () => monotonic, now: () => new Date(guard) });
});

test("a request that is read in time has arrived now", () => {
  for (let beat = 0; beat < 20; beat++) {
    pass(100);
    watch.beat();
  }
  pass(60);
  expect(watch.arrivedAt()).toBe(monotonic);
});

// Covers: fault.9
test("a request read after a standstill may be as old as the standstill, also when a beat came first", () => {
  pass(100);
  watch.beat();
  const before = monotonic;
  pass(6_000);
  watch.beat();
  pass(3);
  expect(watch.arrivedAt()).toBe(before);
  pass(400);
  expect(watch.arrivedAt()).toBe(before);
});

// Covers: fault.9
test("a busy machine that stands still again has not yet read what waited since the first time", () => {
  const before = monotonic;
  pass(6_000);
  watch.beat();
  for (const ms of [600, 450, 450, 700]) {
    pass(ms);
    watch.beat();
    expect(watch.arrivedAt()).toBe(before);
  }
});

test("after five turns of the event loop requests are new again, even if the machine stands still again", () => {
  pass(6_000);
  watch.beat();
  for (let beat = 0; beat < 5; beat++) {
    pass(100);
    watch.beat();
  }
  expect(watch.arrivedAt()).toBe(monotonic);
  for (let beat = 0; beat < 50; beat++) {
    pass(600);
    watch.beat();
  }
  expect(monotonic - watch.arrivedAt()).toBeLessThanOrEqual(5 * 600);
});

test("local time reveals a suspended machine, whose monotonic clock stood still", () => {
  pass(10, 6_000);
  expect(watch.arrivedAt()).toBeLessThanOrEqual(monotonic - 6_000);
});

test("a busy moment is no standstill", () => {
  pass(450);
  expect(watch.arrivedAt()).toBe(monotonic);
});
