import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type AuditPage, auditPageReply, auditRowsReply, auditStatusRow } from "#contract/tables/audit.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRow } from "#web/lib/calls/rows.ts";
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

/** Reads a page of events. Throws BackendError. */
export function readAuditPage(filters: AuditFilters, { limit, offset = 0, after, signal }: Place): Promise<AuditPage> {
  const call = backend.rpc("audit_page", {
    ...pageArguments(filters),
    limit,
    offset,
    ...(after && { after_at: after.at, after_id: after.id }),
  });
  return readRow(auditPageReply, signal ? call.abortSignal(signal) : call);
}

/** Reads a page of one event's rows, before and after. */
export function getAuditRowsQueryOptions(id: string, { from, rows }: { from: number; rows: number }) {
  return queryOptions({
    queryKey: ["audit", "rows", id, { from, rows }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      readRow(auditRowsReply, backend.rpc("audit_rows", { id, limit: rows, offset: from }).abortSignal(signal)),
  });
}

export function getAuditStatusQueryOptions() {
  return queryOptions({
    queryKey: ["audit", "status"],
    refetchInterval: STATUS_REFRESH_MS,
    queryFn: ({ signal }) => readRow(auditStatusRow, backend.rpc("audit_status", {}).abortSignal(signal).single()),
  });
}
