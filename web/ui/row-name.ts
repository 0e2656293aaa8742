// What rows are called, by eye and by ear: a button that stands in several rows says which one it is of.
import { createContext, use } from "react";
import { formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";

/** Of the row that a cell stands in. */
export const RowNameContext = createContext<string | null>(null);

/** Outside a list what stands there has its own name. */
export function useRowName(own: string): string {
  return use(RowNameContext) ?? own;
}

export interface RowNaming<Row> {
  rowName: (row: Row) => string;
  /** What else the list shows of a row, for those that share a name: a plate, an organisation. */
  rowDetail?: ((row: Row) => string) | undefined;
}

/** The place in the list of each row that is alike another, else null. */
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

/** Rows that share a name add their detail to it, and those that are alike in that, too, their place in the list. */
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
