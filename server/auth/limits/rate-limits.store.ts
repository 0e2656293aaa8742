// Sliding windows of time stamps by key, shared by all servers.
import type { Pool } from "pg";
import { z } from "zod";
import { readRows } from "#server/platform/database/read-each.ts";

interface Window {
  key: string;
  windowSeconds: number;
}

/** A stamp in the window. A later one than now was written before the clock was set back, and would fill the window until the old time comes again. */
const IN_WINDOW = `t > clock_timestamp() - make_interval(secs => $2) and t < clock_timestamp() + interval '1 minute'`;
const LAST = `(select max(t) from unnest(l.taken) t where ${IN_WINDOW})`;

const TAKE = {
  name: "auth_take_guess",
  // A sliding window. The upsert's row lock serialises concurrent requests; unique stamps let a refund remove just one.
  text: `insert into auth.rate_limits as l (key, taken, expires_at)
         values ($1, array[clock_timestamp()], clock_timestamp() + make_interval(secs => $2))
         on conflict (key) do update set
           taken = array(select t from unnest(l.taken) t where ${IN_WINDOW} order by t)
                   || greatest(clock_timestamp(), ${LAST} + interval '1 microsecond'),
           expires_at = clock_timestamp() + make_interval(secs => $2)
         where (select count(*) from unnest(l.taken) t where ${IN_WINDOW}) < $3
         returning taken[cardinality(taken)]::text as at`,
};
const TAKE_MANY = {
  name: "auth_take_many",
  // Each window takes $4 stamps; the rest is like the statement above. Keys are locked in their order, so that two calls never wait for each other.
  text: `insert into auth.rate_limits as l (key, taken, expires_at)
         select k, array(select clock_timestamp() + n * interval '1 microsecond' from generate_series(1, $4::integer) n),
           clock_timestamp() + make_interval(secs => $2)
         from unnest($1::text[]) k order by k
         on conflict (key) do update set
           taken = array(select t from unnest(l.taken) t where ${IN_WINDOW} order by t)
                   || array(select greatest(clock_timestamp(), ${LAST}) + n * interval '1 microsecond'
                            from generate_series(1, $4::integer) n),
           expires_at = clock_timestamp() + make_interval(secs => $2)
         where (select count(*) from unnest(l.taken) t where ${IN_WINDOW}) + $4::integer <= $3
         returning key`,
};
const REFUND = {
  name: "auth_refund_guess",
  text: "update auth.rate_limits set taken = array_remove(taken, $2::timestamptz) where key = $1",
};
const WAIT = {
  name: "auth_guess_wait",
  text: `select coalesce(extract(epoch from min(t) + make_interval(secs => $2) - clock_timestamp()), 1)::float8 as seconds
         from auth.rate_limits l, unnest(l.taken) t where l.key = $1 and ${IN_WINDOW}`,
};
const SPENT = {
  name: "auth_is_spent",
  text: `select from auth.rate_limits l where l.key = $1 and exists (select from unnest(l.taken) t where ${IN_WINDOW})`,
};

/** Takes a new stamp; returns null when `allowed` are taken in the window. */
export async function takeStamp(
  db: Pool,
  { key, windowSeconds, allowed }: Window & { allowed: number },
): Promise<string | null> {
  const { rows } = await db.query({ ...TAKE, values: [key, windowSeconds, allowed] });
  return z.object({ at: z.string() }).optional().parse(rows[0])?.at ?? null;
}

/** Takes `count` stamps of each key in one statement, whole or none; returns the keys that had room. */
export async function takeStamps(
  db: Pool,
  limit: { keys: readonly string[]; count: number; windowSeconds: number; allowed: number },
): Promise<Set<string>> {
  const { keys, count, windowSeconds, allowed } = limit;
  if (count > allowed) return new Set();
  const { rows } = await db.query({ ...TAKE_MANY, values: [keys, windowSeconds, allowed, count] });
  return new Set(readRows(z.object({ key: z.string() }), rows).map(({ key }) => key));
}

/** Gives one attempt back; does nothing when its time stamp has left the window. */
export async function refundStamp(db: Pool, key: string, at: string): Promise<void> {
  await db.query({ ...REFUND, values: [key, at] });
}

/** Returns the seconds until the window's oldest stamp leaves it. */
export async function secondsToWait(db: Pool, { key, windowSeconds }: Window): Promise<number> {
  const { rows } = await db.query({ ...WAIT, values: [key, windowSeconds] });
  return z.object({ seconds: z.number() }).parse(rows[0]).seconds;
}

/** Tells whether the window holds a stamp; writes nothing. */
export async function isTaken(db: Pool, { key, windowSeconds }: Window): Promise<boolean> {
  return (await db.query({ ...SPENT, values: [key, windowSeconds] })).rowCount === 1;
}
