import { useDeferredValue, useId, useState } from "react";
import { useWatch } from "react-hook-form";
import { type ListedCalendar, type ListedSchedule, scheduleHours } from "#contract/functions/schedules.ts";
import { stockholmDay } from "#contract/stockholm.ts";
import { FunctionError } from "#web/lib/calls/errors.ts";
import { words } from "#web/texts/words.sv.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Form, FormField, usePortalForm } from "#web/ui/forms/form.tsx";
import { FormFoot } from "#web/ui/forms/form-foot.tsx";
import { usePreview } from "#web/ui/preview/use-preview.tsx";
import { toastDone, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { useReadAfterFailure, useSaveSchedule } from "../api/change-schedule.ts";
import { calendarsOf } from "../coming-days.ts";
import {
  type ScheduleForm,
  savedHours,
  savedSchedule,
  scheduleForm,
  scheduleValues,
  validRows,
} from "../schedule-form.ts";
import { schedulesTexts as t } from "../texts/schedules.sv.ts";
import { CalendarsField } from "./calendars-field.tsx";
import { ComingDaysList } from "./coming-days-list.tsx";
import { WeekRows, type WeekRowsProps } from "./week-rows.tsx";

export interface ScheduleDialogProps {
  schedule: ListedSchedule | null;
  /** The owner of a new schedule; null: the installation. */
  owner: string | null;
  calendars: readonly ListedCalendar[];
  onClose: () => void;
}

/** Makes or changes a schedule. A week without hours asks first, because nobody gets in by it. */
export function ScheduleDialog({ schedule, owner: own, calendars, onClose }: ScheduleDialogProps) {
  const formId = useId();
  const [today] = useState(() => stockholmDay(new Date()));
  const form = usePortalForm(scheduleForm, scheduleValues(schedule, today));
  const { isDirty, isSubmitting } = form.formState;
  const [never, setNever] = useState<ScheduleForm | null>(null);
  const save = useSaveSchedule();
  const readAfterFailure = useReadAfterFailure();
  const preview = usePreview();
  const owner = schedule ? schedule.organization_id : own;
  const offered = calendars.filter(({ organization_id: id }) => id === null || id === owner);

  async function store(values: ScheduleForm): Promise<void> {
    const body = {
      ...(schedule && { id: schedule.id, seen_at: schedule.updated_at }),
      organization_id: owner,
      ...savedSchedule(values, today),
      never: values.hours.length === 0,
    };
    if (schedule && !(await preview.confirmed({ call: "schedules", body: { action: "SAVE", ...body } }))) return;
    const { merged } = await save.mutateAsync(body);
    if (merged > 0) toastSuccess("schedule:save", t.merged(merged), { title: t.saved });
    else toastDone("schedule:save", t.saved);
    onClose();
  }

  async function submit(values: ScheduleForm): Promise<void> {
    if (values.hours.length === 0) {
      setNever(values);
      return;
    }
    try {
      await readAfterFailure(store(values));
    } catch (error) {
      if (error instanceof FunctionError && error.field !== undefined) throw error;
      toastFailure("schedule:save", error);
    }
  }

  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        size="table"
        title={schedule ? t.editTitle : t.add}
        subtitle={schedule?.name}
        dirty={isDirty}
        footer={(close) => (
          <FormFoot formId={formId} onCancel={close} busy={isSubmitting} dirty={isDirty}>
            {words.save}
          </FormFoot>
        )}
      >
        <Form form={form} id={formId} onSubmit={submit}>
          <FormField control={form.control} name="name">
            {(field) => <TextField {...field} label={t.name} autoFocus autoComplete="off" />}
          </FormField>
          <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_17rem]">
            <div className="flex min-w-0 flex-col gap-4">
              <WeekRows form={form} today={today} />
              {offered.length > 0 && (
                <FormField control={form.control} name="calendars">
                  {(field) => <CalendarsField {...field} calendars={offered} owner={owner} />}
                </FormField>
              )}
            </div>
            <Outlook form={form} calendars={offered} today={today} />
          </div>
        </Form>
      </Dialog>
      {never && (
        <AsyncConfirmDialog
          title={t.neverTitle}
          confirmLabel={t.neverConfirm}
          busyLabel={words.saving}
          act="schedule:save"
          run={() => readAfterFailure(store(never))}
          onClose={() => setNever(null)}
        >
          {t.neverQuestion(never.name)}
        </AsyncConfirmDialog>
      )}
      {preview.panel}
    </>
  );
}

interface OutlookProps extends WeekRowsProps {
  calendars: readonly ListedCalendar[];
}

/** Shows the schedule that the form describes so far, without rows that have an error. */
function Outlook({ form: { control }, calendars, today }: OutlookProps) {
  const [rows, chosen] = useWatch({ control, name: ["hours", "calendars"] });
  const hours = useDeferredValue(savedHours(validRows(rows), today)).map(scheduleHours);
  return <ComingDaysList hours={hours} calendars={calendarsOf(chosen, calendars)} today={today} help={t.comingHelp} />;
}
