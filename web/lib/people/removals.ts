// Receipts of removals, written when a controller's own read-back shows that the object is gone.
import { z } from "zod";
import { outdatedSchema } from "#contract/devices.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

export const removalRow = z.object({
  id: z.uuid(),
  controller_id: z.uuid(),
  controller_name: z.string(),
  source_id: z.uuid(),
  label: z.string(),
  plate: z.boolean(),
  kind: z.enum(["grant", "suspension", "revocation", "attested"]),
  generation: z.number(),
  /** Null: attested when the controller was retired. */
  read_back_at: z.string().nullable(),
  created_at: z.string(),
  /** Since when the portal had desired the removal. */
  asked_at: z.string().nullable(),
  removed: z.array(outdatedSchema),
  /** For a suspension: when the device must lose the credential altogether. */
  suspended_until: z.string().nullable(),
});
export type Removal = z.infer<typeof removalRow>;

export const REMOVAL_COLUMNS =
  "id, controller_id, controller_name, source_id, label, plate, kind, generation, read_back_at, created_at, asked_at, removed, suspended_until";
const MOST_CONFIRMATIONS = 200;

/** Reads everything that devices confirmed for these sources, newest first. */
export function readConfirmations(sourceIds: readonly string[], signal: AbortSignal): Promise<Removal[]> {
  return readRows(
    removalRow,
    backend
      .from("sync_receipts")
      .select(REMOVAL_COLUMNS)
      .in("source_id", sourceIds)
      .order("created_at", { ascending: false })
      .limit(MOST_CONFIRMATIONS)
      .abortSignal(signal),
  );
}
