// Roles that must have a second factor: one row per role, changed by system admins only.
import { z } from "zod";
import { roleSchema } from "../roles.ts";

export const mfaRequirementRow = z.object({ role: roleSchema, required: z.boolean() });
export type MfaRequirementRow = z.infer<typeof mfaRequirementRow>;
