// first-admin: the form behind the one-time link of an empty installation.
import { z } from "zod";
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "../limits.ts";

const token = z.string().min(1).max(200);

export const firstAdminLink = z.object({ token });

export const firstAdminRequest = z.object({
  token,
  email: z.email().max(EMAIL_MAX_LENGTH),
  password: z.string().min(PASSWORD_MIN_LENGTH).max(1000),
  firstName: z.string().trim().min(1).max(NAME_MAX_LENGTH),
  lastName: z.string().trim().min(1).max(NAME_MAX_LENGTH),
});
export type FirstAdminRequest = z.infer<typeof firstAdminRequest>;

export const firstAdminReply = z.object({ success: z.literal(true) });
