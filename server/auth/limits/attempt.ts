// Counts attempts at secrets: charged before evaluation, refunded when the secret is right.
import type { FastifyRequest } from "fastify";
import { recordEvent } from "../audit.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError, BusyError } from "../errors.ts";
import { isKnownAddress } from "../users.store.ts";
import { addressGroup, type ConsumedAttempt, type OwnQuota } from "./limits.ts";

export interface Attempt {
  /** User id, a digest of the typed address, or null when the secret names no account. */
  account: string | null;
  userId: string | null;
  /** True if somebody recently signed in from this address; looked up by default. */
  known?: boolean;
  /** The caller's own limit, charged first. The address is not charged until this limit is exhausted. */
  own?: (OwnQuota & { /** No fallback: a session has no other attempts. */ only: boolean }) | null | undefined;
}

/**
 * Runs an attempt. A right answer is refunded, and so is BusyError, which evaluated nothing; null is a wrong answer. Throws AuthError 429.
 */
export async function attempt<T>(
  request: FastifyRequest,
  deps: AuthDeps,
  one: Attempt,
  evaluate: () => Promise<T | null>,
): Promise<T | null> {
  const consumed = await consumeAttempt(request, deps, one);
  const result = await evaluate().catch(async (error: unknown) => {
    if (error instanceof BusyError) await consumed.refund();
    throw error;
  });
  if (result !== null) await consumed.refund();
  return result;
}

/** Charges an attempt that is judged later. Throws AuthError 429 when none is left. */
export async function consumeAttempt(request: FastifyRequest, deps: AuthDeps, one: Attempt): Promise<ConsumedAttempt> {
  try {
    return await pay(request, deps, one);
  } catch (error) {
    if (error instanceof AuthError) await recordBurst(request, deps, one);
    throw error;
  }
}

async function pay(
  request: FastifyRequest,
  deps: AuthDeps,
  { account, known, own }: Attempt,
): Promise<ConsumedAttempt> {
  if (own != null) {
    const consumed = await deps.limiter.takeOwn(own);
    if (consumed !== null) return consumed;
    if (own.only) return deps.limiter.refuseOwn(own);
  }
  return deps.limiter.take({
    account,
    address: request.ip,
    known: known ?? (await isKnownAddress(deps.pool, addressGroup(request.ip))),
  });
}

/**
 * Records a burst once per account or address and window, while the address has attempts left; otherwise an address could leave a row per
 * mailbox.
 */
async function recordBurst(request: FastifyRequest, deps: AuthDeps, { account, userId }: Attempt): Promise<void> {
  const { windowSeconds, perAddress, perAccount } = deps.settings.attempts;
  const group = addressGroup(request.ip);
  const consume = (key: string, allowed: number) => deps.limiter.consume({ key, allowed, windowSeconds });
  if (await deps.limiter.isConsumed({ key: `audit:${account ?? group}`, windowSeconds })) return;
  const allowed = await consume(`audit-from:${group}`, Math.ceil(perAddress / perAccount));
  if (allowed && (await consume(`audit:${account ?? group}`, 1)))
    await recordEvent(deps.pool, "auth.failed_burst", { actor: null, subject: userId, after: { ip: request.ip } });
}
