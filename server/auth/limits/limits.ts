// Attempt limits in PostgreSQL, shared by all servers. One statement charges *before* evaluation, so parallel attempts gain nothing.

import ipaddr from "ipaddr.js";
import type { Pool } from "pg";
import { authErrors } from "#contract/errors/auth.ts";
import { bareAddress } from "#server/platform/connections/address-key.ts";
import { AuthError } from "../errors.ts";
import type { AttemptLimits } from "../settings.ts";
import { isTaken, refundStamp, secondsToWait, takeStamp, takeStamps } from "./rate-limits.store.ts";

export interface AttemptLimiter {
  /**
   * Charges an attempt. Throws AuthError 429 when none is left.
   * @param attempt.account counts over every path: a user id or a digest of the typed address; null for a secret without account
   * @param attempt.known whether somebody recently signed in from this address
   */
  take(attempt: { account: string | null; address: string; known: boolean }): Promise<ConsumedAttempt>;
  /** Charges a limit that belongs to the caller alone; returns null when exhausted. */
  takeOwn(quota: OwnQuota): Promise<ConsumedAttempt | null>;
  /** Throws AuthError 429 with the time of the next attempt. */
  refuseOwn(quota: OwnQuota): Promise<never>;
  /** Charges another limit (an email, a text message); returns false when exhausted. */
  consume(limit: { key: string; allowed: number; windowSeconds: number }): Promise<boolean>;
  /** Charges each of several limits `count` times, whole or not at all; returns the keys that had room. */
  consumeMany(limit: {
    keys: readonly string[];
    count: number;
    allowed: number;
    windowSeconds: number;
  }): Promise<Set<string>>;
  /** Tells whether anything was charged in the window; writes nothing. */
  isConsumed(limit: { key: string; windowSeconds: number }): Promise<boolean>;
}

export interface OwnQuota {
  key: string;
  allowed: number;
}

export interface ConsumedAttempt {
  refund(): Promise<void>;
}

interface Stamp {
  key: string;
  at: string;
}

/** Creates the limiter. `take` throws AuthError with the seconds to wait; a successful attempt is given back by `refund`. */
export function createAttemptLimiter(pool: Pool, limits: AttemptLimits): AttemptLimiter {
  const stamp = async (key: string, windowSeconds: number, allowed: number): Promise<Stamp | null> => {
    const at = await takeStamp(pool, { key, windowSeconds, allowed });
    return at === null ? null : { key, at };
  };
  const take = (key: string, allowed: number) => stamp(key, limits.windowSeconds, allowed);
  const refuse = async (key: string): Promise<never> => {
    const retryAfter = await secondsToWait(pool, { key, windowSeconds: limits.windowSeconds });
    throw new AuthError(authErrors.over_request_rate_limit(), { retryAfter });
  };
  const takeOfAccount = async (key: string, known: boolean) =>
    (await take(key, limits.perAccount)) ??
    (known ? await take(`${key}:known`, limits.perAccountKnownAddress) : null) ??
    (await refuse(key));
  const refundable = (consumed: Stamp[]): ConsumedAttempt => ({
    refund: async () => {
      for (const { key, at } of consumed) await refundStamp(pool, key, at);
    },
  });
  return {
    take: async ({ account, address, known }) => {
      const addressKey = `address:${addressGroup(address)}`;
      const consumed = [(await take(addressKey, limits.perAddress)) ?? (await refuse(addressKey))];
      if (account !== null) consumed.push(await takeOfAccount(`account:${account}`, known));
      return refundable(consumed);
    },
    takeOwn: async ({ key, allowed }) => {
      const consumed = await take(key, allowed);
      return consumed === null ? null : refundable([consumed]);
    },
    refuseOwn: ({ key }) => refuse(key),
    consume: async ({ key, allowed, windowSeconds }) => (await stamp(key, windowSeconds, allowed)) !== null,
    consumeMany: (limit) => takeStamps(pool, limit),
    isConsumed: (limit) => isTaken(pool, limit),
  };
}

/** Returns the address group as CIDR: a whole IPv4 address, or the /64 of an IPv6 address, since a subscriber has a whole /64. */
export function addressGroup(address: string): string {
  const bare = bareAddress(address);
  if (!ipaddr.isValid(bare)) return "0.0.0.0/32";
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === "ipv4") return `${parsed.toString()}/32`;
  return `${parsed.toNormalizedString().split(":").slice(0, 4).join(":")}::/64`;
}
