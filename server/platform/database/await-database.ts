// Waits at a start for a database that starts at the same time, fails over or is not reached yet.
import { setTimeout as wait } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { backOff } from "#contract/back-off.ts";

export interface Awaiting {
  readonly signal: AbortSignal;
  /** Called once, when the first attempt fails, with the reason and the seconds that are left. */
  readonly onWait: (reason: string, seconds: number) => void;
  readonly limitMs?: number;
}

/** A service manager starts a server again that ended, so longer outages need no longer wait. */
const LIMIT_MS = 60_000;
const CONNECT_LIMIT_MS = 5_000;
const PAUSES = { firstMs: 100, longestMs: 500 };
/** Starting up, shutting down, closed for the moment, or out of connections. Every other answer of PostgreSQL is a mistake in the address. */
const PASSING = /^(57P0[123]|55000|53300|08...)$/;

class InRecoveryError extends Error {}

/**
 * Resolves when the database takes writes. Throws at once where waiting does not help (name, password, no such database), after a minute
 * with the last failure, and the signal's reason when it is aborted.
 */
export async function awaitDatabase(url: string, { signal, onWait, limitMs = LIMIT_MS }: Awaiting): Promise<void> {
  const end = performance.now() + limitMs;
  for (let failures = 1; ; failures += 1) {
    signal.throwIfAborted();
    try {
      await connectOnce(url);
      return;
    } catch (error) {
      const left = end - performance.now();
      if (left <= 0 || (error instanceof DatabaseError && !PASSING.test(error.code ?? ""))) throw error;
      if (failures === 1) onWait(reasonOf(error), Math.round(left / 1000));
      await wait(backOff(failures, PAUSES), undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/** Returns a failure's reason in one line; a name with several addresses fails with an error of each, and no message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message || error.name : String(error);
}

async function connectOnce(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_LIMIT_MS });
  client.on("error", () => {}); // connect() and query() report it.
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
    if (rows[0]?.standby === true) throw new InRecoveryError("it is a standby, which takes no writes");
  } finally {
    await client.end().catch(() => {}); // The client never connected, or is already closed.
  }
}
