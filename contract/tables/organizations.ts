import { z } from "zod";

export const organizationRow = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  created_at: z.string(),
});
export type OrganizationRow = z.infer<typeof organizationRow>;

export const organizationName = organizationRow.pick({ id: true, name: true });
export type OrganizationName = z.infer<typeof organizationName>;
