import { z } from "zod";
import { driftItem } from "../functions/sync-control.ts";

/** The last full comparison of a controller; at most one row each. System admins only. */
export const driftReportRow = z.object({
  controller_id: z.uuid(),
  compared_at: z.string(),
  users: z.number().int(),
  credentials: z.number().int(),
  /** May be more than `items`, of which the first thousand are kept. */
  total_items: z.number().int(),
  items: z.array(driftItem),
});
export type DriftReportRow = z.infer<typeof driftReportRow>;

/** A row of drift_list(p_limit, p_offset): one difference of one controller. */
export const driftListRow = z.object({
  controller_id: z.uuid(),
  controller_name: z.string(),
  compared_at: z.string(),
  item: driftItem,
  /** Of a copy of ours: proved since, or not wanted any more. Null for what is not ours. */
  settled: z.boolean().nullable(),
  /** All items that the reports keep. */
  total: z.number(),
});
export type DriftListRow = z.infer<typeof driftListRow>;
