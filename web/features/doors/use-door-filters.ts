import { addressId, useListAddress } from "#web/lib/lists/list-address.ts";
import { useSearchText } from "#web/lib/lists/use-search-text.ts";
import { DOORS_KEY, type DoorShow } from "./api/get-doors.ts";

const SHOWS: readonly DoorShow[] = ["all", "unlocked", "alarms"];

/** Returns the list's search and filters, which the page's address holds. */
export function useDoorFilters() {
  const address = useListAddress();
  const search = useSearchText(DOORS_KEY, address);
  const show = SHOWS.find((one) => one === address.read("show")) ?? "all";
  const controllerId = addressId(address, "controller");
  return {
    address,
    search,
    show,
    controllerId,
    active: Number(show !== "all") + Number(controllerId !== null),
    change: (name: "show" | "controller", id: string | null) => address.change({ [name]: id, page: null }),
    clear: () => {
      search.setText("");
      address.change({ q: null, show: null, controller: null, page: null });
    },
  };
}
export type DoorFilters = ReturnType<typeof useDoorFilters>;
