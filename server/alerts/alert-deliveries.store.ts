// Queries of alert deliveries. The sender holds a lease on the row, so no two servers post it at once.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { ALERT_DELIVERY_HOURS, type AlertEvent } from "#contract/alerts.ts";
import type { AlertDelivery } from "#contract/functions/alert-control.ts";
import { readRows } from "#server/platform/database/read-each.ts";

export interface NewDelivery {
  id: string;
  webhookId: string;
  event: AlertEvent;
  body: string;
}

/** Queues a post, which is given up after a day. */
export async function insertDelivery(client: PoolClient, delivery: NewDelivery): Promise<void> {
  await client.query(
    `insert into alert_deliveries (id, webhook_id, event, body, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(hours => $5))`,
    [delivery.id, delivery.webhookId, delivery.event, delivery.body, ALERT_DELIVERY_HOURS],
  );
}

const claimed = z.object({
  id: z.string(),
  webhook_id: z.string(),
  event: z.string(),
  body: z.string(),
  attempts: z.number(),
  encrypted_url: z.string(),
  signing_secret: z.string(),
});
export type ClaimedDelivery = z.infer<typeof claimed>;

interface Claim {
  owner: string;
  leaseSeconds: number;
  limit: number;
  /** Largest number of deliveries leased at once for one receiver. */
  ofOneReceiver: number;
}

const IS_DUE =
  "q.state = 'queued' and q.next_try_at <= now() and q.lease_until < clock_timestamp() and q.expires_at > now()";

/** Claims up to `limit` due deliveries of enabled receivers, oldest first. */
export async function claimDeliveries(
  engine: Pool,
  { owner, leaseSeconds, limit, ofOneReceiver }: Claim,
): Promise<ClaimedDelivery[]> {
  const { rows } = await engine.query({
    name: "claim-alert-deliveries",
    text: `with due as (
        select q.id, row_number() over (partition by q.webhook_id order by q.next_try_at, q.created_at)
          + (select count(*) from alert_deliveries o where o.webhook_id = q.webhook_id and o.state = 'queued' and o.lease_until >= clock_timestamp()) as place
        from alert_deliveries q join alert_webhooks w on w.id = q.webhook_id and w.enabled where ${IS_DUE})
      update alert_deliveries d set lease_owner = $1, lease_until = clock_timestamp() + make_interval(secs => $2), attempts = attempts + 1
      from alert_webhooks w
      where w.id = d.webhook_id and d.id in (
        select q.id from alert_deliveries q join due on due.id = q.id and due.place <= $4
        where ${IS_DUE}
        order by q.next_try_at, q.created_at limit $3 for update of q skip locked)
      returning d.id, d.webhook_id, d.event, d.body, d.attempts, w.encrypted_url, w.signing_secret`,
    values: [owner, leaseSeconds, limit, ofOneReceiver],
  });
  return readRows(claimed, rows);
}

/** Records a delivery as done (`error` null) or given up. Returns false when another server has the lease. */
export async function finishDelivery(
  engine: Pool,
  { id, owner, error }: { id: string; owner: string; error: string | null },
): Promise<boolean> {
  const { rowCount } = await engine.query(
    `update alert_deliveries set state = case when $3::text is null then 'sent' else 'failed' end, last_error = $3,
       finished_at = now(), lease_owner = null
     where id = $1 and lease_owner = $2 and state = 'queued'`,
    [id, owner, error],
  );
  return rowCount === 1;
}

/** Gives a post back, to be tried again after `pauseMs`. Does nothing when another server has it. */
export async function postponeDelivery(
  engine: Pool,
  { id, owner, error, pauseMs }: { id: string; owner: string; error: string; pauseMs: number },
): Promise<void> {
  await engine.query(
    `update alert_deliveries set last_error = $3, next_try_at = now() + make_interval(secs => $4), lease_owner = null, lease_until = '-infinity'
     where id = $1 and lease_owner = $2 and state = 'queued'`,
    [id, owner, error, pauseMs / 1000],
  );
}

/** Gives up expired deliveries, keeping the last error. Returns how many. */
export async function expireDeliveries(engine: Pool): Promise<number> {
  const { rowCount } = await engine.query(
    `update alert_deliveries set state = 'failed', finished_at = now(), lease_owner = null, last_error = coalesce(last_error, 'not_tried')
     where state = 'queued' and expires_at <= now() and lease_until < clock_timestamp()`,
  );
  return rowCount ?? 0;
}

const shown = z.object({
  id: z.string(),
  channel: z.enum(["email", "webhook"]),
  to: z.string(),
  event: z.enum(["raised", "reminder", "cleared", "test"]).nullable(),
  state: z.enum(["queued", "sent", "failed"]),
  attempts: z.number(),
  last_error: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  next_try_at: z.string(),
});

const SHOWN = 20;

/** Returns the newest emails and posts together. Runs as a system admin or portal_engine. */
export async function readDeliveries(client: Pool | PoolClient): Promise<AlertDelivery[]> {
  const { rows } = await client.query(
    `select to_jsonb(newest) as one from (
       (select m.id, 'email' as channel, m.recipient as to, null as event, m.state, m.attempts, m.last_error, m.created_at, m.finished_at, m.next_try_at
        from mail_queue m where m.template = 'alert' order by m.created_at desc limit ${SHOWN})
       union all
       (select d.id, 'webhook', w.name, d.event, d.state, d.attempts, d.last_error, d.created_at, d.finished_at, d.next_try_at
        from alert_deliveries d join alert_webhooks w on w.id = d.webhook_id order by d.created_at desc limit ${SHOWN})
       order by created_at desc, id limit ${SHOWN}) newest`,
  );
  return readRows(
    shown,
    rows.map(({ one }) => one),
  );
}
