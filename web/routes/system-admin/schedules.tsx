import { ScheduleList } from "#web/features/schedules/components/schedule-list.tsx";

export function SchedulesPage() {
  return <ScheduleList />;
}
