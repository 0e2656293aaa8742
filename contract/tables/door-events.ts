// Rows of door_events: an org admin reads those of the organisation's own people, and of doors that only this organisation uses. door_log
// adds the shared part of others' events.
import { z } from "zod";
import { doorEventKindSchema, doorReasonSchema, GAP_CAUSES } from "../door-events.ts";

export const doorEventRow = z.object({
  id: z.uuid(),
  /** The device's time, corrected by the skew measured when it was read. */
  occurred_at: z.string(),
  device_time: z.string(),
  received_at: z.string(),
  controller_id: z.uuid().nullable(),
  /** Null: the event concerns the whole controller, or a door that the portal does not know. */
  access_point_id: z.uuid().nullable(),
  /** Null: the event belongs to nobody, or several organisations use the controller. */
  organization_id: z.uuid().nullable(),
  kind: doorEventKindSchema,
  /** Null where nobody asked for access. */
  granted: z.boolean().nullable(),
  reason: doorReasonSchema.nullable(),
  device_reason: z.string().nullable(),
  /** Null: not the portal's, or the person was erased. */
  credential_id: z.uuid().nullable(),
  /** Somebody typed a weekly code, which may have been deleted since. */
  is_weekly_code: z.boolean(),
  gap_cause: z.enum(GAP_CAUSES).nullable(),
  /** For a gap: events are missing since then; null: since the first reading. For an outage: its beginning. */
  gap_from: z.string().nullable(),
});
export type DoorEventRow = z.infer<typeof doorEventRow>;

const order = z.object({ requested_as: z.string(), reason: z.string() });

export const doorEventListRow = doorEventRow.extend({
  /** The event concerns another organisation's person, or a whole controller, and lacks the values that only its owner may know. */
  is_shared: z.boolean(),
  is_weekly_code: z.boolean().nullable(),
  device_time: z.string().nullable(),
  controllers: z.object({ name: z.string() }).nullable(),
  access_points: z.object({ name: z.string(), door_name: z.string().nullable() }).nullable(),
  /** Names of a controller and a door that have been deleted since. */
  removed_controller: z.string().nullable().optional(),
  removed_door: z.string().nullable().optional(),
  credentials: z
    .object({
      end_users: z
        .object({
          id: z.uuid(),
          first_name: z.string(),
          last_name: z.string(),
          /** Null: still in the portal. */
          removed_at: z.string().nullable(),
          /** Set in an export. */
          organizations: z.object({ name: z.string() }).nullable().optional(),
        })
        .nullable(),
    })
    .nullable(),
  /** The stored order, if the opening or the hold came from the portal; null where the caller may not know who ordered it. */
  door_commands: order.nullable(),
  door_holds: order.extend({ until: z.string() }).nullable(),
});
export type DoorEventListRow = z.infer<typeof doorEventListRow>;
