import type { Pool, PoolClient } from "pg";
import { z } from "zod";

export const publicJwkSchema = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
});
export type PublicKeyJwk = z.infer<typeof publicJwkSchema>;

const keyRow = z.object({
  kid: z.string(),
  public_jwk: publicJwkSchema,
  encrypted_private_key: z.string(),
  retired: z.boolean(),
  published: z.boolean(),
});
export type KeyRow = z.infer<typeof keyRow>;

// A retired key verifies for a day, longer than any token it signed.
const SELECT = `select kid, public_jwk, encrypted_private_key, retired_at is not null and retired_at <= now() as retired,
    created_at <= now() - make_interval(secs => $1) as published
  from auth.signing_keys where retired_at is null or retired_at > now() - interval '1 day' order by created_at desc, kid`;

/** Returns the keys, newest first; `published` is true of keys older than `publishSeconds`. */
export async function readKeys(db: Pool | PoolClient, publishSeconds: number): Promise<KeyRow[]> {
  const { rows } = await db.query(SELECT, [publishSeconds]);
  return z.array(keyRow).parse(rows);
}

/** Locks the table until the transaction ends: two servers on an empty database must not each make a key. */
export async function lockKeys(client: PoolClient): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtextextended('auth.signing_keys', 0))");
}

/** Deletes all signing keys, which ends every access token. Refresh tokens stay valid. */
export async function deleteKeys(client: PoolClient): Promise<void> {
  await client.query("delete from auth.signing_keys");
}

/** Retires all keys; they sign for another `seconds`. */
export async function retireKeys(client: PoolClient, seconds: number): Promise<void> {
  await client.query(
    "update auth.signing_keys set retired_at = now() + make_interval(secs => $1) where retired_at is null",
    [seconds],
  );
}

const newestRow = z.object({ kid: z.string(), encrypted_private_key: z.string() });

/** Returns the key that signs now, its private part encrypted; null before the first start. */
export async function readNewestKey(client: PoolClient): Promise<z.infer<typeof newestRow> | null> {
  const { rows } = await client.query(
    "select kid, encrypted_private_key from auth.signing_keys order by created_at desc, kid limit 1",
  );
  return newestRow.optional().parse(rows[0]) ?? null;
}

export async function insertKey(
  client: PoolClient,
  { kid, publicJwk, encrypted }: { kid: string; publicJwk: PublicKeyJwk; encrypted: string },
): Promise<void> {
  await client.query("insert into auth.signing_keys (kid, public_jwk, encrypted_private_key) values ($1, $2, $3)", [
    kid,
    publicJwk,
    encrypted,
  ]);
}
