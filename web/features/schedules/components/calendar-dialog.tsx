import { useId, useState } from "react";
import type { ListedCalendar } from "#contract/functions/schedules.ts";
import { stockholmDay } from "#contract/stockholm.ts";
import { FunctionError } from "#web/lib/calls/errors.ts";
import { words } from "#web/texts/words.sv.ts";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Form, FormField, usePortalForm } from "#web/ui/forms/form.tsx";
import { FormFoot } from "#web/ui/forms/form-foot.tsx";
import { Note } from "#web/ui/note.tsx";
import { usePreview } from "#web/ui/preview/use-preview.tsx";
import { toastDone, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { useReadAfterFailure, useSaveCalendar } from "../api/change-schedule.ts";
import { type CalendarForm, calendarForm, calendarValues, savedDays } from "../calendar-form.ts";
import { typedWords } from "../day-words.ts";
import { calendarsTexts as t } from "../texts/calendars.sv.ts";
import { schedulesTexts } from "../texts/schedules.sv.ts";
import { HolidayRows } from "./holiday-rows.tsx";
import { PeriodRows } from "./period-rows.tsx";

type SavedCalendar = Awaited<ReturnType<ReturnType<typeof useSaveCalendar>["mutateAsync"]>>;

export interface CalendarDialogProps {
  calendar: ListedCalendar | null;
  /** The owner of a new calendar; null: the installation. */
  owner: string | null;
  /** Names of the schedules that use it. */
  users: readonly string[];
  onClose: () => void;
}

/** Makes or changes a calendar, and so the days of all schedules that use it. */
export function CalendarDialog({ calendar, owner, users, onClose }: CalendarDialogProps) {
  const formId = useId();
  const [today] = useState(() => stockholmDay(new Date()));
  const form = usePortalForm(calendarForm, calendarValues(calendar));
  const { isDirty, isSubmitting } = form.formState;
  const save = useSaveCalendar();
  const readAfterFailure = useReadAfterFailure();
  const preview = usePreview();

  async function store(values: CalendarForm): Promise<void> {
    const body = {
      ...(calendar && { id: calendar.id, seen_at: calendar.updated_at }),
      organization_id: calendar ? calendar.organization_id : owner,
      name: values.name,
      days: savedDays(values),
    };
    if (calendar && !(await preview.confirmed({ call: "schedules", body: { action: "SAVE_CALENDAR", ...body } })))
      return;
    reportSaved(await save.mutateAsync(body));
    onClose();
  }

  async function submit(values: CalendarForm): Promise<void> {
    try {
      await readAfterFailure(store(values));
    } catch (error) {
      if (!(error instanceof FunctionError) || error.field === undefined) toastFailure("calendar:save", error);
      else if (error.field === "name") throw error;
      // The form has no fields named like the call's days and hours, so its periods show their error.
      else form.setError("periods", { type: "server", message: error.message });
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="user"
      title={calendar ? t.editTitle : t.add}
      subtitle={calendar?.name}
      dirty={isDirty}
      footer={(close) => (
        <FormFoot formId={formId} onCancel={close} busy={isSubmitting} dirty={isDirty}>
          {words.save}
        </FormFoot>
      )}
    >
      <Form form={form} id={formId} onSubmit={submit}>
        {users.length > 0 && <Note tone="quiet">{t.sharedNote(users.join(", "), users.length === 1)}</Note>}
        <FormField control={form.control} name="name">
          {(field) => <TextField {...field} label={t.name} autoFocus autoComplete="off" />}
        </FormField>
        <HolidayRows form={form} today={today} />
        <PeriodRows form={form} />
      </Form>
      {preview.panel}
    </Dialog>
  );
}

function reportSaved({ merged, typed }: SavedCalendar): void {
  const said = [typedWords(typed), merged > 0 ? schedulesTexts.merged(merged) : null].filter((one) => one !== null);
  if (said.length > 0) toastSuccess("calendar:save", said.join(" "), { title: t.saved });
  else toastDone("calendar:save", t.saved);
}
