import { queryOptions } from "@tanstack/react-query";
import { organizationRow } from "#contract/tables/organizations.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRow } from "#web/lib/calls/rows.ts";
import { ORGANIZATIONS_KEY } from "./get-organizations.ts";

export function getOrganizationQueryOptions(id: string) {
  return queryOptions({
    queryKey: [...ORGANIZATIONS_KEY, "one", id],
    queryFn: ({ signal }) =>
      readRow(organizationRow, backend.from("organizations").select("*").eq("id", id).abortSignal(signal).single()),
  });
}
