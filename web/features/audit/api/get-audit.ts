import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type AuditPage, auditDetailRow, auditPageReply, auditStatusRow } from "#contract/tables/audit.ts";
import { backend } from "#web/lib/backend.ts";
import { readRow } from "#web/lib/rows.ts";
import { type AuditFilters, pageArguments } from "../filters.ts";

export const AUDIT_LIST_KEY = ["audit", "list"] as const;
const STATUS_REFRESH_MS = 60_000;

export function getAuditPageQueryOptions(filters: AuditFilters, { from, rows }: { from: number; rows: number }) {
  return queryOptions({
    queryKey: [...AUDIT_LIST_KEY, filters, { from, rows }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => readAuditPage(filters, { offset: from, limit: rows, signal }),
  });
}

interface Place {
  limit: number;
  offset?: number;
  /** Keyset position for an export: deep pages cost the same as the first. */
  after?: { at: string; id: string } | undefined;
  signal?: AbortSignal;
}

/** Throws BackendError. */
export function readAuditPage(filters: AuditFilters, { limit, offset = 0, after, signal }: Place): Promise<AuditPage> {
  const call = backend.rpc("audit_page", {
    ...pageArguments(filters),
    limit,
    offset,
    ...(after && { after_at: after.at, after_id: after.id }),
  });
  return readRow(auditPageReply, signal ? call.abortSignal(signal) : call);
}

/** All rows of one event, before and after. */
export function getAuditDetailQueryOptions(id: string) {
  return queryOptions({
    queryKey: ["audit", "detail", id],
    // Audit rows are immutable.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      readRow(auditDetailRow, backend.from("audit").select("before, after").eq("id", id).abortSignal(signal).single()),
  });
}

export function getAuditStatusQueryOptions() {
  return queryOptions({
    queryKey: ["audit", "status"],
    refetchInterval: STATUS_REFRESH_MS,
    queryFn: ({ signal }) => readRow(auditStatusRow, backend.rpc("audit_status", {}).abortSignal(signal).single()),
  });
}
