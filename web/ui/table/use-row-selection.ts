import { useState } from "react";

export interface RowSelection<Row> {
  /** Chosen rows by id, over all pages: a row stays chosen when the page is turned. */
  chosen: ReadonlyMap<string, Row>;
  set: (chosen: ReadonlyMap<string, Row>) => void;
}

/** Keeps the chosen rows, also those of other pages of the list. */
export function useRowSelection<Row>(): RowSelection<Row> & { clear: () => void } {
  const [chosen, set] = useState<ReadonlyMap<string, Row>>(new Map());
  return { chosen, set, clear: () => set(new Map()) };
}

/** Adds rows to the selection, or removes them. */
export function withRows<Row>(
  chosen: ReadonlyMap<string, Row>,
  rows: readonly { id: string; original: Row }[],
  on: boolean,
): ReadonlyMap<string, Row> {
  const next = new Map(chosen);
  for (const { id, original } of rows) {
    if (on) next.set(id, original);
    else next.delete(id);
  }
  return next;
}

/** Returns the rows from the last pressed one to this one, both included; only this one if the last pressed row is gone. */
export function rowsBetween<Row extends { id: string }>(
  rows: readonly Row[],
  from: string | null,
  to: string,
): readonly Row[] {
  const end = rows.findIndex((row) => row.id === to);
  const begin = rows.findIndex((row) => row.id === from);
  const [first, last] = begin < 0 ? [end, end] : [Math.min(begin, end), Math.max(begin, end)];
  return rows.slice(first, last + 1);
}
