// How a function acts in its caller's name. The role that its definition names is checked here and nowhere else.

import type { Pool, PoolClient } from "pg";
import { platformErrors } from "#contract/errors/platform.ts";
import type { Role } from "#contract/roles.ts";
import { asUser, type Caller, type SessionClaims } from "../database/as-user.ts";
import { PortalError } from "../http/errors.ts";

/** Runs `work` in one transaction of the caller. The database's own policies answer what the role does not. */
export type AsCaller = <T>(work: (client: PoolClient, caller: Caller) => Promise<T>) => Promise<T>;

export interface CallerContext {
  claims: SessionClaims;
  asCaller: AsCaller;
}

/**
 * The way for a function of `role` to act as its caller: the role is the one that the database reports when the transaction
 * enters the session, so checking it before `work` costs no statement. `admitted` tells whether any transaction got so far;
 * a reply without one has been given to somebody whose session and role nobody checked.
 */
export function admission(
  pool: Pool,
  claims: SessionClaims,
  role: Role | "any",
): { asCaller: AsCaller; admitted: () => boolean } {
  let admitted = false;
  const asCaller: AsCaller = (work) =>
    asUser(pool, claims, async (client, caller) => {
      if (role !== "any" && caller.role !== role) {
        throw new PortalError(platformErrors.not_allowed());
      }
      admitted = true;
      return work(client, caller);
    });
  return { asCaller, admitted: () => admitted };
}

/** For an act that does its work as portal_engine or on a device: only the check. */
export async function requireAdmission({ asCaller }: CallerContext): Promise<void> {
  await asCaller(async () => undefined);
}
