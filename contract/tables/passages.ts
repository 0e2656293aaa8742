// Rows of the view passages: attempts at doors and gates in one shape, under the reader's policies.
import { z } from "zod";
import { accessReasonSchema } from "../devices.ts";
import { doorReasonSchema } from "../door-events.ts";

const attempt = z.object({
  id: z.uuid(),
  occurred_at: z.string(),
  /** Whose it is; null: nobody's, or several organisations use the door. */
  organization_id: z.uuid().nullable(),
  controller_id: z.uuid().nullable(),
  controller_name: z.string().nullable(),
  access_point_id: z.uuid().nullable(),
  access_point_name: z.string().nullable(),
  granted: z.boolean(),
  /** Null: not the portal's, or deleted since; so are the three that follow. */
  credential_id: z.uuid().nullable(),
  end_user_id: z.uuid().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
});

export const passageRow = z.discriminatedUnion("source", [
  attempt.extend({ source: z.literal("gate"), reason: accessReasonSchema, plate_number: z.string() }),
  attempt.extend({ source: z.literal("door"), reason: doorReasonSchema.nullable(), plate_number: z.null() }),
]);
export type PassageRow = z.infer<typeof passageRow>;
