import { z } from "zod";

export const accessPointRow = z.object({
  id: z.uuid(),
  controller_id: z.uuid(),
  name: z.string(),
  door_name: z.string().nullable(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  last_synced: z.string().nullable(),
  access_profile_token: z.string().nullable(),
});
export type AccessPointRow = z.infer<typeof accessPointRow>;
