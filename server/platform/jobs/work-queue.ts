// The loop of a leased database queue. It works on due items while there are places, does maintenance once a minute, and then
// rests until it is woken or an item is due.
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";

const UPKEEP_EVERY_MS = 60_000;

/** A table of due items. A lease gives each to one server at a time. */
export interface LeasedQueue<Item> {
  /** Leases at most `limit` due items to `owner`, so that only the claimer records an end. */
  claim(owner: string, limit: number): Promise<readonly Item[]>;
  work(item: Item, owner: string): Promise<void>;
}

export interface QueueWork<Item> {
  clock: Clock;
  log: Pick<Logger, "warn">;
  name: string;
  everyMs: number;
  queue: LeasedQueue<Item>;
  /** Most items worked on at once. A slow one keeps one place, and the others go on. */
  places: number;
  maintain: () => Promise<void>;
  /** Resolves on new work; called before each claim, so that none is missed in between. */
  woken?: () => Promise<unknown>;
}

/** Runs until the signal aborts and all begun work has ended; a failure is logged, and its item is due again when its lease ends. */
export async function workQueue<Item>(work: QueueWork<Item>, signal: AbortSignal): Promise<void> {
  const { clock, log, name, everyMs, queue, places, maintain, woken } = work;
  const failed = (error: unknown) => {
    if (!signal.aborted) log.warn({ err: error }, `${name} could not be worked; trying again soon`);
  };
  const begun = new Set<Promise<void>>();
  const begin = (item: Item, owner: string) => {
    const one: Promise<void> = queue
      .work(item, owner)
      .catch(failed)
      .finally(() => begun.delete(one));
    begun.add(one);
  };
  let upkeepAt = 0;
  while (!signal.aborted) {
    const rung = woken ? [woken()] : [];
    try {
      const owner = randomUUID();
      const free = places - begun.size;
      const claimed = await queue.claim(owner, free);
      for (const item of claimed) begin(item, owner);
      if (claimed.length === free) {
        await Promise.race(begun);
        continue;
      }
      if (clock.monotonic() >= upkeepAt) {
        upkeepAt = clock.monotonic() + UPKEEP_EVERY_MS;
        await maintain();
      }
    } catch (error) {
      failed(error);
    }
    await Promise.race([...rung, clock.wait(everyMs, signal).catch(() => undefined)]);
  }
  await Promise.all(begun);
}
