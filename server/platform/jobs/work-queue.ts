// The loop of a leased database queue: rounds while there is work, maintenance once a minute, then rest until woken or due.
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";

const UPKEEP_EVERY_MS = 60_000;

export interface QueueWork {
  clock: Clock;
  log: Pick<Logger, "warn">;
  name: string;
  everyMs: number;
  /** A full batch is followed by the next at once. */
  batch: number;
  round: () => Promise<number>;
  maintain: () => Promise<void>;
  /** Resolves on new work; called before each round, so that none is missed in between. */
  woken?: () => Promise<unknown>;
}

/** Runs until the signal aborts; a failed round is logged and retried. */
export async function workQueue(work: QueueWork, signal: AbortSignal): Promise<void> {
  const { clock, log, name, everyMs, batch, round, maintain, woken } = work;
  let upkeepAt = 0;
  while (!signal.aborted) {
    const rung = woken ? [woken()] : [];
    try {
      if ((await round()) === batch) continue;
      if (clock.monotonic() >= upkeepAt) {
        upkeepAt = clock.monotonic() + UPKEEP_EVERY_MS;
        await maintain();
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, `${name} could not be worked; trying again soon`);
    }
    await Promise.race([...rung, clock.wait(everyMs, signal).catch(() => undefined)]);
  }
}

/** Runs one round: claims under a name of its own, so that only the claimer records an end, and works on all at once. */
export async function leasedRound<Item>(
  claim: (owner: string) => Promise<readonly Item[]>,
  work: (item: Item, owner: string) => Promise<void>,
): Promise<number> {
  const owner = randomUUID();
  const claimed = await claim(owner);
  await Promise.all(claimed.map((item) => work(item, owner)));
  return claimed.length;
}
