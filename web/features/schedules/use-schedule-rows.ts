import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ListedCalendar, ListedSchedule } from "#contract/functions/schedules.ts";
import { getOrganizationNamesQueryOptions } from "#web/lib/controllers/organization-names.ts";
import { getAllSchedulesQueryOptions } from "#web/lib/doors/schedules.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { getHourDoorsQueryOptions } from "./api/get-hour-doors.ts";
import type { CalendarRow } from "./components/calendars-table.tsx";
import type { ScheduleRow } from "./components/schedules-table.tsx";
import { confirmedUnits } from "./confirmed-units.ts";
import { schedulesTexts as t } from "./texts/schedules.sv.ts";

interface ScheduleRows {
  list: UseQueryResult<{ schedules: ListedSchedule[]; calendars: ListedCalendar[] }>;
  schedules: ScheduleRow[] | undefined;
  calendars: CalendarRow[] | undefined;
  /** The owner of schedules that the reader creates; null: the installation. */
  owner: string | null;
  path: string;
}

/** Reads the page's rows. A system admin gets those of every owner; an org admin gets their own and, to read only, the installation's. */
export function useScheduleRows(): ScheduleRows {
  const { organizationId, role } = useSignedIn();
  const isSystem = role === "system_admin";
  const list = useQuery(getAllSchedulesQueryOptions());
  const { data: doors = [] } = useQuery(getHourDoorsQueryOptions());
  const isShared = list.data?.schedules.some(({ organization_id: id }) => id !== null) ?? false;
  const { data: named = [] } = useQuery({ ...getOrganizationNamesQueryOptions(), enabled: isSystem && isShared });
  const owner = isSystem ? null : organizationId;

  const ownedBy = ({ organization_id: id }: { organization_id: string | null }) => {
    const name = id === null ? t.owner : (named.find((one) => one.id === id)?.name ?? "");
    return { owner: id === owner ? null : name, mayChange: isSystem || id === owner };
  };
  const calendars = list.data?.calendars.map(
    (calendar): CalendarRow => ({
      ...calendar,
      ...ownedBy(calendar),
      users: (list.data?.schedules ?? []).flatMap((one) => (one.calendars.includes(calendar.id) ? one.name : [])),
    }),
  );
  const schedules = list.data?.schedules.map((schedule): ScheduleRow => {
    const own = doors.filter(({ hours_schedule_id }) => hours_schedule_id === schedule.id);
    return {
      ...schedule,
      ...ownedBy(schedule),
      doors: own,
      calendarNames: schedule.calendars.flatMap((id) => calendars?.find((one) => one.id === id)?.name ?? []),
      confirmed: confirmedUnits(own, isSystem),
    };
  });
  return { list, schedules, calendars, owner, path: isSystem ? "/system-admin/schedules" : "/org-admin/schedules" };
}
