// Reads the result of each controller's last full comparison, scheduled or requested.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { driftList } from "#contract/tables/drift-reports.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRow } from "#web/lib/calls/rows.ts";
import { callSql } from "#web/lib/calls/sql.ts";

const REFRESH_MS = 15_000;

const summaryRow = z.object({
  /** Null: nothing has been compared yet. */
  total: z.number().nullable(),
  newest: z.string().nullable(),
});
export type DriftSummary = z.infer<typeof summaryRow>;

export function getDriftSummaryQueryOptions() {
  return queryOptions({
    queryKey: ["sync", "drift", "summary"],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) =>
      readRow(
        summaryRow,
        backend
          .from("drift_reports")
          .select("total:total_items.sum(), newest:compared_at.max()")
          .abortSignal(signal)
          .single(),
      ),
  });
}

export function getDriftListQueryOptions({ from, rows }: { from: number; rows: number }) {
  return queryOptions({
    queryKey: ["sync", "drift", "list", { from, rows }],
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => callSql(driftList, { p_limit: rows, p_offset: from }, signal),
  });
}
