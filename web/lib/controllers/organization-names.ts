import { queryOptions } from "@tanstack/react-query";
import { organizationName } from "#contract/tables/organizations.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

export function getOrganizationNamesQueryOptions() {
  return queryOptions({
    queryKey: ["organizations", "names"],
    queryFn: ({ signal }) =>
      readRows(organizationName, backend.from("organizations").select("id, name").order("name").abortSignal(signal)),
  });
}
