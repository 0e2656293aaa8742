import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { plateAliasRow } from "#contract/tables/near-misses.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readPage } from "#web/lib/calls/rows.ts";

const SELECT =
  "id, plate_number, last_used_on, controllers(name), " +
  "credentials(display_value, end_users(id, first_name, last_name, organizations(name)))";

export function getAliasesQueryOptions({ from, to }: { from: number; to: number }) {
  return queryOptions({
    queryKey: ["near-misses", "aliases", { from, to }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      readPage(
        plateAliasRow,
        backend
          .from("plate_aliases")
          .select(SELECT, { count: "exact" })
          .order("created_at", { ascending: false })
          .order("id")
          .range(from, to)
          .abortSignal(signal),
      ),
  });
}
