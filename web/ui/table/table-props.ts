import type { ColumnDef, ReactTable } from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { RowNaming } from "#web/ui/row-name.ts";
import type { PortalFeatures, RowAction, Sort } from "./columns.ts";
import type { RowSelection } from "./use-row-selection.ts";

export type ActionSlots = number | readonly [slim: number, wide: number];

export interface RowGroup {
  id: string;
  head: ReactNode;
}

export interface DataTableProps<Row extends object> extends RowNaming<Row> {
  label: string;
  // biome-ignore lint/suspicious/noExplicitAny: TanStack's own type of a list of columns with different values
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  columns: ColumnDef<PortalFeatures, Row, any>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  rowActions?: ((row: Row) => RowAction[]) | undefined;
  /**
   * The most buttons of a row, "…" included: one number, or one for tables under 1,088 px and one for wider ones. The column has that
   * width on every page. Default 2.
   */
  actionSlots?: ActionSlots | undefined;
  /** Rows that do not open but have links or buttons in their cells: arrows move between them. */
  navigable?: boolean | undefined;
  /** Rows come and go by themselves, and stand still while one has the focus. */
  live?: boolean | undefined;
  selection?: RowSelection<Row> | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  /** Tells which rows open; without it all do. */
  opens?: ((row: Row) => boolean) | undefined;
  onDelete?: ((row: Row) => void) | undefined;
  rowClass?: ((row: Row) => string | undefined) | undefined;
  /** Shown across all columns instead of the row's cells, and cannot be pressed; null: an ordinary row. */
  across?: ((row: Row) => ReactNode) | undefined;
  /** Puts a header above rows where the group changes; the caller has ordered them. */
  groupOf?: ((row: Row, page: readonly Row[]) => RowGroup) | undefined;
  /** Old rows are shown while new ones load (query.isPlaceholderData). */
  stale?: boolean | undefined;
  sort?: Sort | undefined;
  onSortChange?: ((sort: Sort) => void) | undefined;
  paging?:
    | {
        page: number;
        pageSize: number;
        total: number;
        onPageChange: (page: number, how?: "replace") => void;
        onPageSizeChange?: (size: number) => void;
      }
    | undefined;
  empty: ReactNode;
  bare?: boolean | undefined;
  className?: string | undefined;
}

export interface BodyProps<Row extends object> extends DataTableProps<Row> {
  table: ReactTable<PortalFeatures, Row>;
  dimmed: boolean;
  skeleton: boolean;
  isLoading: boolean;
}

/** Returns the header above a row; null where the group continues. */
export function headAbove<Row extends object>(
  { groupOf }: Pick<DataTableProps<Row>, "groupOf">,
  rows: readonly { original: Row }[],
  index: number,
): ReactNode {
  const [row, before] = [rows[index]?.original, rows[index - 1]?.original];
  if (!groupOf || !row) return null;
  const page = rows.map(({ original }) => original);
  const group = groupOf(row, page);
  return before && groupOf(before, page).id === group.id ? null : group.head;
}
