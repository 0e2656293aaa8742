// The one table of the portal: server-side sort and page; under 640 px the same columns become cards.

import { useTable } from "@tanstack/react-table";
import { useEffect, useEffectEvent } from "react";
import { cx } from "#web/lib/cx.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { rowNamesApart } from "#web/ui/row-name.ts";
import { LoadingWords, useSkeletonTime } from "#web/ui/skeleton.tsx";
import { CardList } from "./card-list.tsx";
import { features, type PortalFeatures } from "./columns.ts";
import { Grid } from "./grid.tsx";
import { Pager } from "./pager.tsx";
import type { DataTableProps } from "./table-props.ts";

const NO_ROWS: readonly never[] = [];

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  // The table object keeps its identity while its rows change, which the compiler cannot see.
  "use no memo";
  const { columns, bare, empty, paging, className } = props;
  const rows = useRowsAgain(props);
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
  const rowName = rowNamesApart(rows ?? NO_ROWS, props, paging ? paging.page * paging.pageSize : 0);
  const loadingWords = (rows === undefined || skeleton) && (
    <LoadingWords isEarly={!skeleton} className={phone ? "pb-2" : "px-4 py-2.5"} />
  );
  return (
    <div
      data-list
      aria-busy={rows === undefined || skeleton || props.stale || undefined}
      className={cx(
        !bare && !(phone && !isEmpty) && "rounded-card border border-line bg-surface print:border-0",
        className,
      )}
    >
      {phone && loadingWords}
      {isEmpty ? (
        empty
      ) : (
        <Body
          {...props}
          rowName={rowName}
          table={table}
          dimmed={dimmed}
          skeleton={skeleton}
          isLoading={rows === undefined || skeleton}
        />
      )}
      {!phone && loadingWords}
      {paging && rows !== undefined && !skeleton && paging.total > 0 && (
        <Pager {...paging} shown={rows.length} bare={phone} />
      )}
    </div>
  );
}

function useDimmed(stale: boolean): boolean {
  return useSkeletonTime(stale) && stale;
}

/** Goes to the last page when the requested one is past the end, because of an old address or a deleted last row. */
function useRowsAgain<Row extends object>({ rows, stale, paging }: DataTableProps<Row>): readonly Row[] | undefined {
  const isPastEnd = rows?.length === 0 && !stale && paging !== undefined && paging.page > 0;
  const turn = useEffectEvent(() => {
    if (paging)
      paging.onPageChange(Math.max(0, Math.min(paging.page, Math.ceil(paging.total / paging.pageSize)) - 1), "replace");
  });
  useEffect(() => {
    if (isPastEnd) turn();
  }, [isPastEnd]);
  return isPastEnd ? undefined : rows;
}
