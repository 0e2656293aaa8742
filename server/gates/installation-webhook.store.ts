import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { readRows } from "#server/platform/database/read-each.ts";
import type { PasswordColumns } from "./webhook-credentials.store.ts";

interface NewCredentials {
  id: string;
  username: string;
  /** For installations from before the row existed. */
  known: PasswordColumns;
  random: PasswordColumns;
}

/** Makes the credentials unless they exist. `known` are taken when the installation has gates already, else `random`. */
export async function insertInstallationWebhook(
  engine: Pool,
  { id, username, known, random }: NewCredentials,
): Promise<void> {
  await engine.query(
    `insert into installation_webhook (id, webhook_user, webhook_hash, webhook_secret)
     select $1, $2, case when g.known then $3 else $5 end, case when g.known then $4 else $6 end
     from (select exists (select from controllers where not private.is_door_type(device_type)) as known) g
     on conflict do nothing`,
    [id, username, known.webhook_hash, known.webhook_secret, random.webhook_hash, random.webhook_secret],
  );
}

const storedCredentials = z.object({
  id: z.string(),
  username: z.string(),
  encrypted: z.string(),
  enabled: z.boolean(),
  previous_until: z.date().nullable(),
  new_used_at: z.date().nullable(),
  old_used_at: z.date().nullable(),
});
export type StoredInstallationCredentials = z.infer<typeof storedCredentials>;

/** Returns the encrypted credentials with the last use of each password; null before the first start. */
export async function readInstallationCredentials(engine: Pool): Promise<StoredInstallationCredentials | null> {
  const { rows } = await engine.query(
    `select i.id, i.webhook_user as username, i.webhook_secret as encrypted, i.enabled,
       case when now() < i.webhook_previous_until then i.webhook_previous_until end as previous_until,
       (select max(u.new_used_at) from installation_webhook_uses u) as new_used_at,
       (select max(u.old_used_at) from installation_webhook_uses u) as old_used_at
     from installation_webhook i`,
  );
  return rows[0] === undefined ? null : storedCredentials.parse(rows[0]);
}

/** Rotates the password; returns the user name. Throws DatabaseError `step_up_needed`. */
export async function rotateInstallationWebhook(
  client: PoolClient,
  columns: PasswordColumns,
  overlapHours: number,
): Promise<string> {
  const { rows } = await client.query("select private.rotate_installation_webhook($1, $2, $3) as username", [
    columns.webhook_hash,
    columns.webhook_secret,
    overlapHours,
  ]);
  return z.object({ username: z.string() }).parse(rows[0]).username;
}

/** Records that a gate called with the credentials. `old`: with the password before the rotation. */
export async function recordInstallationUse(gate: Pool, controllerId: string, password: "new" | "old"): Promise<void> {
  await gate.query({
    name: "installation-webhook-use",
    text: "select private.record_installation_webhook($1, $2)",
    values: [controllerId, password === "old"],
  });
}

/** Ends the overlap: only the new password works. Throws the errors of `rotateInstallationWebhook`. */
export async function endInstallationOverlap(client: PoolClient): Promise<void> {
  await client.query("select private.end_installation_webhook_overlap()");
}

/** Switches the credentials on or off. Throws the errors of `rotateInstallationWebhook`. */
export async function setInstallationWebhookEnabled(client: PoolClient, enabled: boolean): Promise<void> {
  await client.query("select private.set_installation_webhook_enabled($1)", [enabled]);
}

const iso = z.date().transform((date) => date.toISOString());
const stateRow = z.object({ enabled: z.boolean(), rotated_at: iso.nullable(), previous_until: iso.nullable() });

/** Returns the state without secrets; null before the first start. */
export async function readInstallationState(engine: Pool): Promise<z.output<typeof stateRow> | null> {
  const { rows } = await engine.query(
    `select enabled, webhook_rotated_at as rotated_at,
       case when now() < webhook_previous_until then webhook_previous_until end as previous_until from installation_webhook`,
  );
  return rows[0] === undefined ? null : stateRow.parse(rows[0]);
}

const gateRow = z.object({ id: z.string(), name: z.string(), used_at: iso, password: z.enum(["new", "old"]) });

/** Returns gates that have used the installation's credentials, the latest first. */
export async function readInstallationGates(engine: Pool): Promise<z.output<typeof gateRow>[]> {
  const { rows } = await engine.query(
    `select c.id, c.name, greatest(u.new_used_at, u.old_used_at) as used_at,
       case when u.new_used_at is null or u.old_used_at > u.new_used_at then 'old' else 'new' end as password
     from installation_webhook_uses u join controllers c on c.id = u.controller_id order by used_at desc, c.name`,
  );
  return readRows(gateRow, rows);
}
