import { describe, expect, test } from "vitest";
import { type CameraDay, cameraHealth, cameraShares } from "./camera-health.ts";

const NOW = Date.parse("2026-11-24T12:00:00Z");
const DAY_MS = 86_400_000;

/** Makes days of [readings, unread, unclear]; the last of them is today. */
function week(...figures: [reads: number, unread: number, unclear?: number][]): CameraDay[] {
  return figures.map(([reads, unread, unclear = 0], at) => {
    const ago = figures.length - 1 - at;
    const day = new Date(NOW - ago * DAY_MS).toISOString().slice(0, 10);
    return { day, reads, unread, unclear, last_read_at: `${day}T11:00:00Z` };
  });
}
const health = (...figures: Parameters<typeof week>) => {
  const { state, since } = cameraHealth(week(...figures), NOW);
  return [state, since];
};

test("a few unread of a hundred are a camera that is well", () => {
  expect(health([100, 2, 1], [100, 3, 1], [100, 9])).toEqual(["good", null]);
});

describe("a camera is worse", () => {
  test("from the day at which it passes a tenth and three times what it was", () => {
    expect(health([100, 2], [100, 2], [100, 8, 2], [100, 12, 3])).toEqual(["worse", "2026-11-23"]);
    expect(health([100, 2], [100, 2], [100, 8, 1], [100, 7, 2])).toEqual(["good", null]);
  });

  test("unread and unclear readings counting alike", () => {
    expect(health([100, 1], [100, 0, 10])).toEqual(["worse", "2026-11-24"]);
  });

  test("where it was never better, from the first day", () => {
    expect(health([100, 12], [100, 12])).toEqual(["worse", "2026-11-23"]);
  });

  test("but not where its place has always been a bad one", () => {
    expect(health([100, 6], [100, 6], [100, 17])).toEqual(["good", null]);
    expect(health([100, 6], [100, 6], [100, 18])).toEqual(["worse", "2026-11-24"]);
  });

  test("until it is well below what it crossed", () => {
    expect(health([100, 2], [100, 15], [100, 6])).toEqual(["worse", "2026-11-23"]);
    expect(health([100, 2], [100, 15], [100, 4])).toEqual(["good", null]);
  });

  test("and stays so however long it lasts: bad days are nothing to compare with", () => {
    const bad = Array.from({ length: 12 }, (): [number, number] => [100, 14]);
    expect(health([100, 2], ...bad)).toEqual(["worse", "2026-11-13"]);
  });

  test("by readings enough: three of five are an evening's dirt, and quiet days are taken together", () => {
    expect(health([100, 2], [5, 3])).toEqual(["good", null]);
    expect(health([100, 2], [7, 2], [7, 2], [7, 2])).toEqual(["worse", "2026-11-22"]);
  });
});

test("a camera without a reading in a day and a night is unknown, and says when it last read", () => {
  const [day] = week([100, 2]);
  if (!day) throw new Error("no day");
  const at = (last_read_at: string) => cameraHealth([{ ...day, last_read_at }], NOW);
  expect(at("2026-11-23T12:00:00Z").state).toBe("good");
  expect(at("2026-11-23T11:59:59Z")).toMatchObject({ state: "unknown", lastReadAt: "2026-11-23T11:59:59Z" });
  expect(cameraHealth([], NOW)).toEqual({ state: "unknown", unknown: "silent", since: null, lastReadAt: null });
});

test("a camera with fewer than twenty readings in two weeks is unknown too, good or bad", () => {
  expect(cameraHealth(week([10, 0], [9, 9]), NOW)).toMatchObject({ state: "unknown", unknown: "few", since: null });
  expect(cameraHealth(week([10, 0], [10, 0]), NOW)).toMatchObject({ state: "good", unknown: null });
});

test("days before the two weeks, or after now, are left out", () => {
  const days = week([100, 2]);
  const old = { ...week([100, 90])[0], day: "2026-11-09" } as CameraDay;
  const ahead = { ...week([100, 90])[0], day: "2026-11-26" } as CameraDay;
  expect(cameraHealth([ahead, ...days, old], NOW).state).toBe("good");
});

test("once notified, a day whose share moves about the limit stays worse until it is well below it", () => {
  const notified = (unread: number) =>
    cameraHealth(week([100, 2], [100, unread]), NOW, { worsePercent: 10, isNotified: true }).state;
  expect([notified(9), notified(5), notified(4)]).toEqual(["worse", "worse", "good"]);
});

test("its own limit may be chosen", () => {
  expect(cameraHealth(week([100, 2], [100, 7]), NOW, { worsePercent: 7, isNotified: false }).state).toBe("worse");
});

test("shares are whole per cent of all days, and nothing of nothing", () => {
  expect(cameraShares(week([100, 20, 4], [300, 28, 8]))).toEqual({ unread: 12, unclear: 3 });
  expect(cameraShares([])).toEqual({ unread: 0, unclear: 0 });
});
