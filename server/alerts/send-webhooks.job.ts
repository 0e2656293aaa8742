// Posts queued deliveries and retries them for a day. A lease gives each to one server at a time; when a server stops before recording the
// answer, the delivery is posted again with the same id.
import type { Pool } from "pg";
import type { Logger } from "pino";
import { encryptionAad } from "#database/encrypted-columns.ts";
import type { Clock } from "#drivers/clock.ts";
import { EncryptionError, type KeyRing } from "#server/platform/crypto/key-ring.ts";
import { type LeasedQueue, workQueue } from "#server/platform/jobs/work-queue.ts";
import { meaningOf, pauseAfter } from "#server/platform/webhooks/webhook-delivery.rules.ts";
import type { WebhookPoster } from "#server/platform/webhooks/webhook-poster.ts";
import {
  type ClaimedDelivery,
  claimDeliveries,
  expireDeliveries,
  finishDelivery,
  postponeDelivery,
} from "./alert-deliveries.store.ts";
import { deleteOldAlerts } from "./alerts.store.ts";

const PLACES = 8;
/** Largest number of posts at once to one receiver, so that a receiver that does not answer leaves places to the others. */
const OF_ONE_RECEIVER = 2;
/** Well above the time limit of a post (platform/webhooks/webhook-poster.ts). */
const LEASE_SECONDS = 60;
const KEPT_DAYS = 90;

export interface SendWebhooksDeps {
  engine: Pool;
  keys: Pick<KeyRing, "openText">;
  clock: Clock;
  log: Pick<Logger, "warn">;
  poster: Pick<WebhookPoster, "post">;
}

/** Posts until `signal` aborts. */
export function keepPostingWebhooks(deps: SendWebhooksDeps & { everyMs: number }, signal: AbortSignal): Promise<void> {
  const { clock, log, everyMs } = deps;
  const queue = webhookQueue(deps, signal);
  const maintain = () => maintainDeliveries(deps);
  return workQueue({ clock, log, name: "the alerts' posts", everyMs, queue, places: PLACES, maintain }, signal);
}

/** Gives up posts that no receiver took in a day, and deletes old alerts. */
export async function maintainDeliveries({ engine, log }: Pick<SendWebhooksDeps, "engine" | "log">): Promise<void> {
  const expired = await expireDeliveries(engine);
  if (expired > 0) log.warn({ posts: expired }, "alerts were given up: their receiver has not taken them in a day");
  await deleteOldAlerts(engine, KEPT_DAYS);
}

/** Returns the due posts as a queue. */
export function webhookQueue(deps: SendWebhooksDeps, signal: AbortSignal): LeasedQueue<ClaimedDelivery> {
  const lease = { leaseSeconds: LEASE_SECONDS, ofOneReceiver: OF_ONE_RECEIVER };
  return {
    claim: (owner, limit) => claimDeliveries(deps.engine, { owner, limit, ...lease }),
    work: (delivery, owner) => postOne(deps, { owner, delivery, signal }),
  };
}

interface Turn {
  owner: string;
  delivery: ClaimedDelivery;
  signal: AbortSignal;
}

async function postOne(deps: SendWebhooksDeps, { owner, delivery, signal }: Turn): Promise<void> {
  const { engine, log } = deps;
  const { id, webhook_id: webhook, attempts } = delivery;
  const outcome = await attempt(deps, delivery, signal);
  if (outcome.error === null || outcome.gone) {
    const noted = await finishDelivery(engine, { id, owner, error: outcome.error });
    if (outcome.gone) log.warn({ delivery: id, webhook }, "a receiver of alerts is gone for good");
    else if (!noted) log.warn({ delivery: id, webhook }, "an alert was posted after its lease had ended");
    return;
  }
  // Shutdown cut the post off: it is due at once for the next server.
  const pauseMs = signal.aborted
    ? 0
    : pauseAfter(attempts, { retryAfterMs: outcome.retryAfterMs, random: Math.random() });
  await postponeDelivery(engine, { id, owner, error: outcome.error, pauseMs });
  log.warn({ delivery: id, webhook, attempts, reason: outcome.error }, "an alert was not taken; it is posted again");
}

interface Outcome {
  error: string | null;
  gone: boolean;
  retryAfterMs: number | null;
}

async function attempt(
  { keys, poster }: SendWebhooksDeps,
  { id, webhook_id, event, body, encrypted_url, signing_secret }: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Outcome> {
  let opened: { url: string; secret: string };
  try {
    opened = {
      url: keys.openText(encrypted_url, encryptionAad("alert_webhooks.encrypted_url", webhook_id)),
      secret: keys.openText(signing_secret, encryptionAad("alert_webhooks.signing_secret", webhook_id)),
    };
  } catch (error) {
    if (error instanceof EncryptionError) return { error: "secret_unreadable", gone: false, retryAfterMs: null };
    throw error;
  }
  const outcome = await poster.post({ ...opened, id, event, body, signal });
  if ("error" in outcome) return { error: outcome.error, gone: false, retryAfterMs: null };
  const meaning = meaningOf(outcome.status);
  const error = meaning === "taken" ? null : `http_${outcome.status}`;
  return { error, gone: meaning === "gone", retryAfterMs: outcome.retryAfterMs };
}
