// sync-control: what a system admin can ask of the lanes. The reply's report never holds a PIN.
import { z } from "zod";

export const syncControlRequest = z.discriminatedUnion("action", [
  /** Ends every pause; without a controller, of all of them. */
  z.object({ action: z.literal("SYNC_NOW"), controller_id: z.uuid().optional() }),
  /**
   * Compares one door controller in full and answers what was found; what is ours is repaired. While all lanes are paused it
   * only reads: nothing is written to the device, and nothing is marked for repair.
   */
  z.object({ action: z.literal("COMPARE"), controller_id: z.uuid() }),
  /** The hardware was replaced: accepts the new one's identity and writes everything to it. */
  z.object({ action: z.literal("REBUILD"), controller_id: z.uuid() }),
  /** Stops every lane of every server within one turn (10 s); nothing is lost, it waits. For a restored back-up. */
  z.object({ action: z.literal("PAUSE_ALL"), reason: z.string().trim().min(1).max(500) }),
  z.object({ action: z.literal("RESUME_ALL") }),
]);
export type SyncControlRequest = z.infer<typeof syncControlRequest>;

/** `controllers`: how many were woken. */
export const syncNowReply = z.object({ success: z.literal(true), controllers: z.number().int() });

/** `copies`: how many people's and weekly codes' copies will be written anew. */
export const rebuildReply = z.object({ success: z.literal(true), copies: z.number().int() });

/** `changed`: false when the lanes were so already. */
export const pauseReply = z.object({ success: z.literal(true), paused: z.boolean(), changed: z.boolean() });

export const driftItem = z.discriminatedUnion("kind", [
  /** A copy of ours is not as proved; it is written again. */
  z.object({
    kind: z.literal("copy_differs"),
    holder_id: z.string(),
    label: z.string(),
    differences: z.array(z.string()),
  }),
  /** An object of ours that belongs to nobody any more; it was removed. */
  z.object({ kind: z.literal("ghost_removed"), object: z.enum(["user", "credential"]), token: z.string() }),
  /** The same, found while all lanes are paused: still there. */
  z.object({ kind: z.literal("ghost_found"), object: z.enum(["user", "credential"]), token: z.string() }),
  /** Not ours: left alone. */
  z.object({
    kind: z.literal("unknown_object"),
    object: z.enum(["user", "credential"]),
    token: z.string(),
    name: z.string().nullable(),
    carries_pin: z.boolean(),
  }),
  /** Not ours, with a PIN that one of our people has. */
  z.object({ kind: z.literal("pin_shared"), token: z.string(), label: z.string().nullable() }),
]);
export type DriftItem = z.infer<typeof driftItem>;

export const compareReply = z.object({
  success: z.literal(true),
  controller_id: z.uuid(),
  compared_at: z.string(),
  users: z.number().int(),
  credentials: z.number().int(),
  items: z.array(driftItem),
});
export type CompareReply = z.infer<typeof compareReply>;
