import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ListAddress } from "#web/lib/lists/list-address.ts";
import { pagingOf, type TableState, useAddressTableState } from "./use-table-state.ts";

const NEWEST = { key: "created_at", direction: "descending" } as const;

function stateAt(values: Record<string, string>): { table: TableState; changes: unknown[] } {
  const changes: unknown[] = [];
  const address: ListAddress = {
    read: (name) => values[name] ?? null,
    change: (change, how) => changes.push(how === undefined ? change : { ...change, how }),
  };
  const tables: TableState[] = [];
  function Probe({ take }: { take: (table: TableState) => void }) {
    take(useAddressTableState(address, { sort: NEWEST, sorts: ["name"] }));
    return null;
  }
  renderToStaticMarkup(<Probe take={(table) => tables.push(table)} />);
  const [table] = tables;
  if (!table) throw new Error("nothing was rendered");
  return { table, changes };
}

test("sort, page and size are read from the address", () => {
  expect(stateAt({ sort: "-name", page: "3", size: "25" }).table).toMatchObject({
    sort: { key: "name", direction: "descending" },
    page: 2,
    pageSize: 25,
    from: 50,
    to: 74,
  });
});

test.each([{ sort: "secret" }, { page: "0" }, { page: "-2" }, { page: "x" }, { size: "7" }, { size: "100000" }])(
  "%j is as if it were not there",
  (values: Record<string, string>) => {
    expect(stateAt(values).table).toMatchObject({ sort: NEWEST, page: 0, pageSize: 50 });
  },
);

test("a new order or size begins on the first page; the first page and the usual order stand nowhere", () => {
  const { table, changes } = stateAt({ page: "3" });
  table.setSort({ key: "name", direction: "ascending" });
  table.setSort(NEWEST);
  table.setPageSize(100);
  table.setPage(1);
  table.setPage(0, "replace");
  expect(changes).toEqual([
    { sort: "name", page: null },
    { sort: null, page: null },
    { size: "100", page: null },
    { page: "2", size: "50" },
    { page: null, size: "50", how: "replace" },
  ]);
});

test("a short list has no pages, but a page past its end has a way back", () => {
  expect(pagingOf(stateAt({}).table, 25)).toBeUndefined();
  expect(pagingOf(stateAt({}).table, 26)).toMatchObject({ page: 0, total: 26 });
  expect(pagingOf(stateAt({ page: "9" }).table, 0)).toMatchObject({ page: 8, total: 0 });
});
