// Word between servers that log rows were written: an empty-handed NOTIFY, at most five a second and never in the
// gate's own transaction, where commits would queue on one lock. Losing it costs a second: the poll stands behind.
import { Client, type ClientConfig, type Pool } from "pg";
import type { Logger } from "pino";
import { backOff } from "#contract/back-off.ts";
import type { Clock } from "#drivers/clock.ts";

const CHANNEL = "access_logs";
const ANNOUNCE_GAP_MS = 200;
const RECONNECT_PAUSES = { firstMs: 500, longestMs: 30_000 };

interface Parts {
  clock: Clock;
  log: Logger;
  /** Tells this server's own announcements from the others'. */
  serverId: string;
}

/** Tells the other servers. Returns a function to be called after each commit; it costs nothing there. */
export function createAnnouncer(pool: Pool, { clock, log, serverId }: Parts): () => void {
  let pending = false;
  let busy = false;
  const send = async () => {
    busy = true;
    try {
      while (pending) {
        pending = false;
        await pool.query({ name: "realtime_notify", text: "select pg_notify($1, $2)", values: [CHANNEL, serverId] });
        await clock.wait(ANNOUNCE_GAP_MS);
      }
    } catch (error) {
      log.warn({ err: error }, "other servers were not told of a log row; they will find it within a second");
    } finally {
      busy = false;
    }
  };
  return () => {
    pending = true;
    if (!busy) void send();
  };
}

/** Calls `onWord` for every word of another server, and after each reconnect; runs until `signal` aborts. */
export async function listenForWord(
  config: ClientConfig,
  { clock, log, serverId, onWord, signal }: Parts & { onWord: () => void; signal: AbortSignal },
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const client = new Client(config);
    try {
      await listenOnce(client, { serverId, onWord, signal, connected: () => (failures = 0) });
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, "the connection that listens for log rows was lost");
    } finally {
      await client.end().catch((error: unknown) => log.debug({ err: error }, "a lost connection could not be closed"));
    }
    try {
      failures += 1;
      await clock.wait(backOff(failures, RECONNECT_PAUSES), signal);
    } catch {
      return;
    }
  }
}

interface Listening {
  serverId: string;
  onWord: () => void;
  connected: () => void;
  signal: AbortSignal;
}

/** Resolves when stopped, rejects when the connection breaks. */
async function listenOnce(client: Client, { serverId, onWord, connected, signal }: Listening): Promise<void> {
  const broken = new Promise<never>((_resolve, reject) => {
    client.on("error", reject);
    client.on("end", () => reject(new Error("connection ended")));
  });
  broken.catch(() => {});
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  client.on("notification", ({ payload }) => {
    if (payload !== serverId) onWord();
  });
  await client.connect();
  await client.query(`listen ${CHANNEL}`);
  connected();
  onWord();
  await Promise.race([broken, stopped]);
}
