// One connection that listens on a channel. It only makes readers look sooner: behind each stands a poll that is right.
import { Client, type ClientConfig } from "pg";
import type { Logger } from "pino";
import { type BackOff, backOff } from "#contract/back-off.ts";
import type { Clock } from "#drivers/clock.ts";

export interface Listening {
  channel: string;
  /** Between two connections, by failures since one last stood. */
  pauses: BackOff;
  clock: Clock;
  log: Pick<Logger, "warn">;
  signal: AbortSignal;
  /** Called for each word, and with null after each connect: words may have been missed. */
  onWord: (payload: string | null) => void;
}

/** Listens until `signal` aborts; reconnects by itself and never rejects. */
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

/** Resolves when stopped, rejects when the connection breaks. */
function endOf(client: Client, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => undefined); // broken while it connects: that rejects by itself
  const stop = () => resolve();
  signal.addEventListener("abort", stop, { once: true });
  client.on("error", reject);
  client.on("end", () => {
    signal.removeEventListener("abort", stop);
    reject(new Error("connection ended"));
  });
  return promise;
}
