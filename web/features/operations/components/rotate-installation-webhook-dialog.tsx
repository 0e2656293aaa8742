import { useState } from "react";
import { WEBHOOK_OVERLAP_HOURS, WEBHOOK_OVERLAP_HOURS_MAX } from "#contract/limits.ts";
import { gateWebhookTexts } from "#web/features/controllers/texts/gate-webhook.sv.ts";
import { Select } from "#web/ui/choices/select.tsx";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { toastDone } from "#web/ui/toasts/toast.tsx";
import { type InstallationCredentials, useRotateCredentials } from "../api/installation-webhook.ts";
import { installationWebhookTexts as t } from "../texts/installation-webhook.sv.ts";

const HOURS = { day: WEBHOOK_OVERLAP_HOURS, week: WEBHOOK_OVERLAP_HOURS_MAX, none: 0 };
type Choice = keyof typeof HOURS;
const OPTIONS: { id: Choice; label: string }[] = [
  { id: "day", label: gateWebhookTexts.overlapDay },
  { id: "week", label: gateWebhookTexts.overlapWeek },
  { id: "none", label: gateWebhookTexts.overlapNone },
];

export interface RotateInstallationWebhookDialogProps {
  onClose: () => void;
  onRotated: (credentials: InstallationCredentials) => void;
}

export function RotateInstallationWebhookDialog({ onClose, onRotated }: RotateInstallationWebhookDialogProps) {
  const [choice, setChoice] = useState<Choice>("day");
  const rotate = useRotateCredentials();
  return (
    <AsyncConfirmDialog
      act={"installation-webhook:change"}
      title={t.rotate}
      consequence={
        <Select
          label={gateWebhookTexts.overlapLabel}
          hint={choice === "none" ? t.rotateNone : undefined}
          options={OPTIONS}
          value={choice}
          onChange={(id) => id !== null && setChoice(id)}
        />
      }
      confirmLabel={t.rotate}
      confirmVariant="primary"
      busyLabel={gateWebhookTexts.rotating}
      run={async () => {
        onRotated(await rotate.mutateAsync(HOURS[choice]));
        toastDone("installation-webhook:change", gateWebhookTexts.rotated);
      }}
      onClose={onClose}
    >
      {t.rotateSentence}
    </AsyncConfirmDialog>
  );
}
