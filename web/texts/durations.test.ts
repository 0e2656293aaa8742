import { expect, test } from "vitest";
import { span, withUnit } from "./durations.ts";

const SOURCES = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.{ts,tsx}", "!../styles/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});

test("a number stays beside its unit, and a line may break between hours and minutes", () => {
  expect([0, 59, 60, 100, 1_440].map(span)).toEqual([
    "0\u00a0min",
    "59\u00a0min",
    "1\u00a0h",
    "1\u00a0h 40\u00a0min",
    "24\u00a0h",
  ]);
  expect(withUnit("1 200", "s")).toBe("1 200\u00a0s");
});

test("no sentence of either language writes a length of time by itself", () => {
  expect(Object.keys(SOURCES).length).toBeGreaterThan(300);
  const byHand = Object.entries(SOURCES).filter(([, source]) => /\} (?:h|min|s)(?!\p{L})/u.test(source));
  expect(byHand.map(([file]) => file)).toEqual([]);
});
