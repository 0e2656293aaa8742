import { expect, test } from "vitest";
import { NOW, samplePin } from "./sample-person.ts";
import { validityHint } from "./validity-hint.ts";

test("a new choice runs from now on Stockholm's calendar", () => {
  expect(validityHint("12_months", undefined, NOW)?.text).toBe("21 nov 2026 – 21 nov 2027");
  expect(validityHint("1_month", undefined, new Date("2027-01-31T12:00:00Z"))?.text).toBe("31 jan 2027 – 28 feb 2027");
});

test("an unchanged choice keeps the stored dates, a changed one does not", () => {
  expect(validityHint("12_months", samplePin(), NOW)?.text).toBe("1 nov 2026 – 1 nov 2027");
  expect(validityHint("1_day", samplePin(), NOW)?.text).toBe("21 nov 2026 – 22 nov 2026");
});

test("an unchanged choice whose dates have passed says that saving does not renew it", () => {
  const ended = samplePin({ valid_to: "2026-11-20T10:00:00+00:00" });
  expect(validityHint("12_months", ended, NOW)).toEqual({
    text: "Gick ut 20 nov 2026. Välj en annan giltighet för att förnya.",
    ended: true,
  });
});

test("no choice has no dates", () => {
  expect(validityHint("", undefined, NOW)).toBeUndefined();
});
