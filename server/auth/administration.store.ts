// Functions of schema `auth` that administer an account, in the caller's transaction (portal_auth or portal_engine).
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { refusing } from "./errors.ts";

type Database = Pool | PoolClient;

const foundRow = z.object({ found: z.boolean() });

export interface NewAccount {
  email: string;
  /** Null: sign-in by link only. */
  hash: string | null;
  mustChangePassword: boolean;
  userMetadata: Record<string, unknown>;
  /** Null: the database chooses the id. */
  id: string | null;
}

/** Inserts an account; returns its id. Throws AuthError `email_taken`. */
export async function createUser(db: Database, account: NewAccount): Promise<string> {
  const { email, hash, mustChangePassword, userMetadata, id } = account;
  const values = [email, hash, mustChangePassword, JSON.stringify(userMetadata), id];
  const { rows } = await refusing(db.query("select auth.create_user($1, $2, $3, $4::jsonb, $5) as id", values));
  return z.object({ id: z.uuid() }).parse(rows[0]).id;
}

/** Sets the password and ends all sessions but `keepSession`. Returns false for an unknown account. */
export async function setPassword(
  db: Database,
  {
    userId,
    hash,
    mustChange,
    keepSession,
  }: { userId: string; hash: string; mustChange: boolean; keepSession: string | null },
): Promise<boolean> {
  const values = [userId, hash, mustChange, keepSession];
  return found(await db.query("select auth.set_password($1, $2, $3, $4) as found", values));
}

/** Changes the address. Returns false for an unknown account. Throws AuthError `email_taken`. */
export async function setEmail(db: Database, userId: string, email: string): Promise<boolean> {
  return found(await refusing(db.query("select auth.set_email($1, $2) as found", [userId, email])));
}

/** Stores an invitation in place of earlier ones. Returns false for an unknown account. */
export async function insertInvitation(
  db: Database,
  { userId, hash, expiresAt }: { userId: string; hash: Buffer; expiresAt: Date },
): Promise<boolean> {
  return found(await db.query("select auth.invite($1, $2, $3) as found", [userId, hash, expiresAt]));
}

/** Removes all second factors of an account; returns how many. */
export async function removeFactors(db: Database, userId: string): Promise<number> {
  const { rows } = await db.query("select auth.remove_factors($1) as removed", [userId]);
  return z.object({ removed: z.number() }).parse(rows[0]).removed;
}

/** Ends an account's sessions but `keep`; returns how many. `reason` is audited. */
export async function revokeSessions(
  db: Database,
  { userId, reason, keep = null }: { userId: string; reason: string; keep?: string | null | undefined },
): Promise<number> {
  const { rows } = await db.query("select auth.revoke_sessions($1, $2, $3) as ended", [userId, reason, keep]);
  return z.object({ ended: z.number() }).parse(rows[0]).ended;
}

/** Deletes an account with its sessions and, by foreign key, its profile. Returns false for an unknown account. */
export async function deleteUser(db: Database, userId: string): Promise<boolean> {
  return found(await db.query("select auth.delete_user($1) as found", [userId]));
}

const found = ({ rows }: { rows: unknown[] }) => foundRow.parse(rows[0]).found;
