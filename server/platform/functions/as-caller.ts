// Functions run as their caller. The role of their definition is checked here only.

import type { Pool, PoolClient } from "pg";
import { platformErrors } from "#contract/errors/platform.ts";
import type { Role } from "#contract/roles.ts";
import { asUser, type Caller, type SessionClaims } from "../database/as-user.ts";
import { PortalError } from "../http/errors.ts";

export type AsCaller = <T>(work: (client: PoolClient, caller: Caller) => Promise<T>) => Promise<T>;

export interface CallerContext {
  claims: SessionClaims;
  asCaller: AsCaller;
}

/**
 * The transaction that enters the session reports the role, so its check is free. `admitted`: whether any got so far.
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

/** The check alone, for operations that run as portal_engine or on a device. */
export async function requireAdmission({ asCaller }: CallerContext): Promise<void> {
  await asCaller(async () => undefined);
}
