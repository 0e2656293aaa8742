// Queues notifications in the transaction that raises or clears alerts. A round sends one email per person (500 controllers behind one
// broken switch are one email), and one webhook post per alert.
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { alertPostTexts, alertSentences } from "#contract/alert-sentences.ts";
import type { AlertEvent, AlertPost } from "#contract/alerts.ts";
import type { Clock } from "#drivers/clock.ts";
import { clockTime } from "#server/platform/mail/clock-time.ts";
import type { MailPort } from "#server/platform/mail/port.ts";
import type { OpenAlert } from "./alert.rules.ts";
import { insertDelivery } from "./alert-deliveries.store.ts";
import { readWebhooks } from "./alert-webhooks.store.ts";
import { readAlertRecipients } from "./alerts.store.ts";
import { ALERTS_IN_AN_EMAIL, alertMail } from "./mails.ts";

export interface NotifyDeps {
  mail: Pick<MailPort, "queueMail">;
  clock: Clock;
  publicUrl: string;
}

/** A test notification has no alert: `alert` is null. */
export interface Notified {
  event: AlertEvent;
  alert: OpenAlert | null;
  clearedAt: Date | null;
}

/** Queues the emails and posts, as portal_engine. Returns how many. */
export async function notifyAlerts(
  deps: NotifyDeps,
  client: PoolClient,
  notified: readonly Notified[],
): Promise<{ letters: number; posts: number }> {
  if (notified.length === 0) return { letters: 0, posts: 0 };
  const letters = await queueEmails(deps, client, notified);
  const webhooks = (await readWebhooks(client)).filter(({ enabled }) => enabled);
  for (const one of notified) {
    for (const { id: webhookId } of webhooks) {
      const id = randomUUID();
      await insertDelivery(client, { id, webhookId, event: one.event, body: JSON.stringify(post(deps, id, one)) });
    }
  }
  return { letters, posts: notified.length * webhooks.length };
}

async function queueEmails({ mail }: NotifyDeps, client: PoolClient, notified: readonly Notified[]): Promise<number> {
  const recipients = (await readAlertRecipients(client)).filter((one) => one.mail);
  const items = notified.slice(0, ALERTS_IN_AN_EMAIL).map(({ event, alert }) => ({
    event,
    alert: alert && {
      kind: alert.kind,
      name: alert.objectName,
      since: alert.since.toISOString(),
      detail: alert.detail,
    },
  }));
  for (const { email } of recipients)
    await mail.queueMail(client, {
      template: alertMail,
      to: email,
      data: { items, more: notified.length - items.length },
    });
  return recipients.length;
}

function post({ clock, publicUrl }: NotifyDeps, id: string, { event, alert, clearedAt }: Notified): AlertPost {
  return {
    id,
    event,
    text: summary({ event, alert }),
    portal: publicUrl,
    created_at: clock.now().toISOString(),
    alert: alert && {
      id: alert.id,
      kind: alert.kind,
      controller: alert.kind === "pin_attempts" || alert.kind === "door_not_relocked" ? null : about(alert),
      door: alert.kind === "door_not_relocked" ? about(alert) : null,
      // An alert about a system admin's account has no organisation name.
      organization: alert.kind === "pin_attempts" && alert.objectName !== null ? about(alert) : null,
      since: alert.since.toISOString(),
      raised_at: alert.raisedAt.toISOString(),
      cleared_at: clearedAt?.toISOString() ?? null,
      detail: alert.detail,
    },
  };
}

function about({ objectId, objectName }: OpenAlert): { id: string; name: string } | null {
  return objectId === null ? null : { id: objectId, name: objectName ?? "" };
}

/** Returns the line that a chat program shows. */
function summary({ event, alert }: Pick<Notified, "event" | "alert">): string {
  if (alert === null) return alertPostTexts.test;
  const facts = { kind: alert.kind, name: alert.objectName, detail: alert.detail };
  if (event === "cleared") return alertPostTexts.cleared(facts);
  return `${alertSentences.title(facts)}. ${alertSentences.what(facts, clockTime(alert.since.toISOString()))}`;
}
