// SQL of the mail queue. A lease on the row keeps two servers from sending one email at once.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { readRows } from "#server/platform/database/read-each.ts";

export interface QueuedMail {
  id: string;
  template: string;
  recipient: string;
  encrypted_content: string;
  lifeSeconds: number;
  /** The end user whom the email concerns. */
  person: { endUserId: string; organizationId: string } | null;
  /** People named in the content. */
  names: readonly string[];
}

/** Inserts an email, without RETURNING: portal_auth may insert but not read. */
export async function insertMail(client: Pool | PoolClient, mail: QueuedMail): Promise<void> {
  // portal_auth may write the other columns only.
  const named = mail.names.length > 0;
  await client.query(
    `insert into public.mail_queue (id, template, recipient, encrypted_content, expires_at${mail.person ? ", end_user_id, organization_id" : ""}${named ? ", named_people" : ""})
     values ($1, $2, $3, $4, now() + make_interval(secs => $5)${mail.person ? ", $6, $7" : ""}${named ? `, $${mail.person ? 8 : 6}` : ""})`,
    [
      mail.id,
      mail.template,
      mail.recipient,
      mail.encrypted_content,
      mail.lifeSeconds,
      ...(mail.person ? [mail.person.endUserId, mail.person.organizationId] : []),
      ...(named ? [mail.names] : []),
    ],
  );
}

const claimedMail = z.object({
  id: z.string(),
  template: z.string(),
  recipient: z.string(),
  encrypted_content: z.string(),
  attempts: z.number(),
});
export type ClaimedMail = z.infer<typeof claimedMail>;

export async function claimMail(
  engine: Pool,
  { owner, leaseSeconds, limit }: { owner: string; leaseSeconds: number; limit: number },
): Promise<ClaimedMail[]> {
  const { rows } = await engine.query({
    name: "claim-mail",
    text: `update mail_queue set lease_owner = $1, lease_until = clock_timestamp() + make_interval(secs => $2), attempts = attempts + 1
      where id in (
        select id from mail_queue
        where state = 'queued' and next_try_at <= now() and lease_until < clock_timestamp() and expires_at > now()
        order by next_try_at limit $3 for update skip locked)
      returning id, template, recipient, encrypted_content, attempts`,
    values: [owner, leaseSeconds, limit],
  });
  return readRows(claimedMail, rows);
}

/** Records that an email was sent or given up, and wipes its content. Returns false when another server has the lease. */
export async function finishMail(
  engine: Pool,
  { id, owner, error }: { id: string; owner: string; error: string | null },
): Promise<boolean> {
  const { rowCount } = await engine.query(
    `update mail_queue set state = case when $3::text is null then 'sent' else 'failed' end, last_error = $3, encrypted_content = null, named_people = '{}',
       finished_at = now(), lease_owner = null
     where id = $1 and lease_owner = $2 and state = 'queued'`,
    [id, owner, error],
  );
  return rowCount === 1;
}

export async function postponeMail(
  engine: Pool,
  { id, owner, error, pauseMs }: { id: string; owner: string; error: string; pauseMs: number },
): Promise<void> {
  await engine.query(
    `update mail_queue set last_error = $3, next_try_at = now() + make_interval(secs => $4), lease_owner = null, lease_until = '-infinity'
     where id = $1 and lease_owner = $2 and state = 'queued'`,
    [id, owner, error, pauseMs / 1000],
  );
}

/** Wipes emails whose link or password has expired, keeping the last error. Returns how many. */
export async function expireMail(engine: Pool, reason: string): Promise<number> {
  const { rowCount } = await engine.query(
    `update mail_queue set state = 'failed', encrypted_content = null, named_people = '{}', finished_at = now(), lease_owner = null,
       last_error = left(concat_ws(': ', $1::text, last_error), 500)
     where state = 'queued' and expires_at <= now() and lease_until < clock_timestamp()`,
    [reason],
  );
  return rowCount ?? 0;
}

export async function deleteFinishedMail(engine: Pool, days: number): Promise<void> {
  await engine.query("delete from mail_queue where finished_at < now() - make_interval(days => $1)", [days]);
}

const outcome = z.object({ state: z.enum(["queued", "sent", "failed"]), last_error: z.string().nullable() });
export type MailOutcome = z.infer<typeof outcome>;

export async function mailOutcome(engine: Pool, id: string): Promise<MailOutcome> {
  const { rows } = await engine.query("select state, last_error from mail_queue where id = $1", [id]);
  return outcome.parse(rows[0]);
}
