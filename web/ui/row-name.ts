// Names of rows, for eyes and screen readers: a button that stands in several rows names its row.
import { createContext, use } from "react";
import { formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";

/** Name of the row that a cell stands in. */
export const RowNameContext = createContext<string | null>(null);

/** Returns the row's name; outside a list an element has its own. */
export function useRowName(own: string): string {
  return use(RowNameContext) ?? own;
}

export interface RowNaming<Row> {
  rowName: (row: Row) => string;
  /** Distinguishes rows that share a name by another fact: a plate, an organisation. */
  rowDetail?: ((row: Row) => string) | undefined;
}

/** Returns the place in the list of each row that equals another, else null. */
export function rowPlacesApart<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  rowsBefore = 0,
): (row: Row) => string | null {
  const counts = Map.groupBy(rows, nameOf);
  const places = new Map(
    rows.flatMap((row, index) =>
      counts.get(nameOf(row))?.length === 1
        ? []
        : [[row, words.rowPlace(formatNumber(rowsBefore + index + 1))] as const],
    ),
  );
  return (row) => places.get(row) ?? null;
}

/** Returns distinct names: rows that share a name get their detail, and those still equal their place in the list. */
export function rowNamesApart<Row>(
  rows: readonly Row[],
  { rowName, rowDetail }: RowNaming<Row>,
  rowsBefore = 0,
): (row: Row) => string {
  const detailed = (row: Row) => [rowName(row), rowDetail?.(row)].filter(Boolean).join(", ");
  const sharedPlace = rowPlacesApart(rows, rowName);
  const place = rowPlacesApart(rows, detailed, rowsBefore);
  return (row) => (sharedPlace(row) === null ? rowName(row) : [detailed(row), place(row)].filter(Boolean).join(", "));
}
