// Caches objects that a worker run has just read, because a Set replaces the whole object. This saves a third of its time.
import type { Clock } from "../clock.ts";

/** Longer than a batch of grants. A concurrent edit at the device is lost, as it would be between any read and write. */
const GOOD_FOR_MS = 5_000;

export interface RecentReads<Item> {
  remember(tokens: readonly string[], items: readonly Item[]): void;
  /** Takes an object out of the cache, since a write or a lost answer makes it unknown. Null: absent; undefined: unknown. */
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
