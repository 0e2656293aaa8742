import { CalendarClock, CalendarDays, Plus } from "lucide-react";
import type { ListedCalendar, ListedSchedule } from "#contract/functions/schedules.ts";
import { useNavigationCount } from "#web/lib/frame/frame-figures.ts";
import { ADD_CALENDAR, useLinkedAdd, useLinkedParameter } from "#web/lib/lists/linked-parameter.ts";
import { Button } from "#web/ui/button.tsx";
import { useOpened } from "#web/ui/dialogs/use-opened.ts";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { EmptyList } from "#web/ui/table/empty-list.tsx";
import { ReadList } from "#web/ui/table/read-list.tsx";
import { calendarsTexts } from "../texts/calendars.sv.ts";
import { schedulesTexts as t } from "../texts/schedules.sv.ts";
import { useScheduleRows } from "../use-schedule-rows.ts";
import { type CalendarRow, CalendarsTable } from "./calendars-table.tsx";
import { type ScheduleRow, SchedulesTable } from "./schedules-table.tsx";

const ScheduleDialog = lazyDialog(
  () => import("./schedule-dialog.tsx"),
  (module) => module.ScheduleDialog,
);
const ScheduleViewDialog = lazyDialog(
  () => import("./schedule-view-dialog.tsx"),
  (module) => module.ScheduleViewDialog,
);
const DeleteScheduleDialog = lazyDialog(
  () => import("./delete-schedule-dialog.tsx"),
  (module) => module.DeleteScheduleDialog,
);
const CalendarDialog = lazyDialog(
  () => import("./calendar-dialog.tsx"),
  (module) => module.CalendarDialog,
);
const DeleteCalendarDialog = lazyDialog(
  () => import("./delete-calendar-dialog.tsx"),
  (module) => module.DeleteCalendarDialog,
);
const DIALOGS = [ScheduleDialog, ScheduleViewDialog, DeleteScheduleDialog, CalendarDialog, DeleteCalendarDialog];

type Open =
  | { dialog: "schedule"; schedule: ListedSchedule | null }
  | { dialog: "view"; schedule: ListedSchedule }
  | { dialog: "delete-schedule"; schedule: ScheduleRow }
  | { dialog: "calendar"; calendar: CalendarRow | null }
  | { dialog: "delete-calendar"; calendar: CalendarRow };

/** Shows the page of both areas: the reader's own schedules and calendars, and the installation's. */
export function ScheduleList() {
  const { list, schedules, calendars, owner, path } = useScheduleRows();
  const { opened, open, close } = useOpened<Open>();
  const add = () => open({ dialog: "schedule", schedule: null });
  const addCalendar = () => open({ dialog: "calendar", calendar: null });
  const show = (schedule: ScheduleRow) => open({ dialog: schedule.mayChange ? "schedule" : "view", schedule });
  const everyCalendar = list.data?.calendars ?? [];
  useLinkedAdd(add);
  useLinkedParameter(ADD_CALENDAR, addCalendar);
  usePrefetched(DIALOGS);
  useNavigationCount(path, schedules?.length);
  return (
    <>
      <PageHead
        title={t.title}
        subtitle={t.subtitle}
        secondary={
          <Button icon={CalendarDays} onPress={addCalendar} onHoverStart={CalendarDialog.prefetch}>
            {calendarsTexts.add}
          </Button>
        }
        primary={
          <Button variant="primary" icon={Plus} onPress={add} onHoverStart={ScheduleDialog.prefetch}>
            {t.add}
          </Button>
        }
      />
      <ReadList list={list} failed={t.loadFailed}>
        <SchedulesTable
          rows={schedules}
          onEdit={show}
          onDelete={(schedule) => open({ dialog: "delete-schedule", schedule })}
          empty={<Nothing icon={CalendarClock} title={t.emptyTitle} help={t.emptyHelp} add={t.add} onAdd={add} />}
        />
        <CalendarsHead />
        <CalendarsTable
          rows={calendars}
          onEdit={(calendar) => open({ dialog: "calendar", calendar })}
          onDelete={(calendar) => open({ dialog: "delete-calendar", calendar })}
          empty={
            <Nothing
              icon={CalendarDays}
              title={calendarsTexts.emptyTitle}
              help={calendarsTexts.emptyHelp}
              add={calendarsTexts.add}
              onAdd={addCalendar}
            />
          }
        />
      </ReadList>
      {opened && <ScheduleDialogs {...{ opened, owner, schedules, show }} calendars={everyCalendar} onClose={close} />}
    </>
  );
}

function CalendarsHead() {
  return (
    <>
      <h2 className="mt-6 text-card text-ink">{calendarsTexts.title}</h2>
      <p className="mt-0.5 mb-3 text-small text-ink-2">{calendarsTexts.subtitle}</p>
    </>
  );
}

interface ScheduleDialogsProps {
  opened: Open;
  owner: string | null;
  schedules: readonly ScheduleRow[] | undefined;
  calendars: readonly ListedCalendar[];
  show: (schedule: ScheduleRow) => void;
  onClose: () => void;
}

function ScheduleDialogs({ opened, owner, schedules, calendars, show, onClose }: ScheduleDialogsProps) {
  switch (opened.dialog) {
    case "schedule":
      return <ScheduleDialog schedule={opened.schedule} owner={owner} calendars={calendars} onClose={onClose} />;
    case "view":
      return <ScheduleViewDialog schedule={opened.schedule} calendars={calendars} onClose={onClose} />;
    case "delete-schedule":
      return <DeleteScheduleDialog schedule={opened.schedule} onClose={onClose} />;
    case "calendar":
      return (
        <CalendarDialog
          calendar={opened.calendar}
          owner={owner}
          users={opened.calendar?.users ?? []}
          onClose={onClose}
        />
      );
    case "delete-calendar":
      return (
        <DeleteCalendarDialog
          calendar={opened.calendar}
          users={schedules?.filter((schedule) => schedule.calendars.includes(opened.calendar.id)) ?? []}
          onShow={show}
          onClose={onClose}
        />
      );
  }
}

interface NothingProps {
  icon: typeof Plus;
  title: string;
  help: string;
  add: string;
  onAdd: () => void;
}

function Nothing({ icon, title, help, add, onAdd }: NothingProps) {
  const action = (
    <Button icon={Plus} onPress={onAdd}>
      {add}
    </Button>
  );
  return <EmptyList icon={icon} filtered={{ title, help }} unfiltered={{ title, help, action }} onClear={null} />;
}
