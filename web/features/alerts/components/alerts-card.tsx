import { useQuery } from "@tanstack/react-query";
import type { Alert, AlertStatus } from "#contract/functions/alert-control.ts";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { formatMinute } from "#web/lib/dates.ts";
import { ALERT_DIALOG, useLinkedParameter } from "#web/lib/lists/linked-parameter.ts";
import { Button } from "#web/ui/button.tsx";
import { useOpened } from "#web/ui/dialogs/use-opened.ts";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { Note, RetryNote } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { LoadingCard } from "#web/ui/page/loading-card.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { endToasts, toastDone, toastError, toastFailure } from "#web/ui/toasts/toast.tsx";
import { getAlertsQueryOptions, useSendTestAlert } from "../api/alerts.ts";
import { alertsTexts as t } from "../texts/alerts.sv.ts";
import { AlertDeliveries } from "./alert-deliveries.tsx";

const AlertSettingsDialog = lazyDialog(
  () => import("./alert-settings-dialog.tsx"),
  (module) => module.AlertSettingsDialog,
);
const AlertWebhooksDialog = lazyDialog(
  () => import("./alert-webhooks-dialog.tsx"),
  (module) => module.AlertWebhooksDialog,
);
const DIALOGS = [AlertSettingsDialog, AlertWebhooksDialog];

const TEST = "alert:test";

export function AlertsCard() {
  const { data, isError, refetch } = useQuery(getAlertsQueryOptions());
  const { opened, open, close } = useOpened<"settings" | "webhooks">();
  const test = useSendTestAlert();
  useLinkedParameter(ALERT_DIALOG, (name) => open(name === "webhooks" ? "webhooks" : "settings"));
  usePrefetched(DIALOGS);
  if (isError && !data) return <RetryNote onRetry={refetch}>{t.failed}</RetryNote>;
  if (!data) return <LoadingCard />;
  const sendTest = () => {
    endToasts(TEST);
    reportOutcome(test, undefined, {
      onSuccess: ({ letters, posts }) =>
        letters + posts === 0 ? toastError(TEST, t.testedNobody) : toastDone(TEST, t.tested(letters, posts)),
      onError: (error) => toastFailure(TEST, error),
    });
  };
  return (
    <Card title={t.heading}>
      <div className="flex flex-col gap-3">
        {data.open.length === 0 ? (
          <Note tone="ok">{t.none}</Note>
        ) : (
          <ul aria-label={t.list} className="flex flex-col gap-2">
            {data.open.map((alert) => (
              <li key={alert.id}>
                <OpenAlert alert={alert} />
              </li>
            ))}
          </ul>
        )}
        <ChannelNotes status={data} />
        <div className="flex flex-wrap gap-2">
          <Button onPress={() => open("settings")}>{t.settings}</Button>
          <Button onPress={() => open("webhooks")}>{t.webhooks}</Button>
          <Button busy={test.isPending} busyLabel={t.testing} onPress={sendTest}>
            {t.test}
          </Button>
        </div>
        <AlertDeliveries deliveries={data.deliveries} />
      </div>
      {opened === "settings" && <AlertSettingsDialog status={data} onClose={close} />}
      {opened === "webhooks" && <AlertWebhooksDialog webhooks={data.webhooks} onClose={close} />}
    </Card>
  );
}

function OpenAlert({ alert }: { alert: Alert }) {
  const facts = { kind: alert.kind, name: alert.object_name, detail: alert.detail };
  return (
    <Note tone="fail">
      <p className="font-strong">{t.title(facts)}</p>
      <p>{t.what(facts, formatMinute(alert.since))}</p>
      <p>{t.todo[alert.kind]}</p>
      <p className="tabular text-meta">
        {t.since} <RelativeTime value={alert.since} fallback="" always />
      </p>
    </Note>
  );
}

function ChannelNotes({ status: { recipients, webhooks, mail_configured } }: { status: AlertStatus }) {
  const mail = recipients.some((one) => one.mail);
  const posts = webhooks.some(({ enabled }) => enabled);
  if (!mail && !posts) return <Note tone="wait">{t.nobody}</Note>;
  return mail && !mail_configured ? <Note tone="wait">{t.mailOff}</Note> : null;
}
