import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OperationsStatus } from "#contract/functions/operations-status.ts";
import { controllerDialogTexts } from "#web/features/controllers/texts/controller-dialog.sv.ts";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { formatExact } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";
import { CopyField } from "#web/ui/fields/copy-field.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { getOperationsStatusQueryOptions } from "../api/get-operations-status.ts";
import {
  type InstallationCredentials,
  useEndOverlap,
  useShowCredentials,
  useSwitchCredentials,
} from "../api/installation-webhook.ts";
import { installationWebhookTexts as t } from "../texts/installation-webhook.sv.ts";
import { FactsCard } from "./facts-card.tsx";
import { RotateInstallationWebhookDialog } from "./rotate-installation-webhook-dialog.tsx";

type State = OperationsStatus["installation_webhook"];

export function InstallationWebhookCard() {
  const { data } = useQuery(getOperationsStatusQueryOptions());
  if (!data) return null;
  return <CredentialsCard state={data.installation_webhook} />;
}

function CredentialsCard({ state }: { state: State }) {
  const { enabled, rotated_at, previous_until, gates } = state;
  const [credentials, setCredentials] = useState<InstallationCredentials | null>(null);
  const [asking, setAsking] = useState<"rotate" | "end" | "off" | null>(null);
  const show = useShowCredentials();
  const switched = useSwitchCredentials();
  const onSettled = () => setAsking(null);
  const switchTo = (next: boolean) =>
    reportOutcome(switched, next, {
      onSuccess: () => toastDone("installation-webhook:change", next ? t.switchedOn : t.switchedOff),
      onError,
      onSettled,
    });
  return (
    <FactsCard
      title={t.title}
      facts={[
        { name: t.state, value: enabled ? t.on : t.off },
        { name: t.changed, value: rotated_at === null ? t.never : formatExact(rotated_at) },
        ...(previous_until === null ? [] : [{ name: t.oldUntil, value: formatExact(previous_until) }]),
        { name: t.gates, value: gates.length === 0 ? t.noGates : <Gates gates={gates} /> },
      ]}
    >
      <p className="mt-3 text-small text-ink-2">{t.note}</p>
      {credentials && <Credentials {...credentials} />}
      <div className="mt-3 flex flex-wrap gap-2">
        {credentials ? (
          <Button onPress={() => setCredentials(null)}>{t.hide}</Button>
        ) : (
          <Button
            busy={show.isPending}
            onPress={() => reportOutcome(show, null, { onSuccess: setCredentials, onError })}
          >
            {t.show}
          </Button>
        )}
        <Button onPress={() => setAsking("rotate")}>{t.rotate}</Button>
        {previous_until !== null && <Button onPress={() => setAsking("end")}>{t.endOld}</Button>}
        <Button busy={switched.isPending} onPress={() => (enabled ? setAsking("off") : switchTo(true))}>
          {enabled ? t.switchOff : t.switchOn}
        </Button>
      </div>
      {asking === "rotate" && <RotateInstallationWebhookDialog onClose={onSettled} onRotated={setCredentials} />}
      <EndQuestion isOpen={asking === "end"} onClose={onSettled} />
      <ConfirmDialog
        isOpen={asking === "off"}
        title={t.switchOffTitle}
        consequence={gates.length > 0 && t.switchOffUsed(gates.map(({ name }) => name))}
        confirmLabel={t.switchOff}
        busy={switched.isPending}
        onClose={onSettled}
        onConfirm={() => switchTo(false)}
      >
        {t.switchOffSentence}
      </ConfirmDialog>
    </FactsCard>
  );
}

function onError(error: unknown): void {
  toastFailure("installation-webhook:change", error);
}

function Credentials({ username, password }: InstallationCredentials) {
  return (
    <div className="mt-3 flex flex-col gap-2">
      <CopyField label={controllerDialogTexts.panelUsername} value={username} />
      <CopyField label={controllerDialogTexts.panelPassword} value={password} secret />
    </div>
  );
}

/** Asks before the former password ends. */
function EndQuestion({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const end = useEndOverlap();
  const onSuccess = () => toastDone("installation-webhook:change", t.ended);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t.endTitle}
      confirmLabel={t.end}
      busy={end.isPending}
      onClose={onClose}
      onConfirm={() => reportOutcome(end, null, { onSuccess, onError, onSettled: onClose })}
    >
      {t.endSentence}
    </ConfirmDialog>
  );
}

function Gates({ gates }: Pick<State, "gates">) {
  return (
    <ul className="flex flex-col gap-1">
      {gates.map(({ id, name, used_at, password }) => (
        <li key={id}>
          {name}, <RelativeTime value={used_at} fallback="" always />
          {password === "old" && `, ${t.withOld}`}
        </li>
      ))}
    </ul>
  );
}
