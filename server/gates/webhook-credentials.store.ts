import type { Pool, PoolClient } from "pg";
import { z } from "zod";

export interface PasswordColumns {
  webhook_hash: string;
  webhook_secret: string;
}

const storedCredentials = z.object({
  username: z.string(),
  encrypted: z.string(),
  rotated_at: z.date().nullable(),
  previous_until: z.date().nullable(),
  ends_on_use: z.boolean(),
  new_used_at: z.date().nullable(),
  old_used_at: z.date().nullable(),
});
export type StoredCredentials = z.infer<typeof storedCredentials>;

/** Returns encrypted credentials, with the overlap if any; null for an unknown gate. */
export async function readWebhookCredentials(engine: Pool, id: string): Promise<StoredCredentials | null> {
  const { rows } = await engine.query(
    `select c.webhook_user as username, c.webhook_secret as encrypted, c.webhook_rotated_at as rotated_at,
       case when now() < c.webhook_previous_until then c.webhook_previous_until end as previous_until,
       c.webhook_previous_ends_on_use as ends_on_use, u.new_used_at, u.old_used_at
     from controllers c left join webhook_uses u on u.controller_id = c.id
     where c.id = $1 and c.webhook_user is not null and c.webhook_secret is not null`,
    [id],
  );
  return rows[0] === undefined ? null : storedCredentials.parse(rows[0]);
}

interface Overlap {
  id: string;
  columns: PasswordColumns;
  overlapHours: number;
  endOnFirstUse: boolean;
}

/** Begins an overlap: the present password becomes the old one. Returns the user name; null for an unknown gate. */
export async function beginWebhookOverlap(
  client: PoolClient,
  { id, columns, overlapHours, endOnFirstUse }: Overlap,
): Promise<string | null> {
  // The caller may not read digests; the database moves the old one.
  const { rows } = await client.query("select private.rotate_webhook($1, $2, $3, $4, $5) as username", [
    id,
    columns.webhook_hash,
    columns.webhook_secret,
    overlapHours,
    endOnFirstUse,
  ]);
  return z.object({ username: z.string().nullable() }).parse(rows[0]).username;
}

/** Ends the old password of a gate now. */
export async function endOverlap(client: PoolClient, id: string): Promise<void> {
  await client.query("select private.end_webhook_overlap($1)", [id]);
}

/** Records the first use of the new password, and ends the old one if so requested. */
export async function endOverlapOnUse(engine: Pool, id: string): Promise<void> {
  await engine.query(
    `update controllers set webhook_previous_hash = null, webhook_previous_until = null, webhook_previous_ends_on_use = false
     where id = $1 and webhook_previous_ends_on_use`,
    [id],
  );
}
