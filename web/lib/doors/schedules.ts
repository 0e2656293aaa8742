// Reads the schedules of the installation, which may be doors' hours, and its calendars.
import { queryOptions } from "@tanstack/react-query";
import { schedules } from "#contract/functions/schedules.ts";
import { callAction } from "#web/lib/calls/functions.ts";

export const SCHEDULES_KEY = ["schedules"] as const;

const isInstallations = ({ organization_id }: { organization_id: string | null }) => organization_id === null;

export function getSchedulesQueryOptions() {
  return queryOptions({
    queryKey: [...SCHEDULES_KEY, "list"],
    queryFn: async ({ signal }) => {
      const listed = await callAction(schedules.LIST, {}, { signal });
      return {
        schedules: listed.schedules.filter(isInstallations),
        calendars: listed.calendars.filter(isInstallations),
      };
    },
  });
}
