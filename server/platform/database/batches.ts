// Lets concurrent requests share one statement: a burst costs one round trip and one commit.
import { DatabaseError } from "pg";
import { ZodError } from "zod";

export interface BatchOptions<Item, Result> {
  readonly atOnce: number;
  readonly most: number;
  /** Runs items in one statement with a short lock timeout; results keep their order. */
  readonly together: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Nothing is stored, so a batch with an unreadable row is repeated item by item. */
  readonly readsOnly?: boolean;
  /** Runs one item of a refused batch; may wait for locks and takes no batch slot. */
  readonly alone: (item: Item) => Promise<Result>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** SQLSTATE classes for which nothing was stored and single items may succeed (PostgreSQL manual, Appendix A). */
const REFUSALS = new Set(["21", "22", "23", "40", "55"]);

/** Tells whether the database has stored nothing, possibly because of one of the rows. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DatabaseError && REFUSALS.has(error.code?.slice(0, 2) ?? "");

/** Batches items. A refused batch is retried item by item; other errors reject it whole, since a lost connection may have committed. */
export function inBatches<Item, Result>({ atOnce, most, together, alone, readsOnly }: BatchOptions<Item, Result>) {
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let scheduled = false;

  const run = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await together(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error(`${results.length} results for ${batch.length} items`);
      for (const [at, result] of results.entries()) batch[at]?.resolve(result);
    } catch (error) {
      const refused = isRefusal(error) || (readsOnly === true && error instanceof ZodError);
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
