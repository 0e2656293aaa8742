import { useQuery } from "@tanstack/react-query";
import { CalendarClock, Plus } from "lucide-react";
import { useState } from "react";
import type { ListedSchedule } from "#contract/functions/schedules.ts";
import { getSchedulesQueryOptions } from "#web/lib/doors/schedules.ts";
import { useNavigationCount } from "#web/lib/frame/frame-figures.ts";
import { useLinkedAdd } from "#web/lib/lists/linked-parameter.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { EmptyList } from "#web/ui/table/empty-list.tsx";
import { ReadList } from "#web/ui/table/read-list.tsx";
import { getHourDoorsQueryOptions } from "../api/get-hour-doors.ts";
import { schedulesTexts as t } from "../texts/schedules.sv.ts";
import { type ScheduleRow, SchedulesTable } from "./schedules-table.tsx";

const ScheduleDialog = lazyDialog(
  () => import("./schedule-dialog.tsx"),
  (module) => module.ScheduleDialog,
);
const DeleteScheduleDialog = lazyDialog(
  () => import("./delete-schedule-dialog.tsx"),
  (module) => module.DeleteScheduleDialog,
);
const DIALOGS = [ScheduleDialog, DeleteScheduleDialog];

type Open = { dialog: "edit"; schedule: ListedSchedule | null } | { dialog: "delete"; schedule: ListedSchedule } | null;

export function ScheduleList() {
  const list = useQuery(getSchedulesQueryOptions());
  const { data: doors = [] } = useQuery(getHourDoorsQueryOptions());
  const [open, setOpen] = useState<Open>(null);
  const add = () => setOpen({ dialog: "edit", schedule: null });
  const close = () => setOpen(null);
  const calendars = list.data?.calendars ?? [];
  const rows = list.data?.schedules.map(
    (schedule): ScheduleRow => ({
      ...schedule,
      doors: doors.filter(({ hours_schedule_id }) => hours_schedule_id === schedule.id),
      calendarNames: schedule.calendars.flatMap((id) => calendars.find((one) => one.id === id)?.name ?? []),
    }),
  );
  useLinkedAdd(add);
  usePrefetched(DIALOGS);
  useNavigationCount("/system-admin/schedules", rows?.length);
  const primary = (
    <Button variant="primary" icon={Plus} onPress={add} onHoverStart={ScheduleDialog.prefetch}>
      {t.add}
    </Button>
  );
  const nothing = { title: t.emptyTitle, help: t.emptyHelp };
  const addFirst = (
    <Button icon={Plus} onPress={add}>
      {t.add}
    </Button>
  );
  return (
    <>
      <PageHead title={t.title} subtitle={t.subtitle} primary={primary} />
      <ReadList list={list} failed={t.loadFailed}>
        <SchedulesTable
          rows={rows}
          onEdit={(schedule) => setOpen({ dialog: "edit", schedule })}
          onDelete={(schedule) => setOpen({ dialog: "delete", schedule })}
          empty={
            <EmptyList
              icon={CalendarClock}
              filtered={nothing}
              unfiltered={{ ...nothing, action: addFirst }}
              onClear={null}
            />
          }
        />
      </ReadList>
      {open?.dialog === "edit" && <ScheduleDialog schedule={open.schedule} calendars={calendars} onClose={close} />}
      {open?.dialog === "delete" && <DeleteScheduleDialog schedule={open.schedule} onClose={close} />}
    </>
  );
}
