import type { PoolClient } from "pg";
import { ALERT_KINDS } from "#contract/alerts.ts";
import type { AlertStatus } from "#contract/functions/alert-control.ts";
import type { MailPort } from "#server/platform/mail/port.ts";
import { readDeliveries } from "./alert-deliveries.store.ts";
import { readWebhooks } from "./alert-webhooks.store.ts";
import { readAlertRecipients, readAlertSettings, readOpenAlerts } from "./alerts.store.ts";

/** Returns open alerts, settings and receivers, as the caller. */
export async function readAlertStatus(
  client: PoolClient,
  { configured }: Pick<MailPort, "configured">,
): Promise<Omit<AlertStatus, "success">> {
  const open = await readOpenAlerts(client);
  return {
    open: open
      .sort((a, b) => ALERT_KINDS.indexOf(a.kind) - ALERT_KINDS.indexOf(b.kind))
      .map((alert) => ({
        id: alert.id,
        kind: alert.kind,
        object_id: alert.objectId,
        object_name: alert.objectName,
        since: alert.since.toISOString(),
        raised_at: alert.raisedAt.toISOString(),
        detail: alert.detail,
      })),
    settings: await readAlertSettings(client),
    recipients: await readAlertRecipients(client),
    webhooks: await readWebhooks(client),
    deliveries: await readDeliveries(client),
    mail_configured: configured,
  };
}
