// restore-control: shows what devices hold that a restored database lacks, and resumes. Until then nothing is sent to devices and no gate
// opens. System admins only; no reply has a PIN.
import { z } from "zod";
import { actionsOf } from "../define-action.ts";
import { rowId } from "../row-id.ts";

export const restoreDifference = z.discriminatedUnion("kind", [
  /** In the database but not on the device: most likely removed after the back-up. */
  z.object({ kind: z.literal("missing_on_device"), source_id: z.string(), source_kind: z.string(), label: z.string() }),
  /** Different on the device: changed after the back-up. */
  z.object({
    kind: z.literal("differs"),
    source_id: z.string(),
    source_kind: z.string(),
    label: z.string(),
    differences: z.array(z.string()),
  }),
  /** An orphan: created after the back-up, or by another portal. */
  z.object({
    kind: z.literal("unknown_to_database"),
    source_id: z.string(),
    name: z.string().nullable(),
    carries_pin: z.boolean(),
  }),
  /**
   * The database says that a PIN alone is enough at the door, but the device has no such rule: most likely switched off after the back-up.
   */
  z.object({ kind: z.literal("pin_alone"), access_point_id: z.string(), label: z.string() }),
  /** Unmanaged; left alone. */
  z.object({ kind: z.literal("foreign"), token: z.string(), name: z.string().nullable(), carries_pin: z.boolean() }),
]);
export type RestoreDifference = z.infer<typeof restoreDifference>;

export const restoreController = z.object({
  controller_id: z.string(),
  name: z.string(),
  held: z.boolean(),
  inspected_at: z.string().nullable(),
  error: z.string().nullable(),
  /** The number of differences; `items` has all but those for which the report has no room. */
  total_items: z.number().int(),
  items: z.array(restoreDifference),
});
export type RestoreController = z.infer<typeof restoreController>;

const status = {
  /** Null when every gate may open: no restore, or a confirmed one. */
  restored: z.object({ backup_id: z.string(), taken_at: z.string(), restored_at: z.string() }).nullable(),
  controllers: z.array(restoreController),
};

const action = actionsOf("restore-control");

export const restoreControl = {
  STATUS: action("STATUS", {}, status),
  /** Reads door controllers without changing them; without an id, all that are held. */
  INSPECT: action("INSPECT", { controller_id: rowId.optional() }, status),
  /**
   * Resumes every controller that was read. People whose replica was missing or different on a device are switched off, except those in
   * `grant_again`. PIN alone is switched off at doors whose device no longer has the rule. Orphans in `remove` are removed. Unread
   * controllers stay held until they are read and confirmed.
   */
  CONFIRM: action(
    "CONFIRM",
    {
      grant_again: z.array(rowId).max(100_000).default([]),
      remove: z
        .array(z.object({ controller_id: rowId, source_id: rowId }))
        .max(100_000)
        .default([]),
    },
    { switched_off: z.number().int(), removed: z.number().int(), still_held: z.array(z.string()) },
  ),
};
