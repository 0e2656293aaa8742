import { useQuery } from "@tanstack/react-query";
import { END_USER_SORTS } from "#contract/functions/search-end-users.ts";
import { addressChoice, addressId, useListAddress } from "#web/lib/lists/list-address.ts";
import { useSearchText } from "#web/lib/lists/use-search-text.ts";
import { OF_ORGANIZATION, THROUGH } from "#web/lib/people/people-address.ts";
import { useAddressTableState } from "#web/ui/table/use-table-state.ts";
import { getEndUsersQueryOptions } from "./api/get-end-users.ts";
import { NEWEST_FIRST, orderId, orderOf } from "./sort-choices.ts";

/** "system": all organisations, edit only. "org": own organisation, edit and delete. */
export type PeopleArea = "system" | "org";

const SHOWN = ["all", "pin", "license_plate"] as const;
const VALIDITY = ["all", "expired"] as const;

/** Reads search, filters and order from the page's address, and the page of people that they ask for. */
export function usePeopleList(area: PeopleArea) {
  // Not memoised by the compiler: the cache would add half a kilobyte to the first screen, and nearly all of it changes with each answer.
  "use no memo";
  const address = useListAddress();
  const search = useSearchText(["end-users", "list"], address);
  const shown = addressChoice(address, "show", SHOWN);
  const validity = addressChoice(address, "validity", VALIDITY);
  const organization = area === "system" ? addressId(address, OF_ORGANIZATION) : null;
  const through = area === "system" ? addressId(address, THROUGH) : null;
  const table = useAddressTableState(address, { sort: NEWEST_FIRST, sorts: END_USER_SORTS });
  const asked = {
    query: search.query,
    organizationId: organization,
    credentialType: shown.value === "all" ? null : shown.value,
    expired: validity.value === "expired",
    controllerId: through,
    sort: orderOf(orderId(table.sort)),
  };
  const list = useQuery(getEndUsersQueryOptions({ ...asked, from: table.from, pageSize: table.pageSize }));
  const filters = [shown.value !== "all", validity.value !== "all", organization !== null, through !== null].filter(
    Boolean,
  ).length;
  return {
    address,
    search,
    shown,
    validity,
    organization,
    through,
    table,
    asked,
    list,
    /** Number of active people. */
    filters,
    isFiltered: search.query !== "" || filters > 0,
    clear: () => {
      search.setText("");
      address.change({ q: null, show: null, validity: null, organization: null, [THROUGH]: null, page: null });
    },
  };
}
export type ShownPeople = ReturnType<typeof usePeopleList>;
