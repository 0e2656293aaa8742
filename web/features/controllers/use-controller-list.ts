import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigationCount } from "#web/lib/frame-figures.ts";
import { useSearchText } from "#web/lib/use-search-text.ts";
import { useTableState } from "#web/ui/table/use-table-state.ts";
import { getControllerSyncsQueryOptions } from "./api/get-controller-syncs.ts";
import { CONTROLLERS_LIST_KEY, getControllersQueryOptions, type ListedController } from "./api/get-controllers.ts";
import { type ControllerStateFilter, type ControllerTypeFilter, idsOfState } from "./controller-filters.ts";
import { answeredLast, type ControllerSync } from "./controller-sync-state.ts";

export function useControllerList() {
  const [type, setType] = useState<ControllerTypeFilter>("all");
  const [syncState, setSyncState] = useState<ControllerStateFilter>("all");
  const search = useSearchText(CONTROLLERS_LIST_KEY);
  const table = useTableState({
    sort: { key: "created_at", direction: "descending" },
    filterKey: [search.query, type, syncState].join("\n"),
  });
  const syncs = useQuery(getControllerSyncsQueryOptions());
  const list = useQuery(
    getControllersQueryOptions({
      search: search.query,
      type,
      state: syncState,
      stateIds: idsOfState(syncState, syncs.data ?? new Map()),
      sort: table.sort,
      from: table.from,
      to: table.to,
    }),
  );
  const activeFilters = (type === "all" ? 0 : 1) + (syncState === "all" ? 0 : 1);
  const isFiltered = search.query !== "" || activeFilters > 0;
  useNavigationCount("/system-admin/controllers", isFiltered ? undefined : list.data?.total);
  return {
    search,
    filters: { type, onTypeChange: setType, state: syncState, onStateChange: setSyncState },
    activeFilters,
    isFiltered,
    clearFilters: () => {
      search.setText("");
      setType("all");
      setSyncState("all");
    },
    table,
    list,
    answering: answering(list.data?.rows ?? [], syncs.data),
  };
}

function answering(
  rows: readonly ListedController[],
  syncs: ReadonlyMap<string, ControllerSync> | undefined,
): ReadonlySet<string> {
  return new Set(rows.filter((row) => answeredLast(row, syncs?.get(row.id))).map(({ id }) => id));
}
