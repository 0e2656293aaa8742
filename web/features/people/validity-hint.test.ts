import { expect, test } from "vitest";
import { NOW, samplePin } from "./sample-person.ts";
import { type ValidityChoice, validityHint } from "./validity-hint.ts";

const choice = (period: ValidityChoice["period"]): ValidityChoice => ({ period, renew: false });

test("a new choice runs from now on Stockholm's calendar", () => {
  expect(validityHint(choice("12_months"), undefined, NOW)?.text).toBe("21 nov 2026 – 21 nov 2027");
  expect(validityHint(choice("1_month"), undefined, new Date("2027-01-31T12:00:00Z"))?.text).toBe(
    "31 jan 2027 – 28 feb 2027",
  );
});

test("an unchanged choice keeps the stored dates, a changed one does not", () => {
  expect(validityHint(choice("12_months"), samplePin(), NOW)?.text).toBe("1 nov 2026 – 1 nov 2027");
  expect(validityHint(choice("1_day"), samplePin(), NOW)?.text).toBe("21 nov 2026 – 22 nov 2026");
});

test("an unchanged choice whose dates have passed says so, until it is renewed from now", () => {
  const ended = samplePin({ valid_to: "2026-11-20T10:00:00+00:00" });
  expect(validityHint(choice("12_months"), ended, NOW)).toEqual({
    text: "Gick ut 20 nov 2026",
    ended: true,
    isStored: true,
  });
  expect(validityHint({ period: "12_months", renew: true }, ended, NOW)).toEqual({
    text: "21 nov 2026 – 21 nov 2027",
    ended: false,
    isStored: true,
  });
});

test("no choice has no dates", () => {
  expect(validityHint(choice(""), undefined, NOW)).toBeUndefined();
});
