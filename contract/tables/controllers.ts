import { z } from "zod";
import { deviceTypeSchema } from "../devices.ts";
import { accessPointRow } from "./access-points.ts";

export const controllerRow = z.object({
  id: z.uuid(),
  name: z.string(),
  device_type: deviceTypeSchema,
  device_ip: z.string(),
  device_port: z.number().int().nullable(),
  username: z.string().nullable(),
  /** Reads as ******** or null; the stored text never leaves the server. */
  password_encrypted: z.string().nullable(),
  enabled: z.boolean(),
  macro_id: z.string().nullable(),
  /** A gate whose LPR server keeps its own plate list in sync with the portal. */
  list_sync: z.boolean(),
  /** The camera whose images the log may show; null: off. */
  frame_source: z.string().nullable(),
  last_sync: z.string().nullable(),
  organization_id: z.uuid().nullable(),
  created_at: z.string(),
});
export type ControllerRow = z.infer<typeof controllerRow>;

export const controllerWithDoors = controllerRow
  .pick({ id: true, name: true, device_type: true, device_ip: true, device_port: true, enabled: true })
  .extend({
    access_points: z.array(
      accessPointRow.pick({ id: true, name: true, door_name: true, description: true, enabled: true }),
    ),
  });
export type ControllerWithDoors = z.infer<typeof controllerWithDoors>;
