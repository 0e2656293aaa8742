// Queries of alert webhooks. Only jobs read the secret columns, and read them encrypted.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import type { AlertWebhook } from "#contract/functions/alert-control.ts";
import { readRows } from "#server/platform/database/read-each.ts";

const shown = z.object({ id: z.string(), name: z.string(), origin: z.string(), enabled: z.boolean() });

/** Returns the receivers without their addresses and secrets; only the origin is shown. */
export async function readWebhooks(client: Pool | PoolClient): Promise<AlertWebhook[]> {
  const { rows } = await client.query("select id, name, origin, enabled from alert_webhooks order by name, id");
  return readRows(shown, rows);
}

export interface NewWebhook {
  id: string;
  name: string;
  origin: string;
  encryptedUrl: string;
  encryptedSecret: string;
}

/** Stores a receiver with its encrypted address and secret. */
export async function insertWebhook(client: PoolClient, webhook: NewWebhook): Promise<void> {
  const { id, name, origin, encryptedUrl, encryptedSecret } = webhook;
  // A database function writes the encrypted columns, to which the caller has no right.
  await client.query("select private.insert_alert_webhook($1, $2, $3, $4, $5)", [
    id,
    name,
    origin,
    encryptedUrl,
    encryptedSecret,
  ]);
}

/** Returns false when the receiver is gone. */
export async function setWebhookEnabled(client: PoolClient, id: string, enabled: boolean): Promise<boolean> {
  const { rowCount } = await client.query("update alert_webhooks set enabled = $2 where id = $1", [id, enabled]);
  return rowCount === 1;
}

/** Returns false when the receiver is gone. */
export async function replaceWebhookSecret(client: PoolClient, id: string, encryptedSecret: string): Promise<boolean> {
  const { rows } = await client.query("select private.replace_alert_webhook_secret($1, $2) as found", [
    id,
    encryptedSecret,
  ]);
  return z.object({ found: z.boolean() }).parse(rows[0]).found;
}

/** Deletes a webhook with its pending deliveries. */
export async function deleteWebhook(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query("delete from alert_webhooks where id = $1", [id]);
  return rowCount === 1;
}
