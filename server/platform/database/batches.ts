// Statements of requests that come at once are sent as one: a burst then costs one round trip and one commit instead of many.
import { DatabaseError } from "pg";

export interface BatchOptions<Item, Result> {
  /** Batches under way; the rest wait, and go together when one of them ends. */
  readonly atOnce: number;
  /** Items in one batch. */
  readonly most: number;
  /** Runs one or more in one statement, with a short lock timeout, and returns their results in the same order. */
  readonly together: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Runs one that was refused, or met a lock, as part of a batch. May wait for that lock; holds no place among the batches. */
  readonly alone: (item: Item) => Promise<Result>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * SQLSTATE classes of a statement that stored nothing and whose items may fare better alone: bad data, constraints, deadlocks, locks
 * (PostgreSQL manual, Appendix A).
 */
const REFUSALS = new Set(["22", "23", "40", "55"]);

/**
 * A function that runs each item by `together`, with those that came in the same turn of the event loop or while all places were
 * taken. What a refused batch held runs by `alone`, item by item, so that nobody fails or waits for another's row. Any other error
 * rejects all of the batch: a lost connection may have committed it.
 */
export function inBatches<Item, Result>({ atOnce, most, together, alone }: BatchOptions<Item, Result>) {
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let scheduled = false;

  const run = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await together(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error(`${results.length} results for ${batch.length} items`);
      for (const [at, result] of results.entries()) batch[at]?.resolve(result);
    } catch (error) {
      const refused = error instanceof DatabaseError && REFUSALS.has(error.code?.slice(0, 2) ?? "");
      for (const { item, resolve, reject } of batch) {
        if (refused) alone(item).then(resolve, reject);
        else reject(error);
      }
    }
  };
  const begin = (): void => {
    scheduled = false;
    while (running < atOnce && waiting.length > 0) {
      running += 1;
      void run(waiting.splice(0, most)).finally(() => {
        running -= 1;
        schedule();
      });
    }
  };
  // Not at once: requests that the same turn of the event loop reads go together.
  const schedule = (): void => {
    if (scheduled || running === atOnce || waiting.length === 0) return;
    scheduled = true;
    setImmediate(begin);
  };
  return (item: Item): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    schedule();
    return promise;
  };
}
