import { z } from "zod";

export const ROLES = ["system_admin", "org_admin"] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

export const HOME_OF_ROLE: Record<Role, "/system-admin" | "/org-admin"> = {
  system_admin: "/system-admin",
  org_admin: "/org-admin",
};
