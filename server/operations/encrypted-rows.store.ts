// SQL of `reencrypt`: reads encrypted columns in batches and writes only rows that are unchanged meanwhile.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import type { EncryptedColumn } from "#database/encrypted-columns.ts";

export interface EncryptedPlace {
  column: EncryptedColumn;
  table: string;
  text: string;
  /** The id of row `t` in the associated data, with its type. */
  id: string;
  idType: "uuid" | "text";
  kind: "pin" | "text";
  role: "engine" | "auth";
}

const place = (
  column: EncryptedColumn,
  kind: EncryptedPlace["kind"],
  rest: Partial<Omit<EncryptedPlace, "column" | "kind">> = {},
): EncryptedPlace => {
  const [table = "", text = ""] = column.split(".");
  return { column, kind, table: `public.${table}`, text, id: "t.id", idType: "uuid", role: "engine", ...rest };
};

const PLACES: Record<EncryptedColumn, EncryptedPlace> = {
  "credentials.credential_value": place("credentials.credential_value", "pin"),
  "weekly_codes.code": place("weekly_codes.code", "pin"),
  "controller_users.pin": place("controller_users.pin", "pin"),
  "controllers.password_encrypted": place("controllers.password_encrypted", "text"),
  "controllers.webhook_secret": place("controllers.webhook_secret", "text"),
  "installation_webhook.webhook_secret": place("installation_webhook.webhook_secret", "text"),
  "alert_webhooks.encrypted_url": place("alert_webhooks.encrypted_url", "text"),
  "alert_webhooks.signing_secret": place("alert_webhooks.signing_secret", "text"),
  "mail_queue.encrypted_content": place("mail_queue.encrypted_content", "text"),
  "signing_keys.encrypted_private_key": place("signing_keys.encrypted_private_key", "text", {
    table: "auth.signing_keys",
    id: "t.kid",
    idType: "text",
    role: "auth",
  }),
  "tls_authorities.encrypted_private_key": place("tls_authorities.encrypted_private_key", "text", {
    table: "auth.tls_authorities",
    role: "auth",
  }),
  "mfa_factors.encrypted_secret": place("mfa_factors.encrypted_secret", "text", {
    table: "auth.mfa_factors",
    role: "auth",
  }),
  "oidc_flows.encrypted_proof": place("oidc_flows.encrypted_proof", "text", {
    table: "auth.oidc_flows",
    id: "encode(t.state_hash, 'hex')",
    idType: "text",
    role: "auth",
  }),
};

export const ENCRYPTED_PLACES: readonly EncryptedPlace[] = Object.values(PLACES);

/** Excludes plates, which stand unencrypted in the same column as PINs. */
const encryptedOnly = ({ text, kind }: EncryptedPlace) => `${text} like '${kind === "pin" ? "s1" : "p1"}:%'`;

/** `organizationId` is set for a credential, whose search tokens need it. */
const encryptedRow = z.object({ id: z.string(), text: z.string(), organizationId: z.string().nullable() });
export type EncryptedRow = z.infer<typeof encryptedRow>;

/** Returns the next encrypted rows of a column, by id. `after` null: from the first. */
export async function encryptedRowsAfter(pool: Pool, at: EncryptedPlace, after: string | null, limit: number) {
  const organization = at.column === "credentials.credential_value" ? "organization_id" : "null::uuid";
  const { rows } = await pool.query(
    `select (${at.id})::text as id, ${at.text} as text, ${organization} as "organizationId" from ${at.table} t
     where ${encryptedOnly(at)} and ($1::${at.idType} is null or ${at.id} > $1) order by ${at.id} limit $2`,
    [after, limit],
  );
  return z.array(encryptedRow).parse(rows);
}

export interface Reencrypted {
  id: string;
  old: string;
  encrypted: string;
  grams: string[] | null;
}

/** Writes the rows that are still unchanged and returns their ids. Locks in id order, like every multi-row change. */
export async function writeReencrypted(
  client: PoolClient,
  at: EncryptedPlace,
  rows: readonly Reencrypted[],
): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  await client.query("select set_config('app.reencrypting', 'on', true)");
  await client.query(
    `select from ${at.table} t where ${at.id} = any ($1::${at.idType}[]) order by ${at.id} for no key update`,
    [ids],
  );
  // Passed as JSON, because unnest would flatten an array of arrays.
  const grams = at.column === "credentials.credential_value" ? ", pin_grams = n.grams" : "";
  const { rows: written } = await client.query(
    `update ${at.table} t set ${at.text} = n.encrypted${grams}
     from jsonb_to_recordset($1::jsonb) n (id ${at.idType}, old text, encrypted text, grams text[])
     where ${at.id} = n.id and t.${at.text} = n.old returning n.id::text as id`,
    [JSON.stringify(rows)],
  );
  return z
    .array(z.object({ id: z.string() }))
    .parse(written)
    .map(({ id }) => id);
}

/** Ends reservations under HMACs that a PIN no longer has; it stays reserved under its others. */
export async function dropReservations(
  client: PoolClient,
  dropped: readonly { sourceId: string; hmac: string }[],
): Promise<void> {
  if (dropped.length === 0) return;
  await client.query(
    `delete from controller_pins r using (
       select d.controller_id, x.hmac, x.source_id from unnest($1::uuid[], $2::text[]) x (source_id, hmac)
       join device_sync d on d.source_id = x.source_id) gone
     where r.controller_id = gone.controller_id and r.pin_hmac = gone.hmac and r.source_id = gone.source_id`,
    [dropped.map(({ sourceId }) => sourceId), dropped.map(({ hmac }) => hmac)],
  );
}

const keyCount = z.object({ keyId: z.string(), rows: z.number() });
export type KeyCount = z.infer<typeof keyCount>;

/** Counts the rows of a column by the key that encrypted them. */
export async function countByKey(pool: Pool, at: EncryptedPlace): Promise<KeyCount[]> {
  const { rows } = await pool.query(
    `select split_part(${at.text}, ':', 2) as "keyId", count(*)::int as rows from ${at.table} where ${encryptedOnly(at)} group by 1 order by 1`,
  );
  return z.array(keyCount).parse(rows);
}

/** Returns reservations that cannot be rewritten because only their HMAC is known: PINs awaiting removal or found on a controller. */
export async function unknownReservations(engine: Pool): Promise<{ former: number; foreign: number }> {
  const { rows } = await engine.query(
    `select count(*) filter (where r.source_id is not null)::int as former, count(*) filter (where r.source_id is null)::int as "foreign"
     from controller_pins r
     where not exists (select from credentials c where c.id = r.source_id and r.pin_hmac = any (c.pin_hmacs))
       and not exists (select from weekly_codes w where w.id = r.source_id and r.pin_hmac = any (w.pin_hmacs))
       and not exists (select from controller_users u where u.id = r.source_id and r.pin_hmac = any (u.pin_hmacs))`,
  );
  return z.object({ former: z.number(), foreign: z.number() }).parse(rows[0]);
}

/** Counts entries of the audit chain by key; they are never rewritten. */
export async function chainEntriesByKey(engine: Pool): Promise<KeyCount[]> {
  const { rows } = await engine.query(
    'select key_id as "keyId", count(*)::int as rows from audit_chain group by 1 order by 1',
  );
  return z.array(keyCount).parse(rows);
}
