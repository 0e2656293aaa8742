import { useId } from "react";
import { ALERT_LIMITS, type AlertLimit } from "#contract/alerts.ts";
import { type AlertSettingsForm, alertSettingsForm } from "#contract/forms/alerts.ts";
import type { AlertStatus } from "#contract/functions/alert-control.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { Checkbox } from "#web/ui/choices/checkbox.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { SentenceField } from "#web/ui/fields/sentence-field.tsx";
import { Form, FormField, usePortalForm } from "#web/ui/forms/form.tsx";
import { FormFoot } from "#web/ui/forms/form-foot.tsx";
import { TestMailButton } from "#web/ui/forms/test-mail.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { useSaveAlertSettings } from "../api/alerts.ts";
import { alertsTexts as t } from "../texts/alerts.sv.ts";

const FIELDS: readonly { name: AlertLimit; sentence: string; unit: string }[] = [
  { name: "revocation_pending_minutes", sentence: t.revocation, unit: t.minutes },
  { name: "controller_offline_minutes", sentence: t.offline, unit: t.minutes },
  { name: "denial_burst_count", sentence: t.denials, unit: t.passages },
  { name: "denial_burst_minutes", sentence: t.denialMinutes, unit: t.minutes },
  { name: "clock_skew_seconds", sentence: t.clockSkew, unit: t.seconds },
  { name: "restart_count", sentence: t.restarts, unit: t.times },
  { name: "certificate_days", sentence: t.certificate, unit: t.days },
  { name: "camera_percent", sentence: t.camera, unit: t.percent },
  { name: "backup_old_hours", sentence: t.backup, unit: t.hours },
  { name: "repeat_hours", sentence: t.repeat, unit: t.hours },
];
const shown = (value: number | null) => (value === null ? "" : String(value));

export function AlertSettingsDialog({ status, onClose }: { status: AlertStatus; onClose: () => void }) {
  const formId = useId();
  const { form, submit } = useAlertSettingsForm(status, onClose);
  const { isDirty, isSubmitting } = form.formState;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.settings}
      subtitle={t.settingsHelp}
      dirty={isDirty}
      footer={(close) => (
        <FormFoot formId={formId} onCancel={close} busy={isSubmitting} dirty={isDirty}>
          {words.save}
        </FormFoot>
      )}
    >
      <Form form={form} id={formId} onSubmit={submit}>
        <LimitFields form={form} />
        <p className="text-small text-ink-2">{t.always}</p>
        <RecipientsField form={form} recipients={status.recipients} />
        <TestMailButton />
      </Form>
    </Dialog>
  );
}

/** Returns the form of limits and recipients with its submit function. */
function useAlertSettingsForm({ settings, recipients }: AlertStatus, onSaved: () => void) {
  const form = usePortalForm(alertSettingsForm, {
    revocation_pending_minutes: shown(settings.revocation_pending_minutes),
    controller_offline_minutes: shown(settings.controller_offline_minutes),
    denial_burst_count: shown(settings.denial_burst_count),
    denial_burst_minutes: shown(settings.denial_burst_minutes),
    clock_skew_seconds: shown(settings.clock_skew_seconds),
    restart_count: shown(settings.restart_count),
    certificate_days: shown(settings.certificate_days),
    camera_percent: shown(settings.camera_percent),
    backup_old_hours: shown(settings.backup_old_hours),
    repeat_hours: shown(settings.repeat_hours),
    with_mail: recipients.filter(({ mail }) => mail).map(({ user_id }) => user_id),
  });
  const save = useSaveAlertSettings();

  async function submit({ with_mail, ...limits }: AlertSettingsForm): Promise<void> {
    const withoutMail = recipients.map(({ user_id }) => user_id).filter((id) => !with_mail.includes(id));
    try {
      await save.mutateAsync({ settings: limits, withoutMail });
      toastDone("alerts:save", t.saved);
      onSaved();
    } catch (error) {
      toastFailure("alerts:save", error);
    }
  }
  return { form, submit };
}

type SettingsForm = ReturnType<typeof useAlertSettingsForm>["form"];

function LimitFields({ form }: { form: SettingsForm }) {
  return (
    <div role="group" aria-label={t.limits} className="flex flex-col gap-4">
      {FIELDS.map(({ name, sentence, unit }) => (
        <FormField key={name} control={form.control} name={name}>
          {(field) => (
            <SentenceField
              {...field}
              sentence={sentence}
              hint={t.range(formatNumber(ALERT_LIMITS[name].min), formatNumber(ALERT_LIMITS[name].max), unit)}
            />
          )}
        </FormField>
      ))}
    </div>
  );
}

function RecipientsField({ form, recipients }: { form: SettingsForm; recipients: AlertStatus["recipients"] }) {
  return (
    <FormField control={form.control} name="with_mail">
      {({ value, onChange }) => (
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1.5 text-small text-ink">{t.recipients}</legend>
          {recipients.map(({ user_id, name, email }) => (
            <Checkbox
              key={user_id}
              value={value.includes(user_id)}
              onChange={(on) => onChange(on ? [...value, user_id] : value.filter((id) => id !== user_id))}
            >
              {name} <span className="text-ink-2">{email}</span>
            </Checkbox>
          ))}
        </fieldset>
      )}
    </FormField>
  );
}
