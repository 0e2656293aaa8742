import { expect, test } from "vitest";
import type { HoursThen } from "#contract/functions/explain-passage.ts";
import { hoursSentence } from "./hours-sentence.ts";

const THEN: HoursThen = {
  schedule: "Tvättstuga",
  day: "2026-12-10",
  open: [{ start: "2026-12-10T06:00", end: "2026-12-10T22:00" }],
  opens_at: "2026-12-11T06:00",
};
const said = (part: Partial<HoursThen>, now = "2026-12-10T21:30:00Z") =>
  hoursSentence({ ...THEN, ...part }, new Date(now));

test.each<[string, Partial<HoursThen>, string?]>([
  ["Öppet 06–22 enligt Tvättstuga; öppnar 06.00.", { opens_at: "2026-12-10T06:00" }, "2026-12-10T04:00:00Z"],
  ["Öppet 06–22 enligt Tvättstuga; öppnar i morgon 06.00.", {}],
  ["Öppet 06–22 enligt Tvättstuga; öppnar i dag 06.00.", {}, "2026-12-11T04:00:00Z"],
  ["Öppet 06–22 enligt Tvättstuga; öppnar måndag 06.00.", { opens_at: "2026-12-14T06:00" }],
  ["Öppet 06–22 enligt Tvättstuga; öppnar 7 jan 06.00.", { opens_at: "2027-01-07T06:00" }],
])("the next opening is named from the day on which it is read: %s", (sentence, part, now) => {
  expect(said(part, now)).toBe(sentence);
});

test("an opening that has passed is told as past, with its date where that is not the day of the passage", () => {
  const later = "2026-12-20T12:00:00Z";
  expect(said({ opens_at: "2026-12-10T06:00" }, later)).toBe("Öppet 06–22 enligt Tvättstuga; öppnade 06.00.");
  expect(said({}, later)).toBe("Öppet 06–22 enligt Tvättstuga; öppnade 11 dec 06.00.");
  expect(said({ opens_at: "2026-12-11T06:00" }, "2026-12-11T05:00:00Z")).toContain("öppnade i dag 06.00");
});

test("hours with minutes, over midnight, several and none are said", () => {
  const open = [
    { start: "2026-12-10T00:00", end: "2026-12-10T02:00" },
    { start: "2026-12-10T06:30", end: "2026-12-10T10:00" },
    { start: "2026-12-10T22:00", end: "2026-12-11T00:00" },
  ];
  expect(said({ open, opens_at: null })).toBe("Öppet 00–02, 06.30–10.00, 22–24 enligt Tvättstuga.");
  expect(said({ open: [], opens_at: null })).toBe("Stängt hela dagen enligt Tvättstuga.");
  expect(said({ open: [] })).toBe("Stängt hela dagen enligt Tvättstuga; öppnar i morgon 06.00.");
});
