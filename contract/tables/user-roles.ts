import { z } from "zod";
import { roleSchema } from "../roles.ts";

export const userRoleRow = z.object({ role: roleSchema, organization_id: z.uuid().nullable() });
export type UserRoleRow = z.infer<typeof userRoleRow>;

export const profileRow = z.object({ id: z.uuid(), first_name: z.string(), last_name: z.string(), email: z.string() });
export type ProfileRow = z.infer<typeof profileRow>;

export const administratorRow = z.object({ created_at: z.string(), profiles: profileRow });
export type AdministratorRow = z.infer<typeof administratorRow>;
