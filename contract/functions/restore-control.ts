// restore-control: after a back-up was restored, what devices hold that the database does not, and the word to go on. Until
// then nothing is sent to any device and no gate opens. System admins only; no PIN in any reply.
import { z } from "zod";

export const restoreControlRequest = z.discriminatedUnion("action", [
  z.object({ action: z.literal("STATUS") }),
  /** Reads door controllers without changing anything there; without an id, all that are held. */
  z.object({ action: z.literal("INSPECT"), controller_id: z.uuid().optional() }),
  /**
   * Goes on at every controller that was read. People whose copy was missing or other on a device than the database says are
   * switched off, save those in `grant_again`; objects of ours that the database does not know are removed when they are in
   * `remove`. Controllers that could not be read stay held, and are confirmed when they have been.
   */
  z.object({
    action: z.literal("CONFIRM"),
    grant_again: z.array(z.uuid()).max(100_000).default([]),
    remove: z
      .array(z.object({ controller_id: z.uuid(), holder_id: z.uuid() }))
      .max(100_000)
      .default([]),
  }),
]);

export const restoreDifference = z.discriminatedUnion("kind", [
  /** The database says that it is there, the device does not have it: taken away after the back-up, in all likelihood. */
  z.object({ kind: z.literal("missing_on_device"), holder_id: z.string(), holder_kind: z.string(), label: z.string() }),
  /** It is there, and otherwise than the database says: changed after the back-up. */
  z.object({
    kind: z.literal("differs"),
    holder_id: z.string(),
    holder_kind: z.string(),
    label: z.string(),
    differences: z.array(z.string()),
  }),
  /** Marked as a portal's own, and nobody's in the database: made after the back-up, or another portal's. */
  z.object({
    kind: z.literal("unknown_to_database"),
    holder_id: z.string(),
    name: z.string().nullable(),
    carries_pin: z.boolean(),
  }),
  /** Not a portal's. Left alone, as always. */
  z.object({ kind: z.literal("foreign"), token: z.string(), name: z.string().nullable(), carries_pin: z.boolean() }),
]);
export type RestoreDifference = z.infer<typeof restoreDifference>;

export const restoreController = z.object({
  controller_id: z.string(),
  name: z.string(),
  /** True while nothing is sent to it. */
  held: z.boolean(),
  /** Null = not read since the restore. */
  inspected_at: z.string().nullable(),
  /** Why it could not be read; null = it was, or was not tried. */
  error: z.string().nullable(),
  items: z.array(restoreDifference),
});
export type RestoreController = z.infer<typeof restoreController>;

export const restoreStatusReply = z.object({
  success: z.literal(true),
  /** Null when every gate may open: there was no restore, or it is confirmed. */
  restored: z.object({ backup_id: z.string(), taken_at: z.string(), restored_at: z.string() }).nullable(),
  /** Door controllers that are held, and those that were read since. */
  controllers: z.array(restoreController),
});
export type RestoreStatus = z.infer<typeof restoreStatusReply>;

export const restoreConfirmReply = z.object({
  success: z.literal(true),
  /** How many credentials, weekly codes at controllers and direct people were switched off. */
  switched_off: z.number().int(),
  removed: z.number().int(),
  /** Controllers that stay held because nobody could read them. */
  still_held: z.array(z.string()),
});
