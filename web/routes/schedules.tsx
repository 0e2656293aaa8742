import { ScheduleList } from "#web/features/schedules/components/schedule-list.tsx";

/** The page of both areas. */
export function SchedulesPage() {
  return <ScheduleList />;
}
