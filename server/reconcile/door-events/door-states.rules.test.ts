import { describe, expect, test } from "vitest";
import {
  type DoorNow,
  desiredLock,
  HELD_MS,
  isAsked,
  nextLook,
  standsUnlocked,
  WATCHED_MS,
  WITH_LOG_MS,
  WITHOUT_LOG_MS,
} from "./door-states.rules.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const inMs = (ms: number) => new Date(NOW.getTime() + ms);
const door = (change: Partial<DoorNow> = {}): DoorNow => ({
  id: "d",
  doorToken: "t",
  askedAt: inMs(-1_000),
  watched: false,
  holds: [],
  ...change,
});
const held = (change: Partial<DoorNow["holds"][number]> = {}) => ({
  id: "h",
  until: inMs(60_000),
  ended: false,
  sent: true,
  ...change,
});
const quiet = { now: NOW, hasLog: true, changed: new Set<string>(), gap: false };

describe("a door is asked", () => {
  test.each([
    ["never asked", door({ askedAt: null }), quiet],
    ["watched", door({ watched: true }), quiet],
    ["held", door({ holds: [held()] }), quiet],
    ["named in the log", door(), { ...quiet, changed: new Set(["t"]) }],
    ["at a controller whose log has a gap", door(), { ...quiet, gap: true }],
    ["asked long ago", door({ askedAt: inMs(-WITH_LOG_MS) }), quiet],
    ["without a log, asked a while ago", door({ askedAt: inMs(-WITHOUT_LOG_MS) }), { ...quiet, hasLog: false }],
  ])("when it is %s", (_, one, looking) => {
    expect(isAsked(one, looking)).toBe(true);
  });

  test.each([
    ["asked just now", door(), quiet],
    ["another's change", door(), { ...quiet, changed: new Set(["other"]) }],
    ["asked a while ago, and the log is quiet", door({ askedAt: inMs(-WITHOUT_LOG_MS) }), quiet],
  ])("not after %s", (_, one, looking) => {
    expect(isAsked(one, looking)).toBe(false);
  });
});

test.each([
  ["nothing was desired", [], null],
  ["a hold lasts", [held()], "unlocked"],
  ["its time is over", [held({ until: NOW })], "locked"],
  ["it was ended", [held({ ended: true })], "locked"],
  ["one ended and another lasts", [held({ ended: true }), held({ id: "n" })], "unlocked"],
  ["one ended before it began", [held({ ended: true, sent: false })], null],
] as const)("when %s, the lock is desired so", (_, holds, lock) => {
  expect(desiredLock(door({ holds }), NOW)).toBe(lock);
});

test("the next look is at the end of a hold, or sooner", () => {
  const next = (...doors: DoorNow[]) => nextLook(doors, quiet);
  expect(next(door())).toBe(WITH_LOG_MS);
  expect(nextLook([door()], { now: NOW, hasLog: false })).toBe(WITHOUT_LOG_MS);
  expect(next(door(), door({ watched: true }))).toBe(WATCHED_MS);
  expect(next(door({ holds: [held()] }))).toBe(HELD_MS);
  expect(next(door({ holds: [held({ until: inMs(700) })] }))).toBe(700);
  expect(next(door({ holds: [held({ until: inMs(-700) })] }))).toBe(HELD_MS);
});

test("a lock stands open when it was unlocked or locked open, not while somebody walks in", () => {
  expect(
    ["unlocked", "locked_open", "accessed", "locked", "blocked", "unknown"].map((mode) =>
      standsUnlocked(mode as never),
    ),
  ).toEqual([true, true, false, false, false, false]);
});

test("a hold over the change of time lasts as long as was asked, through the hour that comes twice", () => {
  // On 25 October 2026 at 03.00, the clocks of Stockholm show 02.00 again.
  const first = new Date("2026-10-25T02:30:00+02:00");
  const second = new Date("2026-10-25T02:30:00+01:00");
  const over = door({ holds: [held({ until: second })] });
  const aSecondBefore = new Date(first.getTime() + 3_599_000);
  expect(desiredLock(over, first)).toBe("unlocked");
  expect(desiredLock(over, aSecondBefore)).toBe("unlocked");
  expect(nextLook([over], { now: aSecondBefore, hasLog: true })).toBe(1_000);
  expect(desiredLock(over, second)).toBe("locked");
});
