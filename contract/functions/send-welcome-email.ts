// send-welcome-email: mails an administrator the temporary password that admin-manager just made.
import { z } from "zod";
import { onlyAction } from "../define-action.ts";
import { mailStateSchema } from "../mail-state.ts";

const request = z.object({
  admin_email: z.string().trim().min(1).max(1000),
  /** Ignored: name and organisation come from the database, so no caller can word the portal's emails. */
  admin_name: z.string().max(1000).nullish(),
  temp_password: z
    .string()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}*$/u),
  organization_name: z.string().max(1000).nullish(),
});
export const sendWelcomeEmail = onlyAction("send-welcome-email", request, { mail: mailStateSchema });
