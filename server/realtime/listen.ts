// Sends an empty NOTIFY at most five times a second, outside gate transactions, whose commits would otherwise queue on one lock.
import type { ClientConfig, Pool } from "pg";
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";
import { listen } from "#server/platform/database/listen.ts";
import { notifyServers } from "./changes.store.ts";

const CHANNEL = "access_logs";
const ANNOUNCE_GAP_MS = 200;

interface Parts {
  clock: Clock;
  log: Logger;
  /** Distinguishes this server's notifications. */
  serverId: string;
}

/** Returns a function to call after each commit, where it costs nothing. */
export function createAnnouncer(pool: Pool, { clock, log, serverId }: Parts): () => void {
  let pending = false;
  let busy = false;
  const send = async () => {
    busy = true;
    try {
      while (pending) {
        pending = false;
        await notifyServers(pool, CHANNEL, serverId);
        await clock.wait(ANNOUNCE_GAP_MS);
      }
    } catch (error) {
      log.warn({ err: error }, "other servers were not notified of a log row; they will find it within a second");
    } finally {
      busy = false;
    }
  };
  return () => {
    pending = true;
    if (!busy) void send();
  };
}

/** Calls `onWord` on notifications and after reconnects, until `signal` aborts. */
export function listenForWord(
  config: ClientConfig,
  { clock, log, serverId, onWord, signal }: Parts & { onWord: () => void; signal: AbortSignal },
): Promise<void> {
  const pauses = { firstMs: 500, longestMs: 30_000 };
  const received = (payload: string | null) => {
    if (payload !== serverId) onWord();
  };
  return listen(config, { channel: CHANNEL, pauses, clock, log, signal, onWord: received });
}
