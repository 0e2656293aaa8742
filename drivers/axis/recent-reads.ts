// Caches objects that a worker run has just read, because a Set replaces the whole object. This saves a third of its time.
import type { Clock } from "../clock.ts";

/** Longer than a batch of grants. A concurrent edit at the device is lost, as it would be between any read and write. */
const GOOD_FOR_MS = 5_000;

export interface RecentReads<Item> {
  /** Remembers a whole list: any other object is absent. */
  rememberAll(items: readonly Item[]): void;
  remember(tokens: readonly string[], items: readonly Item[]): void;
  /** Takes an object out of the cache, since a write or a lost answer makes it unknown. Null: absent; undefined: unknown. */
  take(token: string): Item | null | undefined;
}

/** Creates an empty cache. Null is an object that the unit was asked for and does not have. */
export function createRecentReads<Item extends { token: string }>(clock: Clock): RecentReads<Item> {
  let known = new Map<string, Item | null>();
  let others: null | undefined;
  const taken = new Set<string>();
  let readAt = 0;
  const know = (objects: Map<string, Item | null>, rest: null | undefined) => {
    known = objects;
    others = rest;
    taken.clear();
    readAt = clock.monotonic();
  };
  return {
    rememberAll: (items) => know(new Map(items.map((item) => [item.token, item])), null),
    remember(tokens, items) {
      const found = new Map(items.map((item) => [item.token, item]));
      know(new Map(tokens.map((token) => [token, found.get(token) ?? null])), undefined);
    },
    take(token) {
      const isUnknown = taken.has(token) || clock.monotonic() - readAt > GOOD_FOR_MS;
      taken.add(token);
      if (isUnknown) return undefined;
      return known.has(token) ? known.get(token) : others;
    },
  };
}
