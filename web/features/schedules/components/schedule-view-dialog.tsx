import { useState } from "react";
import { type ListedCalendar, type ListedSchedule, scheduleHours } from "#contract/functions/schedules.ts";
import { stockholmDay } from "#contract/stockholm.ts";
import { weekWords } from "#web/lib/doors/schedule-words.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { calendarsOf } from "../coming-days.ts";
import { schedulesTexts as t } from "../texts/schedules.sv.ts";
import { ComingDaysList } from "./coming-days-list.tsx";

export interface ScheduleViewDialogProps {
  schedule: ListedSchedule;
  calendars: readonly ListedCalendar[];
  onClose: () => void;
}

/** Shows a schedule that the reader may not change. */
export function ScheduleViewDialog({ schedule, calendars, onClose }: ScheduleViewDialogProps) {
  const [today] = useState(() => stockholmDay(new Date()));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="md"
      title={schedule.name}
      subtitle={t.viewHelp}
      footer={(close) => (
        <DialogFoot>
          <Button onPress={close}>{words.close}</Button>
        </DialogFoot>
      )}
    >
      <div className="flex flex-col gap-4">
        <p className="text-cell text-ink">{weekWords({ ...schedule, calendars: [] })}</p>
        <ComingDaysList
          hours={schedule.hours.map(scheduleHours)}
          calendars={calendarsOf(schedule.calendars, calendars)}
          today={today}
        />
      </div>
    </Dialog>
  );
}
