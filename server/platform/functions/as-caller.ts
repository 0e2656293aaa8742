// Functions run as their caller. The role of their definition is checked here only, before anything of theirs runs.

import type { Pool, PoolClient } from "pg";
import { platformErrors } from "#contract/errors/platform.ts";
import type { Role } from "#contract/roles.ts";
import { asUser, type Caller, type SessionClaims } from "../database/as-user.ts";
import { PortalError } from "../http/errors.ts";

type Work<T> = (client: PoolClient, caller: Caller) => Promise<T>;
export type AsCaller = <T>(work: Work<T>) => Promise<T>;

export interface CallerContext {
  claims: SessionClaims;
  asCaller: AsCaller;
}

/**
 * Runs `handle` once the database has said that the caller may, or not at all. The transaction that asked stays open for
 * the first `asCaller`, so asking costs no round trip of its own. `handle` comes to its first `asCaller` without waiting
 * for anything else, or keeps a connection of everybody's waiting. Throws PortalError 401 or 403.
 */
export async function admitted<T>(
  pool: Pool,
  { claims, role }: { claims: SessionClaims; role: Role | "any" },
  handle: (asCaller: AsCaller) => Promise<T>,
): Promise<T> {
  const entered = Promise.withResolvers<void>();
  const first = Promise.withResolvers<Work<void> | null>();
  // Run again after a deadlock or a payment, with the same work.
  const opening = asUser(pool, claims, async (client, caller) => {
    permit(role, caller);
    entered.resolve();
    const work = await first.promise;
    await work?.(client, caller);
  });
  await Promise.race([entered.promise, opening]);

  let isOpen = true;
  async function asCaller<R>(work: Work<R>): Promise<R> {
    if (!isOpen) {
      return asUser(pool, claims, (client, caller) => {
        permit(role, caller);
        return work(client, caller);
      });
    }
    isOpen = false;
    let result = (): R => {
      throw new Error("the caller's transaction ended without the work");
    };
    first.resolve(async (client, caller) => {
      const latest = await work(client, caller);
      result = () => latest;
    });
    await opening;
    return result();
  }
  try {
    return await handle(asCaller);
  } finally {
    if (isOpen) {
      first.resolve(null);
      await opening;
    }
  }
}

function permit(role: Role | "any", caller: Caller): void {
  if (role !== "any" && caller.role !== role) throw new PortalError(platformErrors.not_allowed());
}

/** For operations that run as portal_engine or on a device: they keep no transaction of the caller's open meanwhile. */
export async function requireAdmission({ asCaller }: CallerContext): Promise<void> {
  await asCaller(async () => undefined);
}
