// Reads schedules and calendars: those that the caller may change, and the installation's.
import { queryOptions } from "@tanstack/react-query";
import { type ListedCalendar, type ListedSchedule, schedules } from "#contract/functions/schedules.ts";
import { callAction } from "#web/lib/calls/functions.ts";

export const SCHEDULES_KEY = ["schedules"] as const;

interface Listed {
  schedules: ListedSchedule[];
  calendars: ListedCalendar[];
}

export function getAllSchedulesQueryOptions() {
  return queryOptions({
    queryKey: [...SCHEDULES_KEY, "list"],
    queryFn: ({ signal }): Promise<Listed> => callAction(schedules.LIST, {}, { signal }),
  });
}

const isInstallations = ({ organization_id }: { organization_id: string | null }) => organization_id === null;
const installations = (listed: Listed): Listed => ({
  schedules: listed.schedules.filter(isInstallations),
  calendars: listed.calendars.filter(isInstallations),
});

/** Reads only the installation's schedules: a door's own hours are one of these. */
export function getSchedulesQueryOptions() {
  return { ...getAllSchedulesQueryOptions(), select: installations };
}

/** Reads the schedules that a group of the organisation may have: the organisation's and the installation's. */
export function getGroupSchedulesQueryOptions(organizationId: string) {
  const select = ({ schedules: listed }: Listed): ListedSchedule[] =>
    listed.filter((one) => isInstallations(one) || one.organization_id === organizationId);
  return { ...getAllSchedulesQueryOptions(), select };
}
