// Attempt limits in PostgreSQL, for all servers. One statement charges *before* evaluation: parallelism gains nothing.

import ipaddr from "ipaddr.js";
import type { Pool } from "pg";
import { z } from "zod";
import { authErrors } from "#contract/errors/auth.ts";
import { bareAddress } from "#server/platform/connections/address-key.ts";
import { AuthError } from "../errors.ts";
import type { AttemptLimits } from "../settings.ts";

export interface AttemptLimiter {
  /**
   * Throws AuthError 429 when exhausted.
   * @param attempt.account over every path: user id or a digest of the typed address; null for a secret without account
   * @param attempt.known whether somebody signed in from this address lately
   */
  take(attempt: { account: string | null; address: string; known: boolean }): Promise<PaidAttempt>;
  /** Charges a limit that is the caller's alone; null when exhausted. */
  takeOwn(purse: OwnPurse): Promise<PaidAttempt | null>;
  /** Throws AuthError 429 with the time of the next attempt. */
  refuseOwn(purse: OwnPurse): Promise<never>;
  /** Charges another limit (an email, a text message); false when exhausted. */
  spend(limit: { key: string; allowed: number; windowSeconds: number }): Promise<boolean>;
  /** Whether anything was charged in the window; writes nothing. */
  isSpent(limit: { key: string; windowSeconds: number }): Promise<boolean>;
}

export interface OwnPurse {
  key: string;
  allowed: number;
}

export interface PaidAttempt {
  refund(): Promise<void>;
}

interface Stamp {
  key: string;
  at: string;
}

const TAKE = {
  name: "auth_take_guess",
  // A sliding window. The upsert's row lock serialises rivals; unique stamps let a refund remove just one.
  text: `insert into auth.rate_limits as l (key, taken, expires_at)
         values ($1, array[clock_timestamp()], clock_timestamp() + make_interval(secs => $2))
         on conflict (key) do update set
           taken = array(select t from unnest(l.taken) t where t > clock_timestamp() - make_interval(secs => $2) order by t)
                   || greatest(clock_timestamp(), l.taken[cardinality(l.taken)] + interval '1 microsecond'),
           expires_at = clock_timestamp() + make_interval(secs => $2)
         where (select count(*) from unnest(l.taken) t where t > clock_timestamp() - make_interval(secs => $2)) < $3
         returning taken[cardinality(taken)]::text as at`,
};
const REFUND = {
  name: "auth_refund_guess",
  text: "update auth.rate_limits set taken = array_remove(taken, $2::timestamptz) where key = $1",
};
const WAIT = {
  name: "auth_guess_wait",
  text: `select coalesce(extract(epoch from min(t) + make_interval(secs => $2) - clock_timestamp()), 1)::float8 as seconds
         from auth.rate_limits l, unnest(l.taken) t where l.key = $1 and t > clock_timestamp() - make_interval(secs => $2)`,
};
const SPENT = {
  name: "auth_is_spent",
  text: `select from auth.rate_limits
         where key = $1 and taken[cardinality(taken)] > clock_timestamp() - make_interval(secs => $2)`,
};
const stampRow = z.object({ at: z.string() });
const waitRow = z.object({ seconds: z.number() });

export function createAttemptLimiter(pool: Pool, limits: AttemptLimits): AttemptLimiter {
  const stamp = async (key: string, windowSeconds: number, allowed: number): Promise<Stamp | null> => {
    const { rows } = await pool.query({ ...TAKE, values: [key, windowSeconds, allowed] });
    return rows.length === 0 ? null : { key, at: stampRow.parse(rows[0]).at };
  };
  const take = (key: string, allowed: number) => stamp(key, limits.windowSeconds, allowed);
  const refuse = async (key: string): Promise<never> => {
    const { rows } = await pool.query({ ...WAIT, values: [key, limits.windowSeconds] });
    throw new AuthError(authErrors.over_request_rate_limit(), { retryAfter: waitRow.parse(rows[0]).seconds });
  };
  const takeOfAccount = async (key: string, known: boolean) =>
    (await take(key, limits.perAccount)) ??
    (known ? await take(`${key}:known`, limits.perAccountKnownAddress) : null) ??
    (await refuse(key));
  const refundable = (paid: Stamp[]): PaidAttempt => ({
    refund: async () => {
      for (const { key, at } of paid) await pool.query({ ...REFUND, values: [key, at] });
    },
  });
  return {
    take: async ({ account, address, known }) => {
      const addressKey = `address:${addressGroup(address)}`;
      const paid = [(await take(addressKey, limits.perAddress)) ?? (await refuse(addressKey))];
      if (account !== null) paid.push(await takeOfAccount(`account:${account}`, known));
      return refundable(paid);
    },
    takeOwn: async ({ key, allowed }) => {
      const paid = await take(key, allowed);
      return paid === null ? null : refundable([paid]);
    },
    refuseOwn: ({ key }) => refuse(key),
    spend: async ({ key, allowed, windowSeconds }) => (await stamp(key, windowSeconds, allowed)) !== null,
    isSpent: async ({ key, windowSeconds }) =>
      (await pool.query({ ...SPENT, values: [key, windowSeconds] })).rowCount === 1,
  };
}

/** As CIDR: IPv4 whole, IPv6 by its /64, since a subscriber has a whole /64. */
export function addressGroup(address: string): string {
  const bare = bareAddress(address);
  if (!ipaddr.isValid(bare)) return "0.0.0.0/32";
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === "ipv4") return `${parsed.toString()}/32`;
  return `${parsed.toNormalizedString().split(":").slice(0, 4).join(":")}::/64`;
}
