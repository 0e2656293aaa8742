import { queryOptions } from "@tanstack/react-query";
import { accessLogListRow } from "#contract/tables/access-logs.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

const ROWS = 5;
const REFRESH_MS = 10_000;

export function getNewestPassagesQueryOptions() {
  return queryOptions({
    queryKey: ["access-logs", "newest"],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) =>
      readRows(
        accessLogListRow,
        backend
          .from("access_logs")
          .select("*, controllers(name, organizations(id, name)), credentials(end_user_id)")
          .order("detected_at", { ascending: false })
          .order("id")
          .limit(ROWS)
          .abortSignal(signal),
      ),
  });
}
