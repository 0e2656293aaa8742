import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type AuditPage, auditPage, auditRows, auditStatus } from "#contract/tables/audit.ts";
import { callSql } from "#web/lib/calls/sql.ts";
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
  const place = { limit, offset, ...(after && { after_at: after.at, after_id: after.id }) };
  return callSql(auditPage, { ...pageArguments(filters), ...place }, signal);
}

/** Reads a page of one event's rows, before and after. */
export function getAuditRowsQueryOptions(id: string, { from, rows }: { from: number; rows: number }) {
  return queryOptions({
    queryKey: ["audit", "rows", id, { from, rows }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => callSql(auditRows, { id, limit: rows, offset: from }, signal),
  });
}

export function getAuditStatusQueryOptions() {
  return queryOptions({
    queryKey: ["audit", "status"],
    refetchInterval: STATUS_REFRESH_MS,
    queryFn: ({ signal }) => callSql(auditStatus, {}, signal),
  });
}
