import { expect, test } from "vitest";
import { stockholmClock, stockholmDay } from "#contract/stockholm.ts";
import { toNoon } from "./at-noon.ts";

test.each([
  ["just after midnight", "2026-11-29T23:01:00Z", "2026-11-30"],
  ["just before midnight", "2026-11-29T22:59:30Z", "2026-11-29"],
  ["the night in which the clock goes forward", "2026-03-28T23:30:00Z", "2026-03-29"],
  ["the night in which the clock goes back", "2026-10-25T00:30:00Z", "2026-10-25"],
])("the clock of component tests is past noon of the same day: %s", (_, instant, day) => {
  const noon = new Date(Date.parse(instant) + toNoon(new Date(instant)));
  expect([stockholmDay(noon), stockholmClock(noon)]).toEqual([day, `12:${instant.slice(14, 16)}`]);
});
