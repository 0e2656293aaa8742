import { queryOptions } from "@tanstack/react-query";
import { organizationName } from "#contract/tables/organizations.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

/** Reads the organisations that people belong to; the embed without columns is a condition only. */
export function getOrganizationsOfPeopleQueryOptions() {
  return queryOptions({
    queryKey: ["end-users", "organizations"],
    queryFn: ({ signal }) =>
      readRows(
        organizationName,
        backend.from("organizations").select("id, name, end_users!inner()").order("name").abortSignal(signal),
      ),
  });
}
