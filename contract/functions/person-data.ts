// person-data: what the law gives a person a right to. Everything the portal knows of somebody, and its erasure, on devices too.
import { z } from "zod";

export const personDataRequest = z.discriminatedUnion("action", [
  /** Everything about one person. No PIN in clear: it is a key, and not only the person's own. */
  z.object({ action: z.literal("EXPORT"), end_user_id: z.uuid() }),
  /** Deletes the person, takes plates and links out of the log, and has every copy removed from devices. Cannot be undone. */
  z.object({ action: z.literal("ERASE"), end_user_id: z.uuid() }),
  /** The erasures of the last year with what devices still hold. */
  z.object({ action: z.literal("ERASURES") }),
]);

export const erasureRow = z.object({
  id: z.uuid(),
  /** Null: the organisation has been removed since. */
  organization_id: z.uuid().nullable(),
  organization_name: z.string().nullable(),
  requested_at: z.string(),
  /** Passages that keep their time and gate, and no longer say whose. */
  log_rows: z.number().int(),
  /** Copies that no read-back has proved gone yet. Zero = erased everywhere. */
  copies_left: z.number().int(),
  /** Controllers that have them. */
  waiting_for: z.array(z.string()),
  /** Proofs of removal. */
  receipts: z.number().int(),
});
export type Erasure = z.infer<typeof erasureRow>;

export const personExportReply = z.object({ success: z.literal(true), person: z.record(z.string(), z.unknown()) });
export const eraseReply = z.object({ success: z.literal(true), erasure: erasureRow });
export const erasuresReply = z.object({ success: z.literal(true), erasures: z.array(erasureRow) });
