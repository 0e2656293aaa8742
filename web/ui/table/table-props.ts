// What a page gives its table, and what the table gives its two looks.
import type { ColumnDef, ReactTable } from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { PortalFeatures, RowAct, Sort } from "./columns.ts";

export interface DataTableProps<Row extends object> {
  /** Said to screen readers: the page's noun. */
  label: string;
  // biome-ignore lint/suspicious/noExplicitAny: TanStack's own type of a list of columns with different values
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  columns: ColumnDef<PortalFeatures, Row, any>[];
  /** undefined while the first load runs. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Names a row in the labels of its buttons. */
  rowName: (row: Row) => string;
  rowActs?: ((row: Row) => RowAct[]) | undefined;
  /** Enter or a press on the row. */
  onOpen?: ((row: Row) => void) | undefined;
  onDelete?: ((row: Row) => void) | undefined;
  /** Extra class of a row, "animate-new-row" for one that just arrived. */
  rowClass?: ((row: Row) => string | undefined) | undefined;
  /** New rows are on their way while old ones are shown (query.isPlaceholderData). */
  stale?: boolean | undefined;
  sort?: Sort | undefined;
  onSortChange?: ((sort: Sort) => void) | undefined;
  paging?:
    | {
        page: number;
        pageSize: number;
        total: number;
        onPageChange: (page: number) => void;
        onPageSizeChange?: (size: number) => void;
      }
    | undefined;
  /** Shown in place of rows when there are none: an EmptyState. */
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
