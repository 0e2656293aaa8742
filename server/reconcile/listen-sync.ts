// One connection that listens for the marks of writers. It only makes lanes start sooner: without it the poll is right.
import { Client, type ClientConfig } from "pg";
import type { Clock } from "#drivers/clock.ts";
import type { SyncDeps } from "./lane-context.ts";

const CHANNEL = "sync";
const RECONNECT_MS = 2_000;

/** Listens until `signal` aborts; reconnects by itself, and wakes after each connect since marks may have been missed. */
export async function listenSync(
  config: ClientConfig,
  { clock, log }: { clock: Clock; log: SyncDeps["log"] },
  { signal, onWake }: { signal: AbortSignal; onWake: () => void },
): Promise<void> {
  while (!signal.aborted) {
    const client = new Client(config);
    try {
      const ended = new Promise<void>((resolve) => {
        client.on("error", (error) => {
          log.warn({ err: error }, "the connection that listens for marks was lost");
          resolve();
        });
        client.on("end", resolve);
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      await client.connect();
      client.on("notification", onWake);
      await client.query(`listen ${CHANNEL}`);
      onWake();
      await ended;
    } catch (error) {
      log.warn({ err: error }, "could not listen for marks; polling goes on");
    }
    await client
      .end()
      .catch((error: unknown) => log.warn({ err: error }, "the listening connection did not close cleanly"));
    if (!signal.aborted) await rest(clock, signal);
  }
}

async function rest(clock: Clock, signal: AbortSignal): Promise<void> {
  try {
    await clock.wait(RECONNECT_MS, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
