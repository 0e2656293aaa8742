import { useState } from "react";
import { PAGE_SIZE } from "#contract/limits.ts";
import type { Sort } from "./columns.ts";

export interface TableState {
  sort: Sort;
  setSort: (sort: Sort) => void;
  page: number;
  setPage: (page: number) => void;
  pageSize: number;
  setPageSize: (size: number) => void;
  /** First and last row for PostgREST's range(): `call.range(from, to)`. */
  from: number;
  to: number;
}

export function pagingOf(table: TableState, total: number) {
  const { page, pageSize, setPage: onPageChange, setPageSize: onPageSizeChange } = table;
  return { page, pageSize, total, onPageChange, onPageSizeChange };
}

/** Sort and page of a server-side list. A changed `filterKey` (search and filters) resets the page. */
export function useTableState(initial: { sort: Sort; filterKey?: string }): TableState {
  const [sort, setSort] = useState(initial.sort);
  const [place, setPlace] = useState({ page: 0, filterKey: initial.filterKey });
  const [pageSize, setPageSize] = useState(PAGE_SIZE);
  const page = place.filterKey === initial.filterKey ? place.page : 0;
  const setPage = (next: number) => setPlace({ page: next, filterKey: initial.filterKey });
  return {
    sort,
    setSort: (next) => {
      setSort(next);
      setPage(0);
    },
    page,
    setPage,
    pageSize,
    setPageSize: (size) => {
      setPageSize(size);
      setPage(0);
    },
    from: page * pageSize,
    to: (page + 1) * pageSize - 1,
  };
}
