import { describe, expect, it } from "vitest";
import { backOffMs } from "./device-away.ts";

describe("a controller that does not answer", () => {
  it("is tried again after one second, then twice as long each time, at most five minutes", () => {
    const pauses = [1, 2, 3, 4, 9, 10, 500].map((attempts) => backOffMs(attempts, 0.5));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 256_000, 300_000, 300_000]);
  });

  it("is tried up to a fifth earlier or later than its neighbours", () => {
    expect([0, 0.25, 0.999].map((random) => backOffMs(3, random))).toEqual([3_200, 3_600, 4_798]);
  });
});
