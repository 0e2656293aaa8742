// Remembers rows already sent. Reads overlap to find late commits; this removes duplicates. Pure.
import type { ChangeType } from "#contract/realtime.ts";
import type { ChangedKey, DeletedKey } from "./changes.store.ts";

/** Beyond this number the oldest rows are dropped: a row may be sent twice, which pages tolerate. */
const MAX_ROWS = 50_000;

export interface PendingKey extends ChangedKey {
  /** In the order of the changes. */
  types: ChangeType[];
}

export interface SeenRows {
  news(keys: ChangedKey[], sinceMicros: number): PendingKey[];
  add(keys: ChangedKey[]): void;
  /** Drops rows that no later read can return. */
  deleteBefore(sinceMicros: number): void;
  clear(): void;
}

/** Creates an empty memory. `news` returns the rows that are new or have changed since they were added. */
export function createSeenRows(): SeenRows {
  const rows = new Map<string, ChangedKey>();
  return {
    news: (keys, sinceMicros) =>
      keys.flatMap((key) => {
        const seen = rows.get(key.id);
        const types: ChangeType[] = [];
        // An unknown row that is older than the window appears because it changed.
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
    deleteBefore: (sinceMicros) => {
      for (const [id, key] of rows) {
        if (Math.max(key.insertedMicros, key.changedMicros ?? 0) <= sinceMicros) rows.delete(id);
      }
    },
    clear: () => rows.clear(),
  };
}

export interface SeenNotes {
  unseen(keys: DeletedKey[]): DeletedKey[];
  add(keys: DeletedKey[]): void;
  deleteBefore(sinceMicros: number): void;
  clear(): void;
}

/** Creates an empty memory of deletions. */
export function createSeenNotes(): SeenNotes {
  const notes = new Map<string, number>();
  return {
    unseen: (keys) => keys.filter(({ note }) => !notes.has(note)),
    add: (keys) => {
      for (const { note, deletedMicros } of keys) notes.set(note, deletedMicros);
    },
    deleteBefore: (sinceMicros) => {
      for (const [note, micros] of notes) if (micros <= sinceMicros) notes.delete(note);
    },
    clear: () => notes.clear(),
  };
}
