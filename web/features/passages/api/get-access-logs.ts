import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { ACCESS_LOG_LIMIT } from "#contract/limits.ts";
import { gateLogColumns } from "#contract/log-columns.ts";
import { accessLogListRow } from "#contract/tables/access-logs.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readPage, readRows } from "#web/lib/calls/rows.ts";
import { type LogFilters, platePatterns, windowOf } from "../filters.ts";
import { isSystemAdmin } from "../whose-log.ts";
import { afterRow } from "./after-row.ts";

const logRow = accessLogListRow.extend({
  opened: z.boolean(),
  duplicate_of: z.string().nullable(),
  credentials: z
    .object({
      end_user_id: z.uuid(),
      valid_from: z.string().nullable(),
      valid_to: z.string().nullable(),
      removed_at: z.string().nullable(),
      end_users: z
        .object({
          id: z.uuid(),
          first_name: z.string(),
          last_name: z.string(),
          removed_at: z.string().nullable(),
          organizations: z.object({ name: z.string() }).nullable(),
        })
        .nullable(),
    })
    .nullable(),
});
export type LogRow = z.infer<typeof logRow>;

export const ACCESS_LOGS_KEY = ["access-logs", "list"] as const;

/** Reads the newest 100 matching rows, and how many match. */
export function getAccessLogsQueryOptions(filters: LogFilters) {
  return queryOptions({
    queryKey: [...ACCESS_LOGS_KEY, filters],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      // A chosen period may hold millions; "estimated" counts exactly only while that is cheap.
      const count = filters.from || filters.to ? "estimated" : "exact";
      return readPage(logRow, listed(filters, { count }).limit(ACCESS_LOG_LIMIT).abortSignal(signal));
    },
  });
}

/** Reads a row; null when there is none, or none that the caller may see. */
export function getAccessLogQueryOptions(id: string | null) {
  return queryOptions({
    queryKey: ["access-logs", "one", id],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      const call = backend
        .from("access_logs")
        .select(gateLogColumns(isSystemAdmin()))
        .eq("id", id ?? "")
        .abortSignal(signal);
      const [row] = await readRows(logRow, call);
      return row ?? null;
    },
  });
}

/** Reads rows for a file: those after one, or from the newest on. Throws BackendError. */
export function readLogRows(
  filters: LogFilters,
  { after, rows }: { after: LogRow | undefined; rows: number },
): Promise<LogRow[]> {
  const call = listed(filters, {});
  const following = after === undefined ? call : afterRow(call, "detected_at", { at: after.detected_at, id: after.id });
  return readRows(logRow, following.limit(rows));
}

/** Lists rows, newest first. */
function listed(filters: LogFilters, counted: { count?: "estimated" | "exact" }) {
  const { since, before } = windowOf(filters, Date.now());
  let call = backend.from("access_logs").select(gateLogColumns(isSystemAdmin()), counted);
  if (since !== null) call = call.gte("detected_at", since);
  if (before !== null) call = call.lt("detected_at", before);
  if (filters.controllerId !== null) call = call.eq("controller_id", filters.controllerId);
  if (filters.status !== "all") call = call.eq("access_granted", filters.status === "granted");
  const [pattern, ...more] = platePatterns(filters.plate);
  if (pattern !== undefined && more.length === 0) call = call.ilike("plate_number", pattern);
  else if (pattern !== undefined)
    call = call.or([pattern, ...more].map((one) => `plate_number.ilike.${JSON.stringify(one)}`).join(","));
  return call.order("detected_at", { ascending: false }).order("id");
}
