import { useQuery } from "@tanstack/react-query";
import { useNavigationCount } from "#web/lib/frame/frame-figures.ts";
import { addressChoice, useListAddress } from "#web/lib/lists/list-address.ts";
import { useSearchText } from "#web/lib/lists/use-search-text.ts";
import { useAddressTableState } from "#web/ui/table/use-table-state.ts";
import { getControllerSyncsQueryOptions } from "./api/get-controller-syncs.ts";
import { CONTROLLERS_LIST_KEY, getControllersQueryOptions, type ListedController } from "./api/get-controllers.ts";
import { idsOfState, STATE_FILTERS, TYPE_FILTERS } from "./controller-filters.ts";
import { answeredLast, type ControllerSync } from "./controller-sync-state.ts";

/** Returns the list with its filters, order and page, all kept in the address. */
export function useControllerList() {
  const address = useListAddress();
  const { value: type, set: setType } = addressChoice(address, "type", TYPE_FILTERS);
  const { value: syncState, set: setSyncState } = addressChoice(address, "state", STATE_FILTERS);
  const search = useSearchText(CONTROLLERS_LIST_KEY, address);
  const table = useAddressTableState(address, {
    sort: { key: "created_at", direction: "descending" },
    sorts: ["name", "device_type", "device_ip", "enabled", "last_sync"],
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
      address.change({ q: null, type: null, state: null, page: null });
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
