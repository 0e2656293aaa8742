import type { ColumnDef, ReactTable } from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { PortalFeatures, RowAction, Sort } from "./columns.ts";

export interface DataTableProps<Row extends object> {
  label: string;
  // biome-ignore lint/suspicious/noExplicitAny: TanStack's own type of a list of columns with different values
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  columns: ColumnDef<PortalFeatures, Row, any>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  rowActions?: ((row: Row) => RowAction[]) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  onDelete?: ((row: Row) => void) | undefined;
  rowClass?: ((row: Row) => string | undefined) | undefined;
  /** Old rows are shown while new ones load (query.isPlaceholderData). */
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
