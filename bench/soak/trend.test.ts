import { describe, expect, it } from "vitest";
import { type SoakSample, trendOf } from "./trend.ts";

const hour = (at: (seconds: number) => Partial<SoakSample>): SoakSample[] =>
  Array.from({ length: 360 }, (_, index) => ({
    seconds: index * 10,
    residentMb: 200,
    connections: 12,
    queueSeconds: 0,
    ...at(index * 10),
  }));

describe("an hour of load", () => {
  it("memory that fills up in the first ten minutes and stays is no growth", () => {
    const samples = hour((seconds) => ({ residentMb: Math.min(240, 120 + seconds / 5), connections: 12 }));
    expect(trendOf(samples, "residentMb", 600)).toEqual({ early: 240, late: 240, grows: false });
    expect(trendOf(samples, "connections", 600).grows).toBe(false);
  });

  it("half a megabyte more each half minute is growth", () => {
    expect(
      trendOf(
        hour((seconds) => ({ residentMb: 200 + seconds / 60 })),
        "residentMb",
        600,
      ).grows,
    ).toBe(true);
  });

  it("a connection lost every ten minutes is growth", () => {
    const samples = hour((seconds) => ({ connections: 12 + Math.floor(seconds / 600) }));
    expect(trendOf(samples, "connections", 600).grows).toBe(true);
  });

  it("work that falls behind is growth, one slow moment is not", () => {
    expect(
      trendOf(
        hour((seconds) => ({ queueSeconds: seconds / 60 })),
        "queueSeconds",
        600,
      ).grows,
    ).toBe(true);
    const moment = hour((seconds) => ({ queueSeconds: seconds > 3000 && seconds < 3060 ? 40 : 1 }));
    expect(trendOf(moment, "queueSeconds", 600).grows).toBe(false);
  });

  it("a run shorter than its warm-up says so", () => {
    expect(() => trendOf(hour(() => ({})).slice(0, 30), "residentMb", 600)).toThrow(RangeError);
  });
});
