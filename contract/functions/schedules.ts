// schedules: hours of a week, and calendars with other hours on some days. Each is saved whole.
import { z } from "zod";
import { actionsOf } from "../define-action.ts";
import { NAME_MAX_LENGTH } from "../limits.ts";
import { plainLine } from "../plain-line.ts";
import { rowId } from "../row-id.ts";
import { CALENDAR_HOLIDAYS } from "../schedules/calendar-days.ts";
import type { ScheduleHours } from "../schedules/schedule.ts";

const HOURS_MAX = 200;
const CALENDARS_MAX = 20;
const DAYS_MAX = 400;
const INTERVALS_A_DAY_MAX = 20;

/** Minutes from 00:00. `to` before `from`: of the next day; 1440: 24:00. Times outside the day are refused by name. */
const interval = { from: z.number(), to: z.number() };

const hours = z.object({
  ...interval,
  /** 1 Monday to 7 Sunday. */
  weekday: z.int().min(1).max(7),
  every_weeks: z.union([z.literal(1), z.literal(2), z.literal(4)]).default(1),
  /** Any day of a week in which the hours apply. */
  anchor: z.iso.date(),
  valid_from: z.iso.date().nullable().default(null),
  valid_until: z.iso.date().nullable().default(null),
});

const dayHours = z.array(z.object(interval)).max(INTERVALS_A_DAY_MAX);
/** A word for a period; empty: none. */
const dayName = z.string().overwrite(plainLine).max(NAME_MAX_LENGTH).nullable().default(null);
const calendarDay = z.union([
  z.object({ holiday: z.null(), from: z.iso.date(), until: z.iso.date(), name: dayName, hours: dayHours }),
  z.object({
    holiday: z.enum(CALENDAR_HOLIDAYS),
    from: z.null(),
    until: z.null(),
    name: z.null().default(null),
    hours: dayHours,
  }),
]);

const owned = {
  /** Null: the installation's, which only a system admin changes. */
  organization_id: rowId.nullable(),
  name: z.string().overwrite(plainLine).min(1).max(NAME_MAX_LENGTH),
};
/** The `updated_at` when it was opened; another value answers `changed_by_other`. */
const seenAt = z.iso.datetime({ offset: true }).optional();
const listed = { id: rowId, organization_id: rowId.nullable(), name: z.string(), updated_at: z.string() };

const action = actionsOf("schedules");

export const schedules = {
  LIST: action(
    "LIST",
    {},
    {
      schedules: z.array(
        z.object({
          ...listed,
          hours: z.array(hours),
          calendars: z.array(rowId),
          /** Names of the groups that have a door or gate at these hours; an org admin gets those of their own organisation. */
          groups: z.array(z.string()).default([]),
        }),
      ),
      calendars: z.array(z.object({ ...listed, days: z.array(calendarDay) })),
    },
  ),
  SAVE: action(
    "SAVE",
    {
      ...owned,
      /** Absent: a new schedule. */
      id: rowId.optional(),
      hours: z.array(hours).max(HOURS_MAX),
      /** In the order in which they decide about a day. */
      calendars: z.array(rowId).max(CALENDARS_MAX),
      /** True: it is meant that the week has no hours. */
      never: z.boolean().default(false),
      seen_at: seenAt,
    },
    {
      id: rowId,
      /** Number of hours that were merged, because they overlapped or touched others. */
      merged: z.number(),
    },
  ),
  REMOVE: action("REMOVE", { id: rowId }, {}),
  SAVE_CALENDAR: action(
    "SAVE_CALENDAR",
    { ...owned, id: rowId.optional(), days: z.array(calendarDay).max(DAYS_MAX), seen_at: seenAt },
    {
      id: rowId,
      merged: z.number(),
      /** Holidays of this year and the next on typed dates; the typed date decides. */
      typed: z.array(z.object({ date: z.string(), holiday: z.enum(CALENDAR_HOLIDAYS) })),
    },
  ),
  REMOVE_CALENDAR: action("REMOVE_CALENDAR", { id: rowId }, {}),
};
export type SaveSchedule = Omit<z.output<typeof schedules.SAVE.input>, "action">;
export type SaveCalendar = Omit<z.output<typeof schedules.SAVE_CALENDAR.input>, "action">;
/** Returns hours of the wire as those that isOpen reads. Pure. */
export const scheduleHours = (hours: SaveSchedule["hours"][number]): ScheduleHours => ({
  weekday: hours.weekday,
  from: hours.from,
  to: hours.to,
  everyWeeks: hours.every_weeks,
  anchor: hours.anchor,
  validFrom: hours.valid_from,
  validUntil: hours.valid_until,
});
export type ListedSchedule = z.infer<typeof schedules.LIST.reply>["schedules"][number];
export type ListedCalendar = z.infer<typeof schedules.LIST.reply>["calendars"][number];
