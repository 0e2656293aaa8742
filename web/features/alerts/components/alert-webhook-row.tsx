// One receiver: on or off, a new secret, or gone.
import { KeyRound, Trash2 } from "lucide-react";
import { useState } from "react";
import type { AlertWebhook } from "#contract/functions/alert-control.ts";
import { tellOutcome } from "#web/lib/tell-outcome.ts";
import { alertsTexts as t } from "#web/texts/alerts.ts";
import { words } from "#web/texts/words.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { toastDone, toastFailure } from "#web/ui/toast.tsx";
import { useDeleteWebhook, useRotateWebhookSecret, useSetWebhookEnabled } from "../api/alerts.ts";

export interface ShownSecret {
  name: string;
  secret: string;
}

export interface WebhookRowProps {
  webhook: AlertWebhook;
  /** A new secret was made; whoever holds the dialog shows it. */
  onSecret: (shown: ShownSecret) => void;
}

export function WebhookRow({ webhook: { id, name, origin, enabled }, onSecret }: WebhookRowProps) {
  const [asking, setAsking] = useState<"secret" | "remove" | null>(null);
  const switched = useSetWebhookEnabled();
  const rotate = useRotateWebhookSecret();
  const remove = useDeleteWebhook();
  const onError = (error: unknown) => toastFailure(error);
  const onSettled = () => setAsking(null);
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 not-last:border-b not-last:border-line-soft">
      <span className="min-w-0 flex-1 basis-40">
        <span className="block break-words text-cell text-ink">{name}</span>
        <span className="block break-all font-mono text-small text-ink-2">{origin}</span>
      </span>
      <Switch
        label={t.webhookSwitch(name)}
        value={switched.isPending ? switched.variables.enabled : enabled}
        onChange={(next) => tellOutcome(switched, { id, enabled: next }, { onError })}
      >
        <span className="inline-block min-w-[3rem]">{enabled ? t.on : t.off}</span>
      </Switch>
      <IconButton icon={KeyRound} label={t.newSecret(name)} onPress={() => setAsking("secret")} />
      <IconButton icon={Trash2} label={t.removeWebhook(name)} onPress={() => setAsking("remove")} />
      <ConfirmDialog
        isOpen={asking === "secret"}
        title={t.newSecretTitle}
        consequence={t.newSecretConsequence}
        confirmLabel={t.newSecretConfirm}
        busy={rotate.isPending}
        onCancel={onSettled}
        onConfirm={() =>
          tellOutcome(rotate, id, { onSuccess: ({ secret }) => onSecret({ name, secret }), onError, onSettled })
        }
      >
        {t.newSecretSentence(name)}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === "remove"}
        title={t.removeTitle}
        consequence={t.removeConsequence}
        confirmLabel={words.remove}
        busy={remove.isPending}
        busyLabel={words.removing}
        onCancel={onSettled}
        onConfirm={() => tellOutcome(remove, id, { onSuccess: () => toastDone(t.removed), onError, onSettled })}
      >
        {t.removeSentence(name)}
      </ConfirmDialog>
    </li>
  );
}
