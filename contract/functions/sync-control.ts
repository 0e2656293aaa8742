// sync-control: a system admin's requests to controller workers. No reply has a PIN.
import { z } from "zod";
import { actionsOf } from "../define-action.ts";
import { rowId } from "../row-id.ts";

export const driftItem = z.discriminatedUnion("kind", [
  /** One of the portal's replicas differs from the last confirmed state; it is written again. */
  z.object({
    kind: z.literal("replica_differs"),
    source_id: z.string(),
    label: z.string(),
    differences: z.array(z.string()),
  }),
  /** Confirmed hours of a door differed on the unit and were written again: a schedule, or the profile that names it. */
  z.object({ kind: z.literal("hours_differ"), access_point_id: z.string(), label: z.string() }),
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
  /** An unmanaged object whose PIN one of the portal's people has. */
  z.object({ kind: z.literal("pin_shared"), token: z.string(), label: z.string().nullable() }),
]);
export type DriftItem = z.infer<typeof driftItem>;

const action = actionsOf("sync-control");

export const syncControl = {
  /** Ends the controller's pause; without a controller, all pauses. */
  SYNC_NOW: action("SYNC_NOW", { controller_id: rowId.optional() }, { controllers: z.number().int() }),
  /** Compares one door controller in full, reports and repairs. While everything is paused it only reads. */
  COMPARE: action(
    "COMPARE",
    { controller_id: rowId },
    {
      controller_id: rowId,
      compared_at: z.string(),
      users: z.number().int(),
      credentials: z.number().int(),
      items: z.array(driftItem),
    },
  ),
  /** Accepts a new device's identity after a hardware replacement and writes everything to it. */
  REBUILD: action("REBUILD", { controller_id: rowId }, { replicas: z.number().int() }),
  /** Stops every server's controller workers within one run (10 s); work waits. For a restored back-up. */
  PAUSE_ALL: action(
    "PAUSE_ALL",
    { reason: z.string().trim().min(1).max(500) },
    { paused: z.boolean(), changed: z.boolean() },
  ),
  RESUME_ALL: action("RESUME_ALL", {}, { paused: z.boolean(), changed: z.boolean() }),
};
