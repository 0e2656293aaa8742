import { expect, test } from "vitest";
import type { ListedCalendar } from "#contract/functions/schedules.ts";
import {
  type CalendarForm,
  calendarForm,
  calendarValues,
  newPeriod,
  type PeriodRow,
  savedDays,
} from "./calendar-form.ts";

const form = (periods: Partial<PeriodRow>[], more: Partial<CalendarForm> = {}): CalendarForm => ({
  ...calendarValues(null),
  name: "Julstängt",
  periods: periods.map((period) => ({ ...newPeriod(), ...period })),
  ...more,
});
const refused = (values: CalendarForm) =>
  calendarForm.safeParse(values).error?.issues.map(({ path, message }) => [path.join("."), message]);

test.each<[what: string, periods: Partial<PeriodRow>[], field: string, sentence: string]>([
  ["without a day", [{}], "periods.0.from", "Välj en dag"],
  [
    "that ends before it begins",
    [{ from: "2026-12-02", until: "2026-12-01" }],
    "periods.0.until",
    "Sista dagen är före den första",
  ],
  [
    "with a day of another",
    [{ from: "2026-12-01", until: "2026-12-03" }, { from: "2026-12-03" }],
    "periods.1.from",
    "Har samma dag som datum 1",
  ],
  [
    "open to 25:00",
    [{ from: "2026-12-01", kind: "hours", times: "10-25" }],
    "periods.0.times",
    "Skriv tider mellan 00:00 och 24:00, som 10–18",
  ],
  [
    "open for no time",
    [{ from: "2026-12-01", kind: "hours", times: "10-10" }],
    "periods.0.times",
    "Tiden slutar när den börjar",
  ],
])("a period %s is refused at its field", (_what, periods, field, sentence) => {
  expect(refused(form(periods))).toEqual([[field, sentence]]);
});

test("a holiday with other hours needs them, and one that is as usual or closed does not", () => {
  const holidays = (kind: "usual" | "closed" | "hours") =>
    form([], { holidays: [{ holiday: "epiphany", kind, times: "" }] });
  expect(refused(holidays("hours"))).toEqual([["holidays.0.times", "Skriv tider mellan 00:00 och 24:00, som 10–18"]]);
  expect([refused(holidays("usual")), refused(holidays("closed"))]).toEqual([undefined, undefined]);
});

test("what is stored comes back as it is", () => {
  const days: ListedCalendar["days"] = [
    { holiday: "public_holidays", from: null, until: null, name: null, hours: [] },
    { holiday: "christmas_eve", from: null, until: null, name: null, hours: [{ from: 600, to: 840 }] },
    {
      holiday: "boxing_day",
      from: null,
      until: null,
      name: null,
      hours: [
        { from: 480, to: 720 },
        { from: 780, to: 1_440 },
      ],
    },
    { holiday: null, from: "2026-12-27", until: "2026-12-30", name: "Mellandagar", hours: [] },
    { holiday: null, from: "2027-02-01", until: "2027-02-01", name: null, hours: [{ from: 1_320, to: 120 }] },
  ];
  const calendar = { id: "", organization_id: null, name: "Jul", updated_at: "", days };
  expect(savedDays(calendarForm.parse(calendarValues(calendar)))).toEqual(days);
});
