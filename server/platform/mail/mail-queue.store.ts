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

/**
 * Inserts emails whose ids say what they are, as portal_engine, in one statement. Returns the ids that are new: an email that is queued or
 * sent stays as it is, and one that failed is queued again.
 */
export async function insertMailsOnce(engine: Pool, mails: readonly QueuedMail[]): Promise<Set<string>> {
  const { rows } = await engine.query(
    `insert into public.mail_queue as q (id, template, recipient, encrypted_content, expires_at, end_user_id, organization_id, named_people)
     select m.id, m.template, m.recipient, m.content, now() + make_interval(secs => m.life), m.person, m.organization, '{}'
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::uuid[], $7::uuid[])
       as m(id, template, recipient, content, life, person, organization)
     order by m.id
     on conflict (id) do update set recipient = excluded.recipient, encrypted_content = excluded.encrypted_content, expires_at = excluded.expires_at,
       state = 'queued', attempts = 0, last_error = null, next_try_at = now(), finished_at = null, lease_owner = null, lease_until = '-infinity'
     where q.state = 'failed'
     returning id`,
    [
      mails.map(({ id }) => id),
      mails.map(({ template }) => template),
      mails.map(({ recipient }) => recipient),
      mails.map((mail) => mail.encrypted_content),
      mails.map(({ lifeSeconds }) => lifeSeconds),
      mails.map(({ person }) => person?.endUserId ?? null),
      mails.map(({ person }) => person?.organizationId ?? null),
    ],
  );
  return new Set(readRows(z.object({ id: z.string() }), rows).map(({ id }) => id));
}

const claimedMail = z.object({
  id: z.string(),
  template: z.string(),
  recipient: z.string(),
  encrypted_content: z.string(),
  attempts: z.number(),
});
export type ClaimedMail = z.infer<typeof claimedMail>;

/** Takes the mails that are due, at most `limit`, for `leaseSeconds`. Each claim counts as an attempt. */
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

/** Gives a mail back, to be tried again after `pauseMs`. Does nothing when another server has it. */
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

/** Deletes mails that were sent or given up more than `days` ago. */
export async function deleteFinishedMail(engine: Pool, days: number): Promise<void> {
  await engine.query("delete from mail_queue where finished_at < now() - make_interval(days => $1)", [days]);
}

const outcome = z.object({ state: z.enum(["queued", "sent", "failed"]), last_error: z.string().nullable() });
export type MailOutcome = z.infer<typeof outcome>;

/** Returns the states of the emails that exist. */
export async function mailOutcomes(engine: Pool, ids: readonly string[]): Promise<Map<string, MailOutcome>> {
  const { rows } = await engine.query("select id, state, last_error from mail_queue where id = any ($1::uuid[])", [
    ids,
  ]);
  const read = readRows(outcome.extend({ id: z.string() }), rows);
  return new Map(read.map(({ id, ...state }) => [id, state]));
}
