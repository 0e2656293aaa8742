import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { organizationRow } from "#contract/tables/organizations.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readPage, readRow } from "#web/lib/calls/rows.ts";
import { containsFilter } from "#web/lib/lists/search-filter.ts";
import type { Sort } from "#web/ui/table/columns.ts";

const counted = z.array(z.object({ count: z.number() }));
const listedOrganization = organizationRow.extend({ user_roles: counted, organization_controllers: counted });
export type ListedOrganization = z.infer<typeof listedOrganization>;

export const ORGANIZATIONS_KEY = ["organizations"] as const;
export const ORGANIZATIONS_LIST_KEY = [...ORGANIZATIONS_KEY, "list"] as const;

const COLUMNS = "*, user_roles(count), organization_controllers(count)";

export interface OrganizationsQuery {
  search: string;
  sort: Sort;
  from: number;
  to: number;
}

/** Reads the list, newest first by default. */
export function getOrganizationsQueryOptions(query: OrganizationsQuery) {
  return queryOptions({
    queryKey: [...ORGANIZATIONS_LIST_KEY, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { search, sort, from, to } = query;
      let call = backend.from("organizations").select(COLUMNS, { count: "exact" });
      if (search !== "") call = call.or(containsFilter(["name", "description"], search));
      return readPage(
        listedOrganization,
        call
          .order(sort.key, { ascending: sort.direction === "ascending" })
          .order("id")
          .range(from, to)
          .abortSignal(signal),
      );
    },
  });
}

export function getListedOrganizationQueryOptions(id: string) {
  return queryOptions({
    queryKey: [...ORGANIZATIONS_KEY, "listed", id],
    queryFn: ({ signal }) =>
      readRow(
        listedOrganization,
        backend.from("organizations").select(COLUMNS).eq("id", id).abortSignal(signal).single(),
      ),
  });
}
