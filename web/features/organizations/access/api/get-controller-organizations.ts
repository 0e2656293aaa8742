import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { backend } from "#web/lib/calls/backend.ts";
import { readPage } from "#web/lib/calls/rows.ts";
import { containsFilter } from "#web/lib/lists/search-filter.ts";

/** Beyond this number, people search. */
export const ORGANIZATIONS_SHOWN = 8;

const organization = z.object({
  id: z.uuid(),
  name: z.string(),
  organization_controllers: z.array(z.object({ controller_id: z.uuid() })),
});

/** Reads organisations by name, each with its link to the controller, if any. */
export function getControllerOrganizationsQueryOptions(controllerId: string, search: string) {
  return queryOptions({
    queryKey: ["organization-access", "of-controller", controllerId, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      let call = backend
        .from("organizations")
        .select("id, name, organization_controllers(controller_id)", { count: "exact" })
        .eq("organization_controllers.controller_id", controllerId);
      if (search !== "") call = call.or(containsFilter(["name"], search));
      return readPage(
        organization,
        call
          .order("name")
          .order("id")
          .range(0, ORGANIZATIONS_SHOWN - 1)
          .abortSignal(signal),
      );
    },
  });
}
