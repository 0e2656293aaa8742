import { z } from "zod";
import { logReasonSchema } from "../devices.ts";

export const accessLogRow = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  detected_at: z.string(),
  plate_number: z.string(),
  controller_id: z.uuid().nullable(),
  access_granted: z.boolean(),
  access_reason: logReasonSchema,
  /** true: the gate answered; false: it refused; null: not sent, under way, or no answer. */
  macro_executed: z.boolean().nullable(),
  credential_id: z.uuid().nullable(),
});
export type AccessLogRow = z.infer<typeof accessLogRow>;

export const accessLogListRow = accessLogRow.extend({
  /** Name of a gate that has been deleted since. */
  removed_controller: z.string().nullable().optional(),
  controllers: z
    .object({ name: z.string(), organizations: z.object({ id: z.uuid(), name: z.string() }).nullable().optional() })
    .nullable(),
  credentials: z.object({ end_user_id: z.uuid() }).nullable(),
  /** The stored order, if the portal opened the gate; null where the caller may not know who ordered it. */
  door_commands: z.object({ requested_as: z.string(), reason: z.string() }).nullable().optional(),
});
export type AccessLogListRow = z.infer<typeof accessLogListRow>;
