import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { factorErrors } from "#contract/errors/factors.ts";
import { AuthError, refusing } from "../errors.ts";
import { lockUser } from "../users.store.ts";

type Database = Pool | PoolClient;

const MAX_FACTORS = 10;

const factorRow = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  friendly_name: z.string().nullable(),
  factor_type: z.enum(["totp", "phone", "webauthn"]),
  status: z.enum(["unverified", "verified"]),
  encrypted_secret: z.string().nullable(),
  phone: z.string().nullable(),
  webauthn_credential: z.unknown(),
});
export type FactorRow = z.infer<typeof factorRow>;

const challengeRow = z.object({
  id: z.uuid(),
  code_hash: z.instanceof(Buffer).nullable(),
  webauthn_session: z.unknown(),
});
export type ChallengeRow = z.infer<typeof challengeRow>;

export interface NewFactor {
  id: string;
  userId: string;
  friendlyName: string | null;
  type: FactorRow["factor_type"];
  encryptedSecret?: string;
  phone?: string;
}

const FACTOR = `select id, user_id, friendly_name, factor_type, status, encrypted_secret, phone, webauthn_credential
  from auth.mfa_factors where id = $1 and user_id = $2`;

/** Returns the factor. Throws AuthError 404 unless it belongs to this account. */
export async function readFactor(db: Database, userId: string, factorId: string): Promise<FactorRow> {
  const { rows } = await db.query(FACTOR, [factorId, userId]);
  if (rows.length === 0) throw new AuthError(factorErrors.mfa_factor_not_found());
  return factorRow.parse(rows[0]);
}

/** Returns the account's factors, also those that were begun and never finished. */
export async function readFactors(db: Database, userId: string): Promise<FactorRow[]> {
  const { rows } = await db.query(FACTOR.replace("id = $1 and user_id = $2", "user_id = $1"), [userId]);
  return z.array(factorRow).parse(rows);
}

/** Inserts a factor in place of unfinished ones of the same type. Throws AuthError 422. */
export async function insertFactor(client: PoolClient, factor: NewFactor): Promise<void> {
  await lockUser(client, factor.userId);
  await client.query("delete from auth.mfa_factors where user_id = $1 and factor_type = $2 and status = 'unverified'", [
    factor.userId,
    factor.type,
  ]);
  const { rowCount } = await client.query("select from auth.mfa_factors where user_id = $1", [factor.userId]);
  if ((rowCount ?? 0) >= MAX_FACTORS) {
    throw new AuthError(factorErrors.too_many_enrolled_mfa_factors());
  }
  await refusing(
    client.query(
      "insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, encrypted_secret, phone) values ($1, $2, $3, $4, $5, $6)",
      [
        factor.id,
        factor.userId,
        factor.friendlyName,
        factor.type,
        factor.encryptedSecret ?? null,
        factor.phone ?? null,
      ],
    ),
  );
}

export interface NewChallenge {
  id: string;
  factorId: string;
  seconds: number;
  address: string | null;
  codeHash?: Buffer;
  webauthnSession?: object;
}

/** Inserts a challenge; returns its end in seconds since 1970. */
export async function insertChallenge(db: Database, challenge: NewChallenge): Promise<number> {
  const { rows } = await db.query(
    `with said as (update auth.mfa_factors set last_challenged_at = now() where id = $2)
     insert into auth.mfa_challenges (id, factor_id, expires_at, ip, code_hash, webauthn_session)
     values ($1, $2, clock_timestamp() + make_interval(secs => $3), $4, $5, $6)
     returning floor(extract(epoch from expires_at))::float8 as expires_at`,
    [
      challenge.id,
      challenge.factorId,
      challenge.seconds,
      challenge.address,
      challenge.codeHash ?? null,
      challenge.webauthnSession === undefined ? null : JSON.stringify(challenge.webauthnSession),
    ],
  );
  return z.object({ expires_at: z.number() }).parse(rows[0]).expires_at;
}

/** Returns the factor's pending challenge, locked; null when expired or answered. */
export async function lockChallenge(
  client: PoolClient,
  factorId: string,
  challengeId: string,
): Promise<ChallengeRow | null> {
  const { rows } = await client.query(
    `select id, code_hash, webauthn_session from auth.mfa_challenges
     where id = $1 and factor_id = $2 and verified_at is null and expires_at > clock_timestamp() for update`,
    [challengeId, factorId],
  );
  return rows.length === 0 ? null : challengeRow.parse(rows[0]);
}

/** Records that a challenge is answered, so that it serves once. */
export async function answerChallenge(client: PoolClient, challengeId: string): Promise<void> {
  await client.query("update auth.mfa_challenges set verified_at = now() where id = $1", [challengeId]);
}

/** Stores the public key of a new passkey, with its id and counter. */
export async function storePasskey(client: PoolClient, factorId: string, credential: object): Promise<void> {
  await client.query("update auth.mfa_factors set webauthn_credential = $2 where id = $1", [
    factorId,
    JSON.stringify(credential),
  ]);
}

/** Stores the number of uses that the passkey has told, by which a copied key can be noticed. */
export async function storePasskeyCounter(client: PoolClient, factorId: string, counter: number): Promise<void> {
  await client.query(
    "update auth.mfa_factors set webauthn_credential = jsonb_set(webauthn_credential, '{counter}', to_jsonb($2::bigint)) where id = $1",
    [factorId, counter],
  );
}

/** Claims a TOTP step in one statement, against concurrent uses. Returns false when this step or a later one was used. */
export async function claimTotpStep(client: PoolClient, factorId: string, step: number): Promise<boolean> {
  const { rowCount } = await client.query(
    "update auth.mfa_factors set last_step = $2 where id = $1 and coalesce(last_step < $2, true)",
    [factorId, step],
  );
  return rowCount === 1;
}

/** Makes a begun factor count at the next sign-in. */
export async function finishFactor(client: PoolClient, factorId: string): Promise<void> {
  await client.query("update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1", [factorId]);
}

export async function deleteFactor(client: PoolClient, factorId: string): Promise<void> {
  await client.query("delete from auth.mfa_factors where id = $1", [factorId]);
}

/** Tells whether the account has a second factor; one that was begun and never finished does not count. */
export async function hasFinishedFactor(client: PoolClient, userId: string): Promise<boolean> {
  const { rowCount } = await client.query("select from auth.mfa_factors where user_id = $1 and status = 'verified'", [
    userId,
  ]);
  return (rowCount ?? 0) > 0;
}

/** Tells whether a factor was finished within `interval`. */
export async function hasNewFactor(client: PoolClient, userId: string, interval: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from auth.mfa_factors where user_id = $1 and status = 'verified' and updated_at > now() - $2::interval",
    [userId, interval],
  );
  return (rowCount ?? 0) > 0;
}

/** Lowers the account's sessions after its last factor is removed, and deletes the recovery codes, which have nothing left to replace. */
export async function lowerAssurance(client: PoolClient, userId: string): Promise<void> {
  await client.query("update auth.sessions set aal = 'aal1' where user_id = $1 and revoked_at is null", [userId]);
  await client.query("delete from auth.mfa_recovery_sets where user_id = $1", [userId]);
}
