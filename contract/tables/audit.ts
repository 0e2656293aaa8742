// Händelselogg on the wire: what rpc/audit_page and rpc/audit_status answer (database/audit/audit-page.function.sql).
import { z } from "zod";

/** A row as it stood, masked: no PIN, password or token. `secrets_changed` names those that became others. */
export const auditedRow = z.record(z.string(), z.unknown());
export type AuditedRow = z.infer<typeof auditedRow>;

export const auditListRow = z.object({
  id: z.uuid(),
  at: z.string(),
  /** Null = the installation's own. */
  organization_id: z.uuid().nullable(),
  /** Null when it is the installation's, or gone. */
  organization_name: z.string().nullable(),
  /** Null = the system itself, or nobody who was signed in. */
  actor: z.uuid().nullable(),
  /** As it was when the act was done. */
  actor_name: z.string().nullable(),
  /** An act of contract/audit-acts.ts; an older portal's may be unknown. */
  action: z.string(),
  subject_table: z.string().nullable(),
  subject_id: z.uuid().nullable(),
  subject_name: z.string().nullable(),
  row_count: z.number().int(),
  address: z.string().nullable(),
  request_id: z.string().nullable(),
  /** The first row of the act; the rest comes with `auditDetailRow`. */
  before: auditedRow.nullable(),
  after: auditedRow.nullable(),
});
export type AuditListRow = z.infer<typeof auditListRow>;

/** `total` is exact up to 10,000 and then 10,000; null when rows after another one were asked for. */
export const auditPageReply = z.object({
  rows: z.array(auditListRow),
  total: z.number().int().nullable(),
  total_exact: z.boolean().nullable(),
});
export type AuditPage = z.infer<typeof auditPageReply>;

const rowsOfAct = z.union([z.array(auditedRow), auditedRow.transform((row) => [row]), z.null().transform(() => [])]);

/** `select before, after`: at most the first hundred rows of the act. */
export const auditDetailRow = z.object({ before: rowsOfAct, after: rowsOfAct });

/** Who stands in the log; the name is the latest one there. */
export const auditActorRow = z.object({ id: z.uuid(), name: z.string().nullable() });

export const auditStatusRow = z.object({
  sealed_through: z.string().nullable(),
  /** Rows that wait for their seal, and since when. */
  waiting: z.coerce.number(),
  waiting_since: z.string().nullable(),
  /** Null before the first check. */
  checked_at: z.string().nullable(),
  checked_through: z.string().nullable(),
  checked_rows: z.coerce.number().nullable(),
  unreadable_rows: z.coerce.number().nullable(),
  findings: z.coerce.number().nullable(),
});
export type AuditStatus = z.infer<typeof auditStatusRow>;
