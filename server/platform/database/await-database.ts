// Waits at a start for a database that starts at the same time, fails over or is not reached yet.
import { setTimeout as wait } from "node:timers/promises";
import { Client, DatabaseError, type Pool } from "pg";
import { backOff } from "#contract/back-off.ts";
import { DIRECT_OPTION, PoolerError, poolerRefusal, requireDirect, requireSameDatabase } from "./pooler.ts";

export interface Awaiting {
  readonly signal: AbortSignal;
  /** Called once, when the first attempt fails, with the reason and the seconds that are left. */
  readonly onWait: (reason: string, seconds: number) => void;
  readonly limitMs?: number;
}

/** One minute is enough: a service manager restarts a server that has ended. */
const LIMIT_MS = 60_000;
const CONNECT_LIMIT_MS = 5_000;
const PAUSES = { firstMs: 100, longestMs: 500 };
/** Starting up, shutting down, closed for the moment, or out of connections. Every other answer of PostgreSQL is a mistake in the address. */
const PASSING = /^(57P0[123]|55000|53300|08...)$/;

class InRecoveryError extends Error {}

/**
 * Resolves when the database takes writes. Throws at once where waiting does not help (name, password, no such database, PoolerError for a
 * pooler), after a minute with the last failure, and the signal's reason when it is aborted.
 */
export async function awaitDatabase(url: string, awaiting: Awaiting): Promise<void> {
  await retried(() => directly(url, async () => {}), awaiting);
}

/** Resolves when the pools lead to the database at `directUrl`, through a pooler. Throws as awaitDatabase. */
export async function awaitPooler(engine: Pool, directUrl: string, awaiting: Awaiting): Promise<void> {
  await retried(() => directly(directUrl, (client) => requireSameDatabase(engine, client)), awaiting);
}

async function retried(attempt: () => Promise<void>, { signal, onWait, limitMs = LIMIT_MS }: Awaiting): Promise<void> {
  const end = performance.now() + limitMs;
  for (let failures = 1; ; failures += 1) {
    signal.throwIfAborted();
    try {
      await attempt();
      return;
    } catch (failure) {
      const error = poolerRefusal(failure);
      const left = end - performance.now();
      if (left <= 0 || isMistake(error)) throw error;
      if (failures === 1) onWait(reasonOf(error), Math.round(left / 1000));
      await wait(backOff(failures, PAUSES), undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

const isMistake = (error: unknown): boolean =>
  error instanceof PoolerError || (error instanceof DatabaseError && !PASSING.test(error.code ?? ""));

/** Returns a failure's reason in one line; a name with several addresses fails with an error of each, and no message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message || error.name : String(error);
}

async function directly(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    options: DIRECT_OPTION,
  });
  client.on("error", () => {}); // connect() and query() report it.
  try {
    await client.connect();
    await requireDirect(client);
    const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
    if (rows[0]?.standby === true) throw new InRecoveryError("it is a standby, which takes no writes");
    await work(client);
  } finally {
    await client.end().catch(() => {}); // The client never connected, or is already closed.
  }
}
