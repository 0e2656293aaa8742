// Händelselogg on the wire: rpc/audit_page and rpc/audit_status (database/audit/audit-page.function.sql).
import { z } from "zod";

/** A masked row: no PIN, password or token. `secrets_changed` names those that changed. */
export const auditedRow = z.record(z.string(), z.unknown());
export type AuditedRow = z.infer<typeof auditedRow>;

export const auditListRow = z.object({
  id: z.uuid(),
  at: z.string(),
  organization_id: z.uuid().nullable(),
  organization_name: z.string().nullable(),
  actor: z.uuid().nullable(),
  actor_name: z.string().nullable(),
  /** Of contract/audit-actions.ts; rows of an older portal may have unknown ones. */
  action: z.string(),
  subject_table: z.string().nullable(),
  subject_id: z.uuid().nullable(),
  subject_name: z.string().nullable(),
  row_count: z.number().int(),
  address: z.string().nullable(),
  request_id: z.string().nullable(),
  /** The first row; `auditDetailRow` has the rest. */
  before: auditedRow.nullable(),
  after: auditedRow.nullable(),
});
export type AuditListRow = z.infer<typeof auditListRow>;

/** `total` is exact up to 10,000 and capped there; null after the first page. */
export const auditPageReply = z.object({
  rows: z.array(auditListRow),
  total: z.number().int().nullable(),
  total_exact: z.boolean().nullable(),
});
export type AuditPage = z.infer<typeof auditPageReply>;

const rowsOfEvent = z.union([z.array(auditedRow), auditedRow.transform((row) => [row]), z.null().transform(() => [])]);

/** `select before, after`: at most the first hundred rows. */
export const auditDetailRow = z.object({ before: rowsOfEvent, after: rowsOfEvent });

export const auditActorRow = z.object({ id: z.uuid(), name: z.string().nullable() });

export const auditStatusRow = z.object({
  sealed_through: z.string().nullable(),
  /** Rows not yet chained, and since when. */
  waiting: z.coerce.number(),
  waiting_since: z.string().nullable(),
  checked_at: z.string().nullable(),
  checked_through: z.string().nullable(),
  checked_rows: z.coerce.number().nullable(),
  unreadable_rows: z.coerce.number().nullable(),
  findings: z.coerce.number().nullable(),
});
export type AuditStatus = z.infer<typeof auditStatusRow>;
