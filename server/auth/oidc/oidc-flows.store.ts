import type { Pool } from "pg";
import { z } from "zod";

export interface NewFlow {
  stateHash: Buffer;
  provider: string;
  encryptedSecrets: string;
  codeChallenge: string;
  redirectTo: string;
  userId: string | null;
  seconds: number;
}

/** Stores a round trip for `seconds`. `userId`: the account that a new identity is linked to; null: a sign-in. */
export async function insertFlow(db: Pool, flow: NewFlow): Promise<void> {
  await db.query(
    `insert into auth.oidc_flows (state_hash, provider, encrypted_proof, code_challenge, redirect_to, user_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    [
      flow.stateHash,
      flow.provider,
      flow.encryptedSecrets,
      flow.codeChallenge,
      flow.redirectTo,
      flow.userId,
      flow.seconds,
    ],
  );
}

const flowRow = z.object({
  provider: z.string(),
  encrypted_proof: z.string(),
  code_challenge: z.string(),
  redirect_to: z.string(),
  user_id: z.uuid().nullable(),
});

/** Deletes and returns a flow; null when unknown, used or expired. */
export async function deleteFlow(db: Pool, stateHash: Buffer): Promise<z.infer<typeof flowRow> | null> {
  const { rows } = await db.query(
    `delete from auth.oidc_flows where state_hash = $1 and expires_at > now()
     returning provider, encrypted_proof, code_challenge, redirect_to, user_id`,
    [stateHash],
  );
  return flowRow.optional().parse(rows[0]) ?? null;
}
