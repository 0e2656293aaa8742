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
