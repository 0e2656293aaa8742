// sync-control: what a system admin can ask of controller workers. No reply holds a PIN.
import { z } from "zod";
import { rowId } from "../row-id.ts";

export const syncControlRequest = z.discriminatedUnion("action", [
  /** Ends the controller's pause; without a controller, all pauses. */
  z.object({ action: z.literal("SYNC_NOW"), controller_id: rowId.optional() }),
  /** Compares one door controller in full, reports and repairs. While everything is paused it only reads. */
  z.object({ action: z.literal("COMPARE"), controller_id: rowId }),
  /** After a hardware replacement: accepts the new device's identity and writes everything to it. */
  z.object({ action: z.literal("REBUILD"), controller_id: rowId }),
  /** Stops every server's controller workers within one run (10 s); work waits. For a restored back-up. */
  z.object({ action: z.literal("PAUSE_ALL"), reason: z.string().trim().min(1).max(500) }),
  z.object({ action: z.literal("RESUME_ALL") }),
]);
export type SyncControlRequest = z.infer<typeof syncControlRequest>;

export const syncNowReply = z.object({ success: z.literal(true), controllers: z.number().int() });

export const rebuildReply = z.object({ success: z.literal(true), replicas: z.number().int() });

export const pauseReply = z.object({ success: z.literal(true), paused: z.boolean(), changed: z.boolean() });

export const driftItem = z.discriminatedUnion("kind", [
  /** A replica of ours differs from the last confirmed state; it is written again. */
  z.object({
    kind: z.literal("replica_differs"),
    source_id: z.string(),
    label: z.string(),
    differences: z.array(z.string()),
  }),
  /** An orphan that was removed. */
  z.object({ kind: z.literal("orphan_removed"), object: z.enum(["user", "credential"]), token: z.string() }),
  /** An orphan that stays, because all controller workers are paused. */
  z.object({ kind: z.literal("orphan_found"), object: z.enum(["user", "credential"]), token: z.string() }),
  /** Unmanaged; left alone. */
  z.object({
    kind: z.literal("unknown_object"),
    object: z.enum(["user", "credential"]),
    token: z.string(),
    name: z.string().nullable(),
    carries_pin: z.boolean(),
  }),
  /** Unmanaged, with a PIN that one of our people has. */
  z.object({ kind: z.literal("pin_shared"), token: z.string(), label: z.string().nullable() }),
]);
export type DriftItem = z.infer<typeof driftItem>;

export const compareReply = z.object({
  success: z.literal(true),
  controller_id: rowId,
  compared_at: z.string(),
  users: z.number().int(),
  credentials: z.number().int(),
  items: z.array(driftItem),
});
export type CompareReply = z.infer<typeof compareReply>;
