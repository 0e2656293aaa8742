// The form of a calendar: holidays by their names, and periods of typed dates.
import { z } from "zod";
import { formTexts } from "#contract/forms/texts.ts";
import type { ListedCalendar, SaveCalendar } from "#contract/functions/schedules.ts";
import { NAME_MAX_LENGTH } from "#contract/limits.ts";
import { plainLine } from "#contract/plain-line.ts";
import { CALENDAR_HOLIDAYS, type CalendarHoliday } from "#contract/schedules/calendar-days.ts";
import { EVES } from "#contract/schedules/holidays.ts";
import type { OpenInterval } from "#contract/schedules/schedule.ts";
import { intervalsWords } from "#web/lib/doors/schedule-words.ts";
import { calendarsTexts as t } from "./texts/calendars.sv.ts";
import { readIntervals } from "./typed-times.ts";

export const DAY_KINDS = ["usual", "closed", "hours"] as const;

const holidayRow = z
  .object({ holiday: z.enum(CALENDAR_HOLIDAYS), kind: z.enum(DAY_KINDS), times: z.string() })
  .superRefine(refuseTimes);

const periodRow = z
  .object({
    name: z.string().overwrite(plainLine).max(NAME_MAX_LENGTH, formTexts.name_long),
    from: z.string().nullable(),
    until: z.string().nullable(),
    kind: z.enum(["closed", "hours"]),
    times: z.string(),
  })
  .superRefine((row, context) => {
    refuseTimes(row, context);
    if (row.from === null) context.addIssue({ code: "custom", path: ["from"], message: t.fromMissing });
    else if (row.until !== null && row.until < row.from)
      context.addIssue({ code: "custom", path: ["until"], message: t.datesBackwards });
  });
export type PeriodRow = z.infer<typeof periodRow>;

function refuseTimes(row: { kind: string; times: string }, context: z.RefinementCtx): void {
  const read = row.kind === "hours" ? readIntervals(row.times) : [];
  if (typeof read === "string")
    context.addIssue({
      code: "custom",
      path: ["times"],
      message: read === "unknown" ? t.timesUnknown : t.timesWithoutLength,
    });
}

export const calendarForm = z.object({
  name: z.string().overwrite(plainLine).min(1, formTexts.name_missing).max(NAME_MAX_LENGTH, formTexts.name_long),
  holidays: z.array(holidayRow),
  periods: z.array(periodRow).superRefine((periods, context) => {
    for (const [place, message] of overlaps(periods))
      context.addIssue({ code: "custom", path: [place, "from"], message });
  }),
});
export type CalendarForm = z.infer<typeof calendarForm>;

/** Returns the periods that overlap an earlier one. */
function overlaps(periods: readonly PeriodRow[]): [place: number, message: string][] {
  return periods.flatMap((period, place): [number, string][] => {
    const other = periods.slice(0, place).findIndex((earlier) => sharesDay(earlier, period));
    return other < 0 ? [] : [[place, t.datesOverlap(other + 1)]];
  });
}

const lastOf = ({ from, until }: PeriodRow) => until ?? from;
const sharesDay = (one: PeriodRow, other: PeriodRow) =>
  one.from !== null && other.from !== null && one.from <= (lastOf(other) ?? "") && other.from <= (lastOf(one) ?? "");

/** Holidays that every form shows; others are added by name. */
const SHOWN: readonly CalendarHoliday[] = ["public_holidays", ...EVES];

export const newPeriod = (): PeriodRow => ({ name: "", from: null, until: null, kind: "closed", times: "" });

/** Returns the form's values. Pure. */
export function calendarValues(calendar: ListedCalendar | null): CalendarForm {
  const days = calendar?.days ?? [];
  const named = new Map(days.flatMap(({ holiday, hours }) => (holiday === null ? [] : [[holiday, hours] as const])));
  const shown = [...SHOWN, ...CALENDAR_HOLIDAYS.filter((code) => named.has(code) && !SHOWN.includes(code))];
  return {
    name: calendar?.name ?? "",
    holidays: shown.map((holiday) => ({ holiday, ...kindOf(named.get(holiday)) })),
    periods: days.flatMap((day) =>
      day.holiday === null
        ? [
            {
              name: day.name ?? "",
              from: day.from,
              until: day.until === day.from ? null : day.until,
              ...kindOf(day.hours),
            },
          ]
        : [],
    ),
  };
}

function kindOf(hours: readonly OpenInterval[]): { kind: "closed" | "hours"; times: string };
function kindOf(hours: readonly OpenInterval[] | undefined): { kind: (typeof DAY_KINDS)[number]; times: string };
function kindOf(hours: readonly OpenInterval[] | undefined) {
  if (hours === undefined) return { kind: "usual", times: "" };
  return hours.length === 0 ? { kind: "closed", times: "" } : { kind: "hours", times: intervalsWords(hours) };
}

/** Returns the days to save, from valid values. Pure. */
export function savedDays({ holidays, periods }: Pick<CalendarForm, "holidays" | "periods">): SaveCalendar["days"] {
  return [
    ...holidays.flatMap(({ holiday, kind, times }) =>
      kind === "usual" ? [] : [{ holiday, from: null, until: null, name: null, hours: hoursOf(kind, times) }],
    ),
    ...periods.flatMap(({ name, from, until, kind, times }) =>
      from === null
        ? []
        : [{ holiday: null, from, until: until ?? from, name: name || null, hours: hoursOf(kind, times) }],
    ),
  ];
}

function hoursOf(kind: "closed" | "hours", times: string): OpenInterval[] {
  const read = kind === "hours" ? readIntervals(times) : [];
  return typeof read === "string" ? [] : [...read];
}
