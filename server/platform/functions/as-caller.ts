// Runs functions as their caller. Only this file checks the role of a function's definition, before any of its code runs.

import type { Pool, PoolClient } from "pg";
import { platformErrors } from "#contract/errors/platform.ts";
import type { Role } from "#contract/roles.ts";
import { asUser, type Caller, type Repeat, type SessionClaims } from "../database/as-user.ts";
import { PortalError } from "../http/errors.ts";

type Work<T> = (client: PoolClient, caller: Caller) => Promise<T>;
export type AsCaller = <T>(work: Work<T>) => Promise<T>;

export interface CallerContext {
  claims: SessionClaims;
  asCaller: AsCaller;
  /** True when all is rolled back: locks that a gate's decision would wait for are not taken. */
  isPreview?: boolean;
}

/**
 * Runs `handle` only after the database has confirmed that the caller may. That transaction stays open for the first `asCaller`, so the
 * check costs no round trip. `handle` must reach its first `asCaller` without waiting for anything else, because it holds a shared
 * connection. Throws PortalError 401 or 403.
 */
export async function admitted<T>(
  pool: Pool,
  { claims, role, repeat }: { claims: SessionClaims; role: Role | "any"; repeat?: Repeat },
  handle: (asCaller: AsCaller) => Promise<T>,
): Promise<T> {
  const entered = Promise.withResolvers<void>();
  const first = Promise.withResolvers<Work<void> | null>();
  // Run again after a deadlock or a charge, with the same work.
  const opening = asUser(
    pool,
    claims,
    async (client, caller) => {
      permit(role, caller);
      entered.resolve();
      const work = await first.promise;
      await work?.(client, caller);
    },
    { repeat },
  );
  await Promise.race([entered.promise, opening]);

  let isOpen = true;
  async function asCaller<R>(work: Work<R>): Promise<R> {
    if (!isOpen) {
      return asUser(
        pool,
        claims,
        (client, caller) => {
          permit(role, caller);
          return work(client, caller);
        },
        { repeat },
      );
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

/** Ends the caller's transaction for operations that run as portal_engine or on a device, so that none stays open meanwhile. */
export async function requireAdmission({ asCaller }: CallerContext): Promise<void> {
  await asCaller(async () => undefined);
}
