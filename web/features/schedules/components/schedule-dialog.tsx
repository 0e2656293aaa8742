import { useId, useState } from "react";
import type { ListedCalendar, ListedSchedule } from "#contract/functions/schedules.ts";
import { stockholmDay } from "#contract/stockholm.ts";
import { FunctionError } from "#web/lib/calls/errors.ts";
import { words } from "#web/texts/words.sv.ts";
import { CheckboxList } from "#web/ui/choices/checkbox-list.tsx";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Form, FormField, usePortalForm } from "#web/ui/forms/form.tsx";
import { FormFoot } from "#web/ui/forms/form-foot.tsx";
import { toastDone, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { useSaveSchedule } from "../api/change-schedule.ts";
import { type ScheduleForm, savedSchedule, scheduleForm, scheduleValues } from "../schedule-form.ts";
import { schedulesTexts as t } from "../texts/schedules.sv.ts";
import { WeekRows } from "./week-rows.tsx";

export interface ScheduleDialogProps {
  schedule: ListedSchedule | null;
  calendars: readonly ListedCalendar[];
  onClose: () => void;
}

/** Makes or changes a schedule. A week without hours asks first, because nobody gets in by it. */
export function ScheduleDialog({ schedule, calendars, onClose }: ScheduleDialogProps) {
  const formId = useId();
  const [today] = useState(() => stockholmDay(new Date()));
  const form = usePortalForm(scheduleForm, scheduleValues(schedule, today));
  const { isDirty, isSubmitting } = form.formState;
  const [never, setNever] = useState<ScheduleForm | null>(null);
  const save = useSaveSchedule();

  async function store(values: ScheduleForm): Promise<void> {
    const { merged } = await save.mutateAsync({
      ...(schedule && { id: schedule.id }),
      ...savedSchedule(values, today),
      never: values.hours.length === 0,
    });
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
      await store(values);
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
        size="user"
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
          <WeekRows form={form} today={today} />
          {calendars.length > 0 && (
            <FormField control={form.control} name="calendars">
              {(field) => (
                <CheckboxList
                  {...field}
                  label={t.calendars}
                  groups={[{ id: "calendars", name: t.calendars, bare: true, items: calendars }]}
                  countWords={t.calendarsChosen}
                  searchLabel={t.calendarSearch}
                  emptyText={t.noCalendars}
                />
              )}
            </FormField>
          )}
        </Form>
      </Dialog>
      {never && (
        <AsyncConfirmDialog
          title={t.neverTitle}
          confirmLabel={t.neverConfirm}
          busyLabel={words.saving}
          act="schedule:save"
          run={() => store(never)}
          onClose={() => setNever(null)}
        >
          {t.neverQuestion(never.name)}
        </AsyncConfirmDialog>
      )}
    </>
  );
}
