// What a look-up showed a moment ago. A Set replaces the whole object, so it needs what is there now; a lane that looks,
// plans and writes has just read it, and at 150 ms a call reading it once more would cost a third of its time.
import type { Clock } from "../clock.ts";

/**
 * How long a look-up is good for. Whoever edits the object at the device in between loses that edit, as in the moment between
 * any read and its write; longer than a lane's batch of grants, far shorter than a person's second look.
 */
const GOOD_FOR_MS = 5_000;

export interface RecentReads<Item> {
  /** Replaces what was known: `tokens` were asked for, `items` are those that exist. */
  remember(tokens: readonly string[], items: readonly Item[]): void;
  /** The object, null = it did not exist, undefined = not known. Good once: after a write, or a lost answer, nothing is known. */
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
