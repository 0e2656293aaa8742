// What has been sent already. Reads overlap by ten seconds, so that a row which committed late is still found; this
// memory keeps the others from being sent twice. Pure bookkeeping.
import type { ChangeType } from "#contract/realtime.ts";
import type { ChangedKey, DeletedKey } from "./change-store.ts";

/** Beyond this the oldest are forgotten: then a row may be sent twice, which a page bears, and memory stays bounded. */
const MAX_ROWS = 50_000;

export interface PendingKey extends ChangedKey {
  /** What is news about it, in order. */
  types: ChangeType[];
}

export interface SeenRows {
  /** What is new among these keys. */
  news(keys: ChangedKey[], sinceMicros: number): PendingKey[];
  /** Remembers keys as sent. */
  add(keys: ChangedKey[]): void;
  /** Forgets what no later read can return. */
  forgetBefore(sinceMicros: number): void;
  clear(): void;
}

export function createSeenRows(): SeenRows {
  const rows = new Map<string, ChangedKey>();
  return {
    news: (keys, sinceMicros) =>
      keys.flatMap((key) => {
        const seen = rows.get(key.id);
        const types: ChangeType[] = [];
        // A row older than the window, not known: it is here because it was changed.
        if (!seen && key.insertedMicros > sinceMicros) types.push("INSERT");
        if (key.changedMicros !== null && key.changedMicros !== (seen?.changedMicros ?? null)) types.push("UPDATE");
        return types.length === 0 ? [] : [{ ...key, types }];
      }),
    add: (keys) => {
      for (const key of keys) {
        rows.delete(key.id);
        rows.set(key.id, key);
      }
      for (const id of rows.keys()) {
        if (rows.size <= MAX_ROWS) break;
        rows.delete(id);
      }
    },
    forgetBefore: (sinceMicros) => {
      for (const [id, key] of rows) {
        if (Math.max(key.insertedMicros, key.changedMicros ?? 0) <= sinceMicros) rows.delete(id);
      }
    },
    clear: () => rows.clear(),
  };
}

export interface SeenNotes {
  /** Those of these deletions that were not sent yet. */
  unseen(keys: DeletedKey[]): DeletedKey[];
  /** Remembers them as sent. */
  add(keys: DeletedKey[]): void;
  forgetBefore(sinceMicros: number): void;
  clear(): void;
}

/** The same for rows that are gone, by the note of each. */
export function createSeenNotes(): SeenNotes {
  const notes = new Map<string, number>();
  return {
    unseen: (keys) => keys.filter(({ note }) => !notes.has(note)),
    add: (keys) => {
      for (const { note, deletedMicros } of keys) notes.set(note, deletedMicros);
    },
    forgetBefore: (sinceMicros) => {
      for (const [note, micros] of notes) if (micros <= sinceMicros) notes.delete(note);
    },
    clear: () => notes.clear(),
  };
}
