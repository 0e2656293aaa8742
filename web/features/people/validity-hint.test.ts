import { expect, test } from "vitest";
import { NOW, samplePin } from "#tests/components/fixtures/people/sample-person.ts";
import { newEndOf, type ValidityChoice, validityHint } from "./validity-hint.ts";

const choice = (period: ValidityChoice["period"]): ValidityChoice => ({ period, endDate: "", renew: false });

test("a new choice runs from now on Stockholm's calendar", () => {
  expect(validityHint(choice("12_months"), undefined, NOW)?.text).toBe("21 nov 2026 – 21 nov 2027");
  expect(validityHint(choice("1_month"), undefined, new Date("2027-01-31T12:00:00Z"))?.text).toBe(
    "31 jan 2027 – 28 feb 2027",
  );
});

test("an unchanged choice keeps the stored dates, a changed one does not", () => {
  const stored = samplePin({ valid_to: "2027-11-01T10:00:00+00:00" });
  expect(validityHint(choice("12_months"), stored, NOW)?.text).toBe("1 nov 2026 – 1 nov 2027");
  expect(validityHint(choice("1_day"), samplePin(), NOW)?.text).toBe("21 nov 2026 – 22 nov 2026");
});

test("an unchanged choice whose dates have passed says so, until it is renewed from now", () => {
  const ended = samplePin({ valid_to: "2026-11-20T10:00:00+00:00" });
  expect(validityHint(choice("12_months"), ended, NOW)).toEqual({
    text: "Gick ut 20 nov 2026",
    ended: true,
    isStored: true,
  });
  expect(validityHint({ period: "12_months", endDate: "", renew: true }, ended, NOW)).toEqual({
    text: "21 nov 2026 – 21 nov 2027",
    ended: false,
    isStored: true,
  });
});

test("no choice has no dates", () => {
  expect(validityHint(choice(""), undefined, NOW)).toBeUndefined();
});

test("an own end date counts the whole day, keeps the stored start, and shows nothing once past", () => {
  const own = (endDate: string): ValidityChoice => ({ period: "custom", endDate, renew: false });
  expect(validityHint(own("2027-06-15"), undefined, NOW)?.text).toBe("21 nov 2026 – 15 juni 2027, hela dagen");
  const stored = samplePin({ validity_period: "custom", valid_to: "2027-06-15T21:59:59+00:00" });
  expect(validityHint(own("2027-06-15"), stored, NOW)?.text).toBe("1 nov 2026 – 15 juni 2027");
  expect(validityHint(own("2027-07-01"), stored, NOW)?.text).toBe("21 nov 2026 – 1 juli 2027, hela dagen");
  expect(validityHint(own("2026-11-20"), undefined, NOW)).toBeUndefined();
  expect(newEndOf(own("2027-06-15"), stored, NOW)).toBeNull();
  expect(newEndOf(own("2027-07-01"), stored, NOW)?.toISOString()).toBe("2027-07-01T21:59:59.000Z");
});
