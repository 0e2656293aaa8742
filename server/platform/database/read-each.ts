// Reads rows of several tenants one by one: an unreadable row fails only itself.
import { channel, subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Logger } from "pino";
import type { z } from "zod";

const UNREADABLE = "portal.unreadable-row";

interface Unreadable {
  /** The names and values of the row's keys, without its other columns. */
  keys: Record<string, unknown>;
  error: unknown;
}

/** Reads each row separately; `instead` returns the replacement for an unreadable one, null leaves it out. */
export function readEach<Read, Other = Read>(
  rows: readonly unknown[],
  read: (row: unknown) => Read,
  instead: (row: unknown, error: unknown) => Other | null,
): (Read | Other)[] {
  return rows.flatMap((row): (Read | Other)[] => {
    try {
      return [read(row)];
    } catch (error) {
      channel(UNREADABLE).publish({ keys: keysOf(row), error } satisfies Unreadable);
      const other = instead(row, error);
      return other === null ? [] : [other];
    }
  });
}

/** Parses each row separately; an unreadable one is left out and logged. */
export function readRows<Row>(schema: z.ZodType<Row>, rows: readonly unknown[]): Row[] {
  return readEach<Row, never>(
    rows,
    (row) => schema.parse(row),
    () => null,
  );
}

/** Logs every row that could not be read, until the returned function is called. */
export function logUnreadableRows(log: Pick<Logger, "error">): () => void {
  const listener = (message: unknown) => {
    const { keys, error } = message as Unreadable;
    log.error({ err: error, row: keys }, "a row cannot be read");
  };
  subscribe(UNREADABLE, listener);
  return () => void unsubscribe(UNREADABLE, listener);
}

function keysOf(row: unknown): Record<string, unknown> {
  const entries = typeof row === "object" && row !== null ? Object.entries(row) : [];
  return Object.fromEntries(entries.filter(([name]) => name === "id" || name.endsWith("_id")));
}
