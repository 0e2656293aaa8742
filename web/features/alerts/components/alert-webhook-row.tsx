import { KeyRound, Trash2 } from "lucide-react";
import { useState } from "react";
import type { AlertWebhook } from "#contract/functions/alert-control.ts";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { Switch } from "#web/ui/choices/switch.tsx";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { type Act, endToasts, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { useDeleteWebhook, useRotateWebhookSecret, useSetWebhookEnabled } from "../api/alerts.ts";
import { alertsTexts as t } from "../texts/alerts.sv.ts";

export interface ShownSecret {
  name: string;
  secret: string;
}

export interface WebhookRowProps {
  webhook: AlertWebhook;
  onSecret: (shown: ShownSecret) => void;
}

export function WebhookRow({ webhook: { id, name, origin, enabled }, onSecret }: WebhookRowProps) {
  const [asking, setAsking] = useState<"secret" | "remove" | null>(null);
  const switched = useSetWebhookEnabled();
  const rotate = useRotateWebhookSecret();
  const remove = useDeleteWebhook();
  const onClose = () => setAsking(null);
  const act: Act = `alert-webhook:change ${id}`;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 not-last:border-b not-last:border-line-soft">
      <span className="min-w-0 flex-1 basis-40">
        <span className="block break-words text-cell text-ink">{name}</span>
        <span translate="no" className="block break-all font-mono text-small text-ink-2">
          {origin}
        </span>
      </span>
      <Switch
        label={t.webhookSwitch(name)}
        value={switched.isPending ? switched.variables.enabled : enabled}
        onChange={(next) => {
          endToasts(act);
          reportOutcome(switched, { id, enabled: next }, { onError: (error) => toastFailure(act, error) });
        }}
      >
        <span className="inline-block min-w-[3rem]">{enabled ? t.on : t.off}</span>
      </Switch>
      <IconButton icon={KeyRound} label={t.newSecret(name)} onPress={() => setAsking("secret")} />
      <IconButton icon={Trash2} label={t.removeWebhook(name)} onPress={() => setAsking("remove")} />
      {asking === "secret" && (
        <AsyncConfirmDialog
          act={act}
          title={t.newSecretTitle}
          consequence={t.newSecretConsequence}
          confirmLabel={t.newSecretConfirm}
          run={async () => onSecret({ name, secret: (await rotate.mutateAsync(id)).secret })}
          onClose={onClose}
        >
          {t.newSecretSentence(name)}
        </AsyncConfirmDialog>
      )}
      {asking === "remove" && (
        <AsyncConfirmDialog
          act={act}
          title={t.removeTitle}
          consequence={t.removeConsequence}
          run={async () => {
            await remove.mutateAsync(id);
            toastDone(act, t.removed);
          }}
          onClose={onClose}
        >
          {t.removeSentence(name)}
        </AsyncConfirmDialog>
      )}
    </li>
  );
}
