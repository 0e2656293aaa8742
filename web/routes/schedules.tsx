import { ScheduleList } from "#web/features/schedules/components/schedule-list.tsx";

/** Shows the page of both areas. */
export function SchedulesPage() {
  return <ScheduleList />;
}
