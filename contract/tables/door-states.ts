// The present states of doors: rows of door_states, and a door with what a page shows of it.
import { z } from "zod";
import { DOOR_LATEST_KINDS } from "../door-events.ts";
import { doorAlarmSchema, doorModeSchema, doorPositionSchema } from "../door-states.ts";
import { unlockHoursSchema } from "../unlock-hours.ts";

export const doorStateRow = z.object({
  access_point_id: z.uuid(),
  /** Unknown until the door is read. */
  mode: doorModeSchema,
  /** Null without a sensor. */
  physical: doorPositionSchema.nullable(),
  alarm: doorAlarmSchema.nullable(),
  mode_since: z.string(),
  physical_since: z.string(),
  alarm_since: z.string(),
  /** A reading older than a minute tells nothing about the present. */
  read_at: z.string(),
});
export type DoorStateRow = z.infer<typeof doorStateRow>;

export const doorHoldRow = z.object({
  id: z.uuid(),
  reason: z.string(),
  requested_as: z.string(),
  until: z.string(),
  /** When the unlock was sent to the device. From then on the door must be locked again, even if no reply came. */
  sent_at: z.string().nullable(),
  ended_at: z.string().nullable(),
});
export type DoorHoldRow = z.infer<typeof doorHoldRow>;

/** The newest event at a door that the caller may read. */
export const latestEventRow = z.object({
  occurred_at: z.string(),
  kind: z.enum(DOOR_LATEST_KINDS),
  /** Null where nobody asked for access, or its outcome is not known. */
  granted: z.boolean().nullable(),
  credential_id: z.uuid().nullable(),
});

export const doorListRow = z.object({
  id: z.uuid(),
  name: z.string(),
  door_name: z.string().nullable(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  /** The hours at which the unit holds the door unlocked by itself. */
  unlock_hours: unlockHoursSchema.nullable(),
  controllers: z.object({ id: z.uuid(), name: z.string(), enabled: z.boolean() }),
  door_states: doorStateRow,
  /** Holds that last, or ended without a reading that shows the door locked. */
  door_holds: z.array(doorHoldRow),
  /** At most one event. */
  door_events: z.array(latestEventRow),
});
export type DoorListRow = z.infer<typeof doorListRow>;
