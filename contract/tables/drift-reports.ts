import { z } from "zod";
import { rowsOf } from "../define-sql-call.ts";
import { driftItem } from "../functions/sync-control.ts";

/** The last full comparison of a controller; at most one row each. System admins only. */
export const driftReportRow = z.object({
  controller_id: z.uuid(),
  compared_at: z.string(),
  users: z.number().int(),
  credentials: z.number().int(),
  /** May exceed the number in `items`, which keeps the first thousand. */
  total_items: z.number().int(),
  items: z.array(driftItem),
});
export type DriftReportRow = z.infer<typeof driftReportRow>;

/** A row is one difference of one controller. */
export const driftList = rowsOf("drift_list", {
  controller_id: z.uuid(),
  controller_name: z.string(),
  compared_at: z.string(),
  item: driftItem,
  /** For one of the portal's replicas: confirmed since, or no longer desired. Null for unmanaged objects. */
  settled: z.boolean().nullable(),
  total: z.number(),
});
export type DriftListRow = z.infer<typeof driftList.row>;
