import { expect, test } from "vitest";
import { mergeHours, mergeIntervals } from "#contract/schedules/merge-hours.ts";
import { openWindows } from "#contract/schedules/open-windows.ts";
import type { ScheduleHours } from "#contract/schedules/schedule.ts";
import { seededRandom } from "#scripts/seed/random.ts";

const interval = (from: number, to: number) => ({ from, to });

test.each([
  ["overlap", [interval(360, 720), interval(600, 780)], [interval(360, 780)]],
  ["touch", [interval(720, 780), interval(360, 720)], [interval(360, 780)]],
  ["are inside another", [interval(360, 1320), interval(420, 480)], [interval(360, 1320)]],
  ["end on the same night", [interval(1320, 120), interval(1380, 180)], [interval(1320, 180)]],
  ["make a whole day", [interval(0, 720), interval(720, 1440)], [interval(0, 1440)]],
  ["stay apart", [interval(360, 420), interval(480, 540)], [interval(360, 420), interval(480, 540)]],
  ["exceed a day", [interval(0, 1440), interval(1320, 120)], [interval(0, 1440), interval(1320, 120)]],
  ["would end when they begin", [interval(360, 720), interval(720, 360)], [interval(360, 720), interval(720, 360)]],
])("intervals that %s", (_, given, merged) => {
  expect(mergeIntervals(given)).toEqual(merged);
});

test("hours of other weeks or days are not merged, those of the same weeks are", () => {
  const monday: ScheduleHours = {
    weekday: 1,
    ...interval(360, 720),
    everyWeeks: 2,
    anchor: "2026-11-23",
    validFrom: null,
    validUntil: null,
  };
  const later = { ...monday, ...interval(600, 780) };
  expect(mergeHours([monday, { ...later, anchor: "2026-12-09" }])).toEqual([{ ...monday, to: 780 }]);
  expect(mergeHours([monday, { ...later, anchor: "2026-11-30" }])).toHaveLength(2);
  expect(mergeHours([monday, { ...later, weekday: 2 }])).toHaveLength(2);
  expect(mergeHours([monday, { ...later, validFrom: "2026-12-01" }])).toHaveLength(2);
});

test("merged hours are open exactly when the given ones are (300 drawn schedules)", () => {
  const random = seededRandom(3);
  for (let run = 0; run < 300; run++) {
    const hours = Array.from({ length: 1 + random.below(12) }, (): ScheduleHours => {
      const from = random.below(24) * 60;
      const to = 60 + random.below(24) * 60;
      return {
        weekday: 1 + random.below(3),
        from,
        to: from === to ? to + 30 : to,
        everyWeeks: random.pick([1, 2]),
        anchor: random.pick(["2026-11-23", "2026-11-30", "2026-12-13"]),
        validFrom: null,
        validUntil: random.pick([null, "2026-12-06"]),
      };
    }).map((one) => (one.to > 1440 ? { ...one, to: 1440 } : one));
    const windows = (own: ScheduleHours[]) => openWindows({ hours: own, days: [] }, "2026-11-23", "2026-12-20");
    expect(windows(mergeHours(hours)), JSON.stringify(hours)).toEqual(windows(hours));
  }
});
