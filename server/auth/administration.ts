// Account administration in the caller's transaction (portal_auth or portal_engine), by functions of schema `auth`.

import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { authErrors } from "#contract/errors/auth.ts";
import { EMAIL_MAX_LENGTH } from "#contract/limits.ts";
import type { Clock } from "#drivers/clock.ts";
import * as accounts from "./administration.store.ts";
import { AuthError } from "./errors.ts";
import { digestOf, newSecret } from "./links/secrets.ts";
import type { Passwords } from "./passwords/passwords.ts";
import { personalWords } from "./passwords/personal-words.ts";
import { requireAcceptablePassword } from "./passwords/strength.ts";

type Database = Pool | PoolClient;

export interface NewUser {
  email: string;
  /** Null: sign-in by link only. */
  password: string | null;
  mustChangePassword: boolean;
  userMetadata?: Record<string, unknown>;
  /** Names that may not be used as the password. */
  personal?: readonly string[];
  id?: string;
}

export interface Administration {
  /** Creates an account; returns its id. Throws AuthError: `email_taken`, `weak_password`, `invalid_email`. */
  createUser(db: Database, user: NewUser): Promise<string>;
  /** Sets the password and ends all sessions but `keepSession`. Throws AuthError: `not_found`, `weak_password`. */
  setPassword(
    db: Database,
    userId: string,
    password: string,
    options: { mustChange: boolean; keepSession?: string },
  ): Promise<void>;
  /** Changes the address. Throws AuthError: `email_taken`, `not_found`, `invalid_email`. */
  setEmail(db: Database, userId: string, email: string): Promise<void>;
  /** Makes an invitation in place of earlier ones. Mail or show the link once and store it nowhere. Throws AuthError: `not_found`. */
  invite(db: Database, userId: string): Promise<Invitation>;
  removeFactors(db: Database, userId: string): Promise<number>;
  /** Ends an account's sessions but `keep`; returns how many. `reason` is audited. */
  revokeSessions(db: Database, userId: string, reason: string, keep?: string): Promise<number>;
  /** Deletes the account, its sessions and, by foreign key, its profile. Returns false for an unknown account. */
  deleteUser(db: Database, userId: string): Promise<boolean>;
}

export interface Invitation {
  /** Leads to the portal's page, which redeems it with `verifyOtp({ type: "invite", token_hash })`. */
  link: string;
  expiresAt: Date;
}

export interface AdministrationOptions {
  passwords: Passwords;
  clock: Clock;
  publicUrl: string;
  /** Life of an invitation, seconds. */
  invitationSeconds: number;
}

const emailSchema = z.email().max(EMAIL_MAX_LENGTH);

/**
 * Creates the calls that administer accounts. They refuse a weak password or a malformed address with AuthError before anything is written.
 */
export function createAdministration({
  passwords,
  clock,
  publicUrl,
  invitationSeconds,
}: AdministrationOptions): Administration {
  const hashAcceptable = async (password: string, personal: readonly string[]) => {
    await requireAcceptablePassword(password, personal);
    return passwords.hash(password);
  };
  return {
    createUser: async (db, { email, password, mustChangePassword, userMetadata = {}, personal = [], id = null }) => {
      const address = requireEmail(email);
      const hash = password === null ? null : await hashAcceptable(password, [address, ...personal]);
      return accounts.createUser(db, { email: address, hash, mustChangePassword, userMetadata, id });
    },
    setPassword: async (db, userId, password, { mustChange, keepSession = null }) => {
      const hash = await hashAcceptable(password, await personalWords(db, userId));
      requireFound(await accounts.setPassword(db, { userId, hash, mustChange, keepSession }));
    },
    setEmail: async (db, userId, email) => {
      requireFound(await accounts.setEmail(db, userId, requireEmail(email)));
    },
    invite: async (db, userId) => {
      const secret = newSecret();
      const expiresAt = new Date(clock.now().getTime() + invitationSeconds * 1000);
      requireFound(await accounts.insertInvitation(db, { userId, hash: digestOf(secret), expiresAt }));
      return { link: `${publicUrl}/auth?invitation=${secret}`, expiresAt };
    },
    removeFactors: accounts.removeFactors,
    revokeSessions: async (db, userId, reason, keep) => accounts.revokeSessions(db, { userId, reason, keep }),
    deleteUser: accounts.deleteUser,
  };
}

function requireFound(found: boolean): void {
  if (!found) throw new AuthError(authErrors.user_not_found());
}

/** Returns the trimmed address. Throws AuthError 400 `email_address_invalid`. */
export function requireEmail(email: string): string {
  const parsed = emailSchema.safeParse(email.trim());
  if (!parsed.success) throw new AuthError(authErrors.email_address_invalid(), { cause: parsed.error });
  return parsed.data;
}
