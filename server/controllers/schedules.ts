// Lists and saves schedules and calendars; each is saved whole, in one transaction (database/controllers/save-schedule.function.sql).
import type { PoolClient } from "pg";
import { scheduleErrors } from "#contract/errors/schedules.ts";
import {
  type ListedCalendar,
  type ListedSchedule,
  type SaveCalendar,
  type SaveSchedule,
  scheduleHours,
} from "#contract/functions/schedules.ts";
import { typedHolidays } from "#contract/schedules/calendar-days.ts";
import { mergeHours, mergeIntervals } from "#contract/schedules/merge-hours.ts";
import { hoursProblem, intervalProblem } from "#contract/schedules/schedule-problem.ts";
import { stockholmDay } from "#contract/stockholm.ts";
import type { Caller } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import {
  deleteCalendar,
  deleteSchedule,
  doorsOfSchedule,
  groupsOfSchedule,
  installationGroupsOfSchedule,
  ownerOf,
  readCalendars,
  readSchedules,
  schedulesOfCalendar,
  storeCalendar,
  storeSchedule,
} from "./schedules.store.ts";

type ScheduleDeps = Pick<Deps, "guard" | "clock">;

/** Returns the schedules and calendars that the caller may choose. */
export function listSchedules(
  { guard }: ScheduleDeps,
  { asCaller }: CallerContext,
): Promise<{ schedules: ListedSchedule[]; calendars: ListedCalendar[] }> {
  return asCaller(async (client, caller) => {
    const scope = guard.scope(caller);
    return { schedules: await readSchedules(client, scope), calendars: await readCalendars(client, scope) };
  });
}

const HOURS_REFUSALS = {
  no_such_time: scheduleErrors.schedule_time_unknown,
  no_length: scheduleErrors.schedule_time_without_length,
  backwards: scheduleErrors.schedule_dates_backwards,
};

/** Saves a schedule. Returns how many of its hours were merged. */
export async function saveSchedule(
  deps: ScheduleDeps,
  { asCaller }: CallerContext,
  schedule: SaveSchedule,
): Promise<{ id: string; merged: number }> {
  const given = schedule.hours.map(scheduleHours);
  for (const problem of given.map(hoursProblem)) if (problem !== null) throw new PortalError(HOURS_REFUSALS[problem]());
  if (given.length === 0 && !schedule.never) throw new PortalError(scheduleErrors.schedule_never_open());
  if (new Set(schedule.calendars).size < schedule.calendars.length)
    throw new PortalError(scheduleErrors.schedule_calendar_twice());
  const hours = mergeHours(given);
  const id = await asCaller(async (client, caller) => {
    if (!(await mayReplace(deps, caller, client, "schedules", schedule))) return null;
    return storeSchedule(client, { ...schedule, hours });
  });
  if (id === null) throw new PortalError(scheduleErrors.schedule_gone());
  return { id, merged: given.length - hours.length };
}

/** The refusal names nothing more, since a schedule may be the hours of every door. */
const DOORS_NAMED_MAX = 5;

/** Deletes a schedule that no door uses. Throws PortalError with the doors that use it, and when it is gone. */
export async function removeSchedule(
  deps: ScheduleDeps,
  { asCaller }: CallerContext,
  { id }: { id: string },
): Promise<void> {
  const removed = await asCaller(async (client, caller) => {
    const owner = await ownerOf(client, "schedules", id);
    if (owner === undefined || !mayOwn(deps, caller, owner)) return null;
    const doors = await doorsOfSchedule(client, id);
    if (doors.length > 0) {
      const named = doors.slice(0, DOORS_NAMED_MAX);
      throw new PortalError(
        scheduleErrors.schedule_in_use({ doors: named.join(", "), more: doors.length - named.length }),
      );
    }
    const common = caller.role === "system_admin" ? await installationGroupsOfSchedule(client, id) : [];
    const groups = [...common, ...(await groupsOfSchedule(client, id))];
    if (groups.length > 0) {
      const named = groups.slice(0, DOORS_NAMED_MAX);
      throw new PortalError(
        scheduleErrors.schedule_in_use_by_group({ groups: named.join(", "), more: groups.length - named.length }),
      );
    }
    return deleteSchedule(client, id);
  });
  if (removed === null) throw new PortalError(scheduleErrors.schedule_gone());
}

/** Saves a calendar. Returns which of its holidays fall on typed dates this year and the next. */
export async function saveCalendar(
  deps: ScheduleDeps,
  { asCaller }: CallerContext,
  calendar: SaveCalendar,
): Promise<{ id: string; merged: number; typed: ReturnType<typeof typedHolidays> }> {
  const given = calendar.days.flatMap(({ hours }) => hours);
  for (const problem of given.map(intervalProblem))
    if (problem !== null) throw new PortalError(HOURS_REFUSALS[problem]());
  const days = calendar.days.map((day) => ({ ...day, hours: mergeIntervals(day.hours) }));
  const id = await asCaller(async (client, caller) => {
    if (!(await mayReplace(deps, caller, client, "calendars", calendar))) return null;
    return storeCalendar(client, { ...calendar, days });
  });
  if (id === null) throw new PortalError(scheduleErrors.calendar_gone());
  const year = Number(stockholmDay(deps.clock.now()).slice(0, 4));
  const merged = given.length - days.flatMap(({ hours }) => hours).length;
  return { id, merged, typed: typedHolidays(days, year, year + 1) };
}

/** Deletes a calendar that no schedule uses. Throws PortalError with the schedules that use it, and when it is gone. */
export async function removeCalendar(
  deps: ScheduleDeps,
  { asCaller }: CallerContext,
  { id }: { id: string },
): Promise<void> {
  const removed = await asCaller(async (client, caller) => {
    const owner = await ownerOf(client, "calendars", id);
    if (owner === undefined || !mayOwn(deps, caller, owner)) return null;
    const users = await schedulesOfCalendar(client, id);
    if (users.length > 0) throw new PortalError(scheduleErrors.calendar_in_use({ schedules: users.join(", ") }));
    return deleteCalendar(client, id);
  });
  if (removed === null) throw new PortalError(scheduleErrors.calendar_gone());
}

/** Tells whether the caller may save this; an owner never changes. */
async function mayReplace(
  deps: ScheduleDeps,
  caller: Caller,
  client: PoolClient,
  table: "schedules" | "calendars",
  { id, organization_id: owner }: { id?: string | undefined; organization_id: string | null },
): Promise<boolean> {
  return mayOwn(deps, caller, owner) && (id === undefined || (await ownerOf(client, table, id)) === owner);
}

/** Tells whether the caller may change what this organisation owns; null: the installation. */
function mayOwn({ guard }: ScheduleDeps, caller: Caller, organizationId: string | null): boolean {
  return organizationId === null ? guard.scope(caller) === null : guard.admits(caller, organizationId);
}
