// The one table of the portal: server-side sort and page; under 640 px the same columns become cards.
import { type ColumnDef, useTable } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { cx } from "../../lib/cx.ts";
import { useIsPhone } from "../../lib/media.ts";
import { words } from "../../texts/words.ts";
import { useSkeletonTime } from "../skeleton.tsx";
import { CardList } from "./card-list.tsx";
import { features, type PortalFeatures, type RowAct, type Sort } from "./columns.ts";
import { Grid } from "./grid.tsx";
import { Pager } from "./pager.tsx";

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
  /** The Delete key. */
  onDelete?: ((row: Row) => void) | undefined;
  /** Extra class of a row, "animate-new-row" for one that just arrived. */
  rowClass?: ((row: Row) => string | undefined) | undefined;
  /** New rows are on their way while old ones are shown (query.isPlaceholderData). */
  stale?: boolean | undefined;
  sort?: Sort | undefined;
  onSortChange?: ((sort: Sort) => void) | undefined;
  /** Give all of these for a pager. */
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
  /** In a dialog or a titled card: no border of its own. */
  bare?: boolean | undefined;
  className?: string | undefined;
}

const NO_ROWS: readonly never[] = [];

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  // The table object keeps its identity while its rows change, which the compiler cannot see.
  "use no memo";
  const { rows, columns, bare, empty, paging, className } = props;
  const phone = useIsPhone();
  const table = useTable<PortalFeatures, Row>({
    features,
    columns,
    data: rows ?? NO_ROWS,
    getRowId: props.rowId,
  });
  const skeleton = useSkeletonTime(rows === undefined);
  const dimmed = useDimmed(props.stale ?? false);
  const isEmpty = rows !== undefined && rows.length === 0 && !skeleton;
  const Body = phone ? CardList : Grid;
  return (
    <div
      aria-busy={rows === undefined || props.stale || undefined}
      className={cx(!bare && !(phone && !isEmpty) && "rounded-card border border-line bg-surface", className)}
    >
      {(rows === undefined || skeleton) && <p className="sr-only">{words.loading}</p>}
      {isEmpty ? (
        empty
      ) : (
        <Body {...props} table={table} dimmed={dimmed} skeleton={skeleton} isLoading={rows === undefined || skeleton} />
      )}
      {paging && rows !== undefined && paging.total > 0 && <Pager {...paging} shown={rows.length} bare={phone} />}
    </div>
  );
}

/** Old rows fade only when the new ones take longer than 150 ms. */
function useDimmed(stale: boolean): boolean {
  return useSkeletonTime(stale) && stale;
}
