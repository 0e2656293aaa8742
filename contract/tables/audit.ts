// Händelselogg on the wire: rpc/audit_page, rpc/audit_rows and rpc/audit_status (database/audit/audit-page.function.sql).
import { z } from "zod";
import { oneRowOf, rowsOf, valueOf } from "../define-sql-call.ts";

/** A masked row: no PIN, password or token. `secrets_changed` names those that changed. */
export const auditedRow = z.record(z.string(), z.unknown());
export type AuditedRow = z.infer<typeof auditedRow>;

/** At most three names of each kind, in order; the counts cover the kept rows. */
const namesInEvent = z.object({
  people: z.array(z.string()),
  people_count: z.number().int(),
  places: z.array(z.string()),
  place_count: z.number().int(),
});
export type NamesInEvent = z.infer<typeof namesInEvent>;

export const auditListRow = z.object({
  id: z.uuid(),
  at: z.string(),
  organization_id: z.uuid().nullable(),
  organization_name: z.string().nullable(),
  actor: z.uuid().nullable(),
  actor_name: z.string().nullable(),
  /** One of contract/audit-actions.ts; rows of an older portal may have unknown ones. */
  action: z.string(),
  subject_table: z.string().nullable(),
  subject_id: z.uuid().nullable(),
  subject_name: z.string().nullable(),
  row_count: z.number().int(),
  /** The import, or the operation on several people, that this is a part of. A search finds the part; opening it shows the whole. */
  part_of: z.uuid().nullable(),
  names: namesInEvent,
  address: z.string().nullable(),
  request_id: z.string().nullable(),
  /** The first row, or the one that a search found; `auditRows` has the rest. */
  before: auditedRow.nullable(),
  after: auditedRow.nullable(),
});
export type AuditListRow = z.infer<typeof auditListRow>;

/** `total` is exact up to 10,000 and capped there; null after the first page. */
export const auditPage = valueOf(
  "audit_page",
  z.object({
    rows: z.array(auditListRow),
    total: z.number().int().nullable(),
    total_exact: z.boolean().nullable(),
  }),
);
export type AuditPage = z.infer<typeof auditPage.reply>;

/** `total` rows changed; `kept` of them were stored. */
export const auditRows = valueOf(
  "audit_rows",
  z.object({
    rows: z.array(z.object({ before: auditedRow.nullable(), after: auditedRow.nullable() })),
    total: z.number().int(),
    kept: z.number().int(),
  }),
);
export type AuditRows = z.infer<typeof auditRows.reply>;

export const auditActors = rowsOf("audit_actors", { id: z.uuid(), name: z.string().nullable() });

export const auditStatus = oneRowOf("audit_status", {
  chained_through: z.string().nullable(),
  /** Rows not yet chained, and since when. */
  waiting: z.coerce.number(),
  waiting_since: z.string().nullable(),
  checked_at: z.string().nullable(),
  checked_through: z.string().nullable(),
  checked_rows: z.coerce.number().nullable(),
  unreadable_rows: z.coerce.number().nullable(),
  findings: z.coerce.number().nullable(),
});
export type AuditStatus = z.infer<typeof auditStatus.reply>;

/** Audits an export before the file is made. */
export const recordExport = valueOf("record_export", z.null());
