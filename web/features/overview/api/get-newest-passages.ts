import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { MERGED_LOG_COLUMNS } from "#contract/log-columns.ts";
import { accessLogListRow } from "#contract/tables/access-logs.ts";
import { doorLogRow, gateLogRow } from "#contract/tables/merged-log.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

const ROWS = 5;
const REFRESH_MS = 10_000;

const { controllers } = accessLogListRow.shape;
const newestPassageRow = z.discriminatedUnion("source", [
  doorLogRow.extend({ controllers }),
  gateLogRow.extend({ controllers }),
]);
export type NewestPassage = z.infer<typeof newestPassageRow>;

const COLUMNS = MERGED_LOG_COLUMNS.replace("controllers(name)", "controllers(name, organizations(id, name))");

/** Reads the newest attempts at doors and gates. */
export function getNewestPassagesQueryOptions() {
  return queryOptions({
    queryKey: ["access-logs", "newest"],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) =>
      readRows(
        newestPassageRow,
        backend
          .from("merged_log")
          .select(COLUMNS)
          .eq("kind", "access")
          .order("occurred_at", { ascending: false })
          .order("id")
          .limit(ROWS)
          .abortSignal(signal),
      ),
  });
}
