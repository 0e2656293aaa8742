// Look-ups kept for a moment. A Set replaces the whole object, so it needs the current one; a worker run has just read
// it, and a second read at 150 ms costs a third of its time.
import type { Clock } from "../clock.ts";

/**
 * Longer than a batch of grants. Whoever edits the object at the device in between loses the edit, as between any read
 * and its write.
 */
const GOOD_FOR_MS = 5_000;

export interface RecentReads<Item> {
  /** Replaces earlier look-ups: `tokens` were asked for, `items` exist. */
  remember(tokens: readonly string[], items: readonly Item[]): void;
  /** Null: it does not exist; undefined: not known. Consumed, since nothing is known after a write or a lost answer. */
  take(token: string): Item | null | undefined;
}

export function createRecentReads<Item extends { token: string }>(clock: Clock): RecentReads<Item> {
  let known = new Map<string, Item | null>();
  let readAt = 0;
  return {
    remember(tokens, items) {
      const found = new Map(items.map((item) => [item.token, item]));
      known = new Map(tokens.map((token) => [token, found.get(token) ?? null]));
      readAt = clock.monotonic();
    },
    take(token) {
      const item = clock.monotonic() - readAt > GOOD_FOR_MS ? undefined : known.get(token);
      known.delete(token);
      return item;
    },
  };
}
