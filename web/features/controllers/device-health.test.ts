import { expect, test } from "vitest";
import { certificateEnd, readCameraClock, readClock } from "./device-health.ts";

test.each([
  [null, { is: "unmeasured" }],
  [4_999, { is: "right" }],
  [-4_999, { is: "right" }],
  [12_000, { is: "fast", count: 12, unit: "second", isTrouble: false }],
  [-59_400, { is: "slow", count: 59, unit: "second", isTrouble: false }],
  [60_000, { is: "fast", count: 1, unit: "minute", isTrouble: true }],
  [-118_000, { is: "slow", count: 2, unit: "minute", isTrouble: true }],
  [3_600_000, { is: "fast", count: 60, unit: "minute", isTrouble: true }],
  [-7_200_000, { is: "slow", count: 2, unit: "hour", isTrouble: true }],
])("a clock that is wrong by %s ms", (skew, said) => {
  expect(readClock(skew)).toEqual(said);
});

test.each([
  [-3_999, { is: "right" }],
  [2_000, { is: "right" }],
  [-4_000, { is: "slow", count: 4, unit: "second", isTrouble: true }],
  [2_600, { is: "fast", count: 3, unit: "second", isTrouble: true }],
  [-600_000, { is: "slow", count: 10, unit: "minute", isTrouble: true }],
])("a camera's clock that is wrong by %s ms", (skew, said) => {
  expect(readCameraClock(skew)).toEqual(said);
});

test("a certificate is near its end from a month before, and ends in its second", () => {
  const now = Date.parse("2026-11-24T12:00:00Z");
  expect(certificateEnd("2026-12-24T12:00:01Z", now)).toBe("far");
  expect(certificateEnd("2026-12-24T12:00:00Z", now)).toBe("soon");
  expect(certificateEnd("2026-11-24T12:00:00Z", now)).toBe("soon");
  expect(certificateEnd("2026-11-24T11:59:59Z", now)).toBe("ended");
});
