// SQL of the certificate authority, run as portal_auth.
import type { PoolClient } from "pg";
import { z } from "zod";

/** Locks until the transaction ends: two servers on an empty database must not each make an authority. */
export async function lockAuthorities(client: PoolClient): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtextextended('auth.tls_authorities', 0))");
}

const authorityRow = z.object({ id: z.string(), certificate: z.string(), encrypted: z.string() });
export type AuthorityRow = z.infer<typeof authorityRow>;

/** Returns the newest authority that outlives a certificate of `days`. */
export async function readAuthority(client: PoolClient, days: number): Promise<AuthorityRow | null> {
  const { rows } = await client.query(
    `select id, certificate, encrypted_private_key as encrypted from auth.tls_authorities
     where expires_at > now() + make_interval(days => $1) order by created_at desc, id limit 1`,
    [days],
  );
  return authorityRow.optional().parse(rows[0]) ?? null;
}

/** Stores the authority's certificate with its encrypted key. */
export async function insertAuthority(
  client: PoolClient,
  row: { id: string; certificate: string; encrypted: string; expiresAt: Date },
): Promise<void> {
  await client.query(
    "insert into auth.tls_authorities (id, certificate, encrypted_private_key, expires_at) values ($1, $2, $3, $4)",
    [row.id, row.certificate, row.encrypted, row.expiresAt],
  );
}
