// Keeps one LISTEN connection. Notifications only speed up readers; a poll behind each is authoritative.
import { Client, type ClientConfig } from "pg";
import type { Logger } from "pino";
import { type BackOff, backOff } from "#contract/back-off.ts";
import type { Clock } from "#drivers/clock.ts";

export interface Listening {
  channel: string;
  pauses: BackOff;
  clock: Clock;
  log: Pick<Logger, "warn">;
  signal: AbortSignal;
  /** Called per notification, and with null after each connect, since some may have been missed. */
  onWord: (payload: string | null) => void;
}

/** Listens until `signal` aborts; reconnects and never rejects. */
export async function listen(config: ClientConfig, listening: Listening): Promise<void> {
  const { channel, pauses, clock, log, signal, onWord } = listening;
  let failures = 0;
  while (!signal.aborted) {
    const client = new Client(config);
    const ended = endOf(client, signal);
    try {
      client.on("notification", ({ payload }) => onWord(payload ?? null));
      await client.connect();
      await client.query(`listen ${channel}`);
      failures = 0;
      onWord(null);
      await ended;
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, channel }, "the listening connection was lost; polling goes on");
    }
    await client.end().catch((error: unknown) => log.warn({ err: error, channel }, "a lost connection did not close"));
    failures += 1;
    await clock.wait(backOff(failures, pauses), signal).catch(() => undefined);
  }
}

function endOf(client: Client, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => undefined); // A failed connect rejects separately.
  const stop = () => resolve();
  signal.addEventListener("abort", stop, { once: true });
  client.on("error", reject);
  client.on("end", () => {
    signal.removeEventListener("abort", stop);
    reject(new Error("connection ended"));
  });
  return promise;
}
