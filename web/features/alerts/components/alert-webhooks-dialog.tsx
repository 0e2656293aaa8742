// Manages receivers. A secret is shown once, when it is created.
import { useState } from "react";
import { type AlertWebhookForm, alertWebhookForm } from "#contract/forms/alerts.ts";
import type { AlertWebhook } from "#contract/functions/alert-control.ts";
import { FunctionError } from "#web/lib/calls/errors.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { CopyField } from "#web/ui/fields/copy-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Form, FormField, type PortalForm, usePortalForm } from "#web/ui/forms/form.tsx";
import { unchangedSince } from "#web/ui/forms/typed-meanwhile.ts";
import { Note } from "#web/ui/note.tsx";
import { toastFailure } from "#web/ui/toasts/toast.tsx";
import { useAddWebhook } from "../api/alerts.ts";
import { alertsTexts as t } from "../texts/alerts.sv.ts";
import { type ShownSecret, WebhookRow } from "./alert-webhook-row.tsx";

export function AlertWebhooksDialog({ webhooks, onClose }: { webhooks: readonly AlertWebhook[]; onClose: () => void }) {
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const form = usePortalForm(alertWebhookForm, { name: "", url: "" });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.webhooks}
      subtitle={t.webhooksHelp}
      dirty={form.formState.isDirty}
      footer={(close) => (
        <DialogFoot>
          <Button onPress={close}>{words.close}</Button>
        </DialogFoot>
      )}
    >
      <div className="flex flex-col gap-4">
        {shown && (
          <Note tone="wait" role="status" actions={[{ label: t.secretDone, onAction: () => setShown(null) }]}>
            <p className="mb-2">{t.secretOnce(shown.name)}</p>
            <CopyField label={t.secret} value={shown.secret} bare />
          </Note>
        )}
        {webhooks.length === 0 ? (
          <p className="text-cell text-ink-2">{t.noWebhooks}</p>
        ) : (
          <ul aria-label={t.webhooks} className="flex flex-col">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} onSecret={setShown} />
            ))}
          </ul>
        )}
        <AddWebhook form={form} onAdded={setShown} />
      </div>
    </Dialog>
  );
}

interface AddWebhookProps {
  form: PortalForm<AlertWebhookForm, AlertWebhookForm>;
  onAdded: (secret: ShownSecret) => void;
}

function AddWebhook({ form, onAdded }: AddWebhookProps) {
  const add = useAddWebhook();

  async function submit(values: AlertWebhookForm): Promise<void> {
    const isAsSent = unchangedSince(form);
    try {
      const { secret } = await add.mutateAsync(values);
      if (isAsSent()) form.reset();
      onAdded({ name: values.name, secret });
    } catch (error) {
      if (error instanceof FunctionError && error.field === "url") throw error;
      toastFailure("alert-webhook:change", error);
    }
  }

  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-3 text-cell font-name text-ink">{t.addHeading}</h3>
      <Form form={form} onSubmit={submit}>
        <FormField control={form.control} name="name">
          {(field) => <TextField {...field} label={t.webhookName} autoComplete="off" />}
        </FormField>
        <FormField control={form.control} name="url">
          {(field) => (
            <TextField
              {...field}
              label={t.webhookUrl}
              hint={t.webhookUrlHint}
              type="url"
              mono
              spellCheck={false}
              autoComplete="off"
            />
          )}
        </FormField>
        <div>
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={words.saving}>
            {t.addWebhook}
          </Button>
        </div>
      </Form>
    </section>
  );
}
