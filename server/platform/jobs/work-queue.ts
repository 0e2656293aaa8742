// The loop around a queue in the database that any server may work, a lease for each entry: rounds while there is work, upkeep
// once a minute, and a rest until the bell or the next look.
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";

const UPKEEP_EVERY_MS = 60_000;

export interface QueueWork {
  clock: Clock;
  log: Pick<Logger, "warn">;
  /** Said when a round fails: "the mail queue". */
  name: string;
  /** How soon an entry is looked at that nobody rang the bell for. */
  everyMs: number;
  /** A round that took as many is followed by the next at once. */
  batch: number;
  /** One round. Returns how many entries it took. */
  round: () => Promise<number>;
  /** Gives up what has expired and forgets what is long done. */
  tend: () => Promise<void>;
  /** Resolves when something was put in; asked before each round, so that nothing falls between two. */
  woken?: () => Promise<unknown>;
}

/** Runs until the signal aborts. A round that fails is logged and the next one tries again. */
export async function workQueue(work: QueueWork, signal: AbortSignal): Promise<void> {
  const { clock, log, name, everyMs, batch, round, tend, woken } = work;
  let upkeepAt = 0;
  while (!signal.aborted) {
    const rung = woken ? [woken()] : [];
    try {
      if ((await round()) === batch) continue;
      if (clock.monotonic() >= upkeepAt) {
        upkeepAt = clock.monotonic() + UPKEEP_EVERY_MS;
        await tend();
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, `${name} could not be worked; trying again soon`);
    }
    await Promise.race([...rung, clock.wait(everyMs, signal).catch(() => undefined)]);
  }
}
