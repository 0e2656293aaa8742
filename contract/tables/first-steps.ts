// The reply of first_steps (database/organizations/first-steps.function.sql).
import { z } from "zod";
import { valueOf } from "../define-sql-call.ts";
import { deviceTypeSchema } from "../devices.ts";

export const firstSteps = valueOf(
  "first_steps",
  z.object({
    /** Nobody needs the steps any more. */
    finished: z.boolean(),
    opened_at: z.string().nullable(),
    organizations: z.number().int(),
    /** The earliest organisation. */
    organization: z.object({ id: z.uuid(), name: z.string(), created_at: z.string() }).nullable(),
    /** Number of enabled controllers; for an org admin, those of the organisation. */
    controllers: z.number().int(),
    /** The earliest controller, before any that has never answered. */
    controller: z
      .object({ id: z.uuid(), name: z.string(), device_type: deviceTypeSchema, answered_at: z.string().nullable() })
      .nullable(),
    gates: z.number().int(),
    gates_offered: z.number().int(),
    doors: z.number().int(),
    /** Doors given to an organisation. */
    doors_offered: z.number().int(),
    /** Doors given, with a name of their own. */
    doors_ready: z.number().int(),
    /** Doors given, whose openings the portal reads in the controller's log. */
    doors_reporting: z.number().int(),
    doors_unnamed: z.number().int(),
    /** The first few. */
    shown_doors: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        door_name: z.string().nullable(),
        controller_id: z.uuid(),
        controller_name: z.string(),
        /** False: the door still has its default name. */
        named: z.boolean(),
      }),
    ),
    /** The first person with access to a door or a gate. */
    person: z.object({ id: z.uuid(), name: z.string(), created_at: z.string() }).nullable(),
  }),
);
export type FirstSteps = z.infer<typeof firstSteps.reply>;
