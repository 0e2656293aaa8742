// The form of a schedule: rows of a week, each for several days, and the hours that the server stores for each day.
import { z } from "zod";
import { formTexts } from "#contract/forms/texts.ts";
import type { ListedSchedule, SaveSchedule } from "#contract/functions/schedules.ts";
import { NAME_MAX_LENGTH } from "#contract/limits.ts";
import { plainLine } from "#contract/plain-line.ts";
import { groupHours } from "#web/lib/doors/schedule-week.ts";
import { clockText } from "#web/lib/doors/schedule-words.ts";
import { schedulesTexts as t } from "./texts/schedules.sv.ts";
import { endOf, isBeginning, isEnd, readClock, timesProblem } from "./typed-times.ts";

const weekRow = z
  .object({
    weekdays: z.array(z.int()).min(1, t.weekdayMissing),
    from: z.string().refine(isBeginning, t.timeUnknown),
    to: z.string().refine(isEnd, t.timeUnknown),
    every: z.enum(["1", "2", "4"]),
    anchor: z.string().nullable(),
    valid_from: z.string().nullable(),
    valid_until: z.string().nullable(),
  })
  .superRefine((row, context) => {
    const refuse = (field: keyof typeof row, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (timesProblem(row.from, row.to) === "no_length") refuse("to", t.timeWithoutLength);
    if (row.every !== "1" && row.anchor === null) refuse("anchor", t.anchorMissing);
    if (row.valid_from && row.valid_until && row.valid_until < row.valid_from) refuse("valid_until", t.datesBackwards);
  });
export type WeekRow = z.infer<typeof weekRow>;

export const scheduleForm = z.object({
  name: z.string().overwrite(plainLine).min(1, formTexts.name_missing).max(NAME_MAX_LENGTH, formTexts.name_long),
  hours: z.array(weekRow),
  calendars: z.array(z.string()),
});
export type ScheduleForm = z.infer<typeof scheduleForm>;

/** Returns the valid rows. Pure. */
export const validRows = (rows: readonly WeekRow[]): WeekRow[] => rows.filter((row) => weekRow.safeParse(row).success);

/** Returns a row that most doors begin with. */
export function newRow(today: string): WeekRow {
  return {
    weekdays: [1, 2, 3, 4, 5],
    from: "06:00",
    to: "22:00",
    every: "1",
    anchor: today,
    valid_from: null,
    valid_until: null,
  };
}

/** Returns the form's values; a new schedule has one row. Pure. */
export function scheduleValues(schedule: ListedSchedule | null, today: string): ScheduleForm {
  if (schedule === null) return { name: "", hours: [newRow(today)], calendars: [] };
  return { name: schedule.name, hours: rowsOf(schedule.hours), calendars: schedule.calendars };
}

/** Returns rows for stored hours; days with the same hours share a row. Pure. */
export function rowsOf(hours: ListedSchedule["hours"]): WeekRow[] {
  return groupHours(hours).map((group) => ({
    weekdays: [...group.weekdays],
    from: clockText(group.from),
    to: clockText(group.to),
    every: EVERY[group.every_weeks],
    anchor: group.anchor,
    valid_from: group.valid_from,
    valid_until: group.valid_until,
  }));
}

const EVERY = { 1: "1", 2: "2", 4: "4" } as const;
const WEEKS = { "1": 1, "2": 2, "4": 4 } as const;

/** Returns the value to save, from a valid form. Pure. */
export function savedSchedule(form: ScheduleForm, today: string): Pick<SaveSchedule, "name" | "hours" | "calendars"> {
  return { name: form.name, hours: savedHours(form.hours, today), calendars: form.calendars };
}

/** Returns the hours of valid rows, one for each day. Pure. */
export function savedHours(rows: readonly WeekRow[], today: string): SaveSchedule["hours"] {
  return rows.flatMap(({ weekdays, from, to, every, anchor, valid_from, valid_until }) =>
    weekdays.map((weekday) => ({
      weekday,
      from: readClock(from) ?? 0,
      to: endOf(to),
      every_weeks: WEEKS[every],
      anchor: anchor ?? today,
      valid_from,
      valid_until,
    })),
  );
}
