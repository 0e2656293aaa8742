import { useQuery } from "@tanstack/react-query";
import { Ban, CalendarClock, Clock } from "lucide-react";
import { doorHoursTexts as t } from "#web/features/controllers/texts/door-hours.sv.ts";
import { formatMinute } from "#web/lib/dates.ts";
import { doorHoursState } from "#web/lib/doors/door-hours.ts";
import { weekWords } from "#web/lib/doors/schedule-words.ts";
import { getSchedulesQueryOptions } from "#web/lib/doors/schedules.ts";
import { words } from "#web/texts/words.sv.ts";
import { Pill } from "#web/ui/pill.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import type { Door } from "../api/get-access-points.ts";

/** Shows a door's own hours: kept by the device, waiting for it, or why it cannot keep them. */
export function DoorHoursPill({ door }: { door: Door }) {
  const { data } = useQuery(getSchedulesQueryOptions());
  const schedule = data?.schedules.find(({ id }) => id === door.hours_schedule_id);
  const name = schedule?.name ?? t.own;
  const hours = schedule ? weekWords(schedule) : words.none;
  if (door.hours_problem !== null)
    return (
      <Tooltip text={t.problems[door.hours_problem]}>
        <Pill tone="fail" icon={Ban}>
          {t.problem}
        </Pill>
      </Tooltip>
    );
  if (doorHoursState(door) === "waits")
    return (
      <Tooltip text={t.waitsHelp(hours)}>
        <Pill tone="wait" icon={Clock}>
          {t.waits(name)}
        </Pill>
      </Tooltip>
    );
  const seen = door.hours_seen_at === null ? "" : ` ${t.seen(formatMinute(door.hours_seen_at))}`;
  return (
    <Tooltip text={`${t.onHelp(hours)}${seen}`}>
      <Pill tone="ok" icon={CalendarClock}>
        {t.on(name)}
      </Pill>
    </Tooltip>
  );
}
