// Rows of the view merged_log: events of doors and gates in one list, under the reader's policies.
import { z } from "zod";
import { logReasonSchema } from "../devices.ts";
import { accessLogListRow } from "./access-logs.ts";
import { doorEventListRow } from "./door-events.ts";

const { controllers, macro_executed } = accessLogListRow.shape;

export const doorLogRow = doorEventListRow.extend({ source: z.literal("door"), controllers });

export const gateLogRow = doorEventListRow
  .pick({
    id: true,
    occurred_at: true,
    received_at: true,
    controller_id: true,
    removed_controller: true,
    credentials: true,
    door_commands: true,
  })
  .extend({
    source: z.literal("gate"),
    controllers,
    granted: z.boolean(),
    reason: logReasonSchema,
    /** The reading of the camera. */
    plate_number: z.string(),
    macro_executed,
    /** The portal sent the macro. */
    opened: z.boolean(),
    /** The reading that this one repeats. */
    duplicate_of: z.string().nullable(),
  });
export type GateLogRow = z.infer<typeof gateLogRow>;

export const mergedLogRow = z.discriminatedUnion("source", [doorLogRow, gateLogRow]);
export type MergedLogRow = z.infer<typeof mergedLogRow>;
