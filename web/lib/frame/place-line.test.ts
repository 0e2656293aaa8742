import { expect, test } from "vitest";
import { placeLine } from "./place-line.ts";

test("a line about the organisation names it, and keeps its height empty until the name is known", () => {
  const line = (place: string) => `Läget i ${place}`;
  expect(placeLine("Brf Norrgården", line)).toBe("Läget i Brf Norrgården");
  expect(placeLine(undefined, line)).toBe("\u00a0");
});
