import { useState } from "react";
import type { ListAddress } from "#web/lib/lists/list-address.ts";
import { PAGE_SIZES, pageSizeOf, recallPageSize, rememberPageSize } from "#web/lib/lists/page-size.ts";
import type { Sort } from "./columns.ts";

export interface TableState {
  sort: Sort;
  setSort: (sort: Sort) => void;
  page: number;
  /** Sets the page. `replace`: without a step of the history. */
  setPage: (page: number, how?: "replace") => void;
  pageSize: number;
  setPageSize: (size: number) => void;
  /** First and last row for PostgREST's range(): `call.range(from, to)`. */
  from: number;
  to: number;
}

/** Returns the paging; undefined while all rows fit on the smallest page. */
export function pagingOf(table: TableState, total: number) {
  const { page, pageSize, setPage: onPageChange, setPageSize: onPageSizeChange } = table;
  return total > PAGE_SIZES[0] || page > 0 ? { page, pageSize, total, onPageChange, onPageSizeChange } : undefined;
}

/** Keeps sort and page of a server-side list in a dialog or a card, until that closes. A changed `filterKey` resets the page. */
export function useTableState(initial: { sort: Sort; filterKey?: string }): TableState {
  const [sort, setSort] = useState(initial.sort);
  const [place, setPlace] = useState({ page: 0, filterKey: initial.filterKey });
  const [pageSize, setPageSize] = useState(recallPageSize);
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
      rememberPageSize(size);
      setPageSize(size);
      setPage(0);
    },
    ...rangeOf(page, pageSize),
  };
}

/** Keeps sort and page of a page's list in its address: `?sort=-name&page=2&size=100`. `sorts`: the allowed keys. */
export function useAddressTableState(
  address: ListAddress,
  { sort: usual, sorts = [] }: { sort: Sort; sorts?: readonly string[] },
): TableState {
  const [remembered, setRemembered] = useState(recallPageSize);
  const pageSize = pageSizeOf(address.read("size")) ?? remembered;
  const page = pageIn(address.read("page"));
  return {
    sort: sortIn(address.read("sort"), sorts) ?? usual,
    setSort: (next) => address.change({ sort: sortText(next) === sortText(usual) ? null : sortText(next), page: null }),
    page,
    // Together with the size, so that a shared link shows the same rows.
    setPage: (next, how) => address.change({ page: next === 0 ? null : String(next + 1), size: String(pageSize) }, how),
    pageSize,
    setPageSize: (size) => {
      rememberPageSize(size);
      setRemembered(size);
      address.change({ size: String(size), page: null });
    },
    ...rangeOf(page, pageSize),
  };
}

function rangeOf(page: number, pageSize: number) {
  return { from: page * pageSize, to: (page + 1) * pageSize - 1 };
}

function pageIn(text: string | null): number {
  const page = Number(text ?? 1);
  return Number.isSafeInteger(page) && page > 1 && page < 1_000_000 ? page - 1 : 0;
}

function sortText({ key, direction }: Sort): string {
  return direction === "descending" ? `-${key}` : key;
}

function sortIn(text: string | null, sorts: readonly string[]): Sort | null {
  if (text === null) return null;
  const key = text.replace(/^-/, "");
  return sorts.includes(key) ? { key, direction: text.startsWith("-") ? "descending" : "ascending" } : null;
}
