// mfa_requirements: whether people of a role must have a second factor. One row a role; only system admins change it.
import { z } from "zod";
import { roleSchema } from "../roles.ts";

export const mfaRequirementRow = z.object({ role: roleSchema, required: z.boolean() });
export type MfaRequirementRow = z.infer<typeof mfaRequirementRow>;
