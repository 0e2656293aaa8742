// person-data: export and erasure of one person's data (GDPR), devices included.
import { z } from "zod";

export const personDataRequest = z.discriminatedUnion("action", [
  /** Everything about one person. No PIN in clear: it may open doors for others too. */
  z.object({ action: z.literal("EXPORT"), end_user_id: z.uuid() }),
  /** Deletes the person, unlinks them from the log and removes every replica from devices. Irreversible. */
  z.object({ action: z.literal("ERASE"), end_user_id: z.uuid() }),
  /** Erasures of the last year and what devices still hold. */
  z.object({ action: z.literal("ERASURES") }),
]);

export const erasureRow = z.object({
  id: z.uuid(),
  organization_id: z.uuid().nullable(),
  organization_name: z.string().nullable(),
  requested_at: z.string(),
  log_rows: z.number().int(),
  /** Replicas not yet confirmed removed. Zero = erased everywhere. */
  copies_left: z.number().int(),
  waiting_for: z.array(z.string()),
  receipts: z.number().int(),
});
export type Erasure = z.infer<typeof erasureRow>;

export const personExportReply = z.object({ success: z.literal(true), person: z.record(z.string(), z.unknown()) });
export const eraseReply = z.object({ success: z.literal(true), erasure: erasureRow });
export const erasuresReply = z.object({ success: z.literal(true), erasures: z.array(erasureRow) });
