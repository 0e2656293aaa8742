import { RefreshCw } from "lucide-react";
import { useState } from "react";
import type { WebhookCredentialsReply } from "#contract/functions/get-webhook-credentials.ts";
import { WEBHOOK_OVERLAP_HOURS, WEBHOOK_OVERLAP_HOURS_MAX } from "#contract/limits.ts";
import { BackendError } from "#web/lib/calls/errors.ts";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { formatExact } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/choices/select.tsx";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";
import { Note } from "#web/ui/note.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { useEndWebhookOverlap, useRotateWebhook } from "../api/rotate-webhook.ts";
import { gateWebhookTexts as t } from "../texts/gate-webhook.sv.ts";
import { ReAuthentication } from "./re-authentication.tsx";

const CHOICES = {
  day: { label: t.overlapDay, overlapHours: WEBHOOK_OVERLAP_HOURS, endOnFirstUse: false },
  firstUse: { label: t.overlapFirstUse, overlapHours: WEBHOOK_OVERLAP_HOURS, endOnFirstUse: true },
  week: { label: t.overlapWeek, overlapHours: WEBHOOK_OVERLAP_HOURS_MAX, endOnFirstUse: false },
  none: { label: t.overlapNone, overlapHours: 0, endOnFirstUse: false },
} as const;
type Choice = keyof typeof CHOICES;
const OPTIONS = (["day", "firstUse", "week", "none"] as const).map((id) => ({ id, label: CHOICES[id].label }));

export interface WebhookRotationProps {
  controllerId: string;
  overlap: NonNullable<WebhookCredentialsReply["overlap"]> | null;
}

export function WebhookRotation({ controllerId, overlap }: WebhookRotationProps) {
  const [step, setStep] = useState<"closed" | "open" | "step-up">("closed");
  const [choice, setChoice] = useState<Choice>("day");
  const rotate = useRotateWebhook(controllerId);

  async function run(): Promise<void> {
    try {
      await rotate.mutateAsync(CHOICES[choice]);
      setStep("closed");
      toastDone("gate-webhook:rotate", t.rotated);
    } catch (error) {
      if (error instanceof BackendError && error.code === "reauthentication_needed") setStep("step-up");
      else toastFailure("gate-webhook:rotate", error);
    }
  }

  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-line pt-3.5">
      {overlap && <Overlap controllerId={controllerId} overlap={overlap} />}
      {step === "step-up" && <ReAuthentication onReAuthenticated={() => void run()} />}
      {step === "closed" && (
        <div>
          <Button icon={RefreshCw} onPress={() => setStep("open")}>
            {t.rotate}
          </Button>
        </div>
      )}
      {step === "open" && (
        <>
          <p className="text-small text-ink-2">{t.rotateHelp}</p>
          <Select
            label={t.overlapLabel}
            hint={choice === "none" ? t.overlapNoneHint : undefined}
            options={OPTIONS}
            value={choice}
            onChange={(id) => id !== null && setChoice(id)}
            className="sm:max-w-80"
          />
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" busy={rotate.isPending} busyLabel={t.rotating} onPress={() => void run()}>
              {t.rotate}
            </Button>
            <Button onPress={() => setStep("closed")}>{words.cancel}</Button>
          </div>
        </>
      )}
    </div>
  );
}

function Overlap({
  controllerId,
  overlap,
}: WebhookRotationProps & { overlap: NonNullable<WebhookRotationProps["overlap"]> }) {
  const end = useEndWebhookOverlap(controllerId);
  const [asking, setAsking] = useState(false);
  const { until, old_used_at, new_used_at, ends_on_first_use } = overlap;
  const lines = [
    ends_on_first_use ? t.oldUntilUse(formatExact(until)) : t.oldUntil(formatExact(until)),
    new_used_at === null ? t.newNotUsed : t.newUsed(formatExact(new_used_at)),
    ...(old_used_at === null ? [] : [t.oldUsed(formatExact(old_used_at))]),
  ];
  const endNow = () =>
    reportOutcome(end, undefined, {
      onSuccess: () => toastDone("gate-webhook:rotate", t.ended),
      onError: (error) => toastFailure("gate-webhook:rotate", error),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      {/* Warns while nobody has used the new password. */}
      <Note
        tone="wait"
        actions={[{ label: t.endNow, onAction: () => (new_used_at === null ? setAsking(true) : endNow()) }]}
      >
        {lines.join(" ")}
      </Note>
      <ConfirmDialog
        isOpen={asking}
        title={t.endTitle}
        consequence={t.endConsequence}
        confirmLabel={t.endConfirm}
        busy={end.isPending}
        onClose={() => setAsking(false)}
        onConfirm={endNow}
      >
        {t.newNotUsed}
      </ConfirmDialog>
    </>
  );
}
