import { z } from "zod";
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from "../limits.ts";
import { mailStateSchema } from "../mail-state.ts";
import { rowId } from "../row-id.ts";

const name = z
  .string()
  .trim()
  .min(1)
  .max(NAME_MAX_LENGTH)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u);
/** Validated where it is stored: that refusal has its own sentence (specification section 8). */
const email = z.string().trim().max(1000);
const password = z.string().max(1000).nullish();
const admin = { admin_id: rowId };

export const adminManagerRequest = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("create_org_admin"),
    email,
    password,
    first_name: name,
    last_name: name,
    organization_id: rowId,
  }),
  z.object({ action: z.literal("create_system_admin"), email, password, first_name: name, last_name: name }),
  z.object({ action: z.literal("update_email"), ...admin, email }),
  /** Another's is temporary; one's own is not. Ends the account's other sessions. */
  z.object({ action: z.literal("update_password"), ...admin, password: z.string().max(1000) }),
  z.object({ action: z.literal("delete"), ...admin }),
  /** A new random password; ends all sessions. */
  z.object({ action: z.literal("reset_password_and_get_temp"), ...admin }),
  /** A link to choose a password, mailed where mail is set up. Earlier links stop working. */
  z.object({ action: z.literal("invite"), ...admin }),
  /** Removes second factors and recovery codes and ends all sessions. Needs re-authentication within five minutes. */
  z.object({ action: z.literal("remove_factors"), ...admin }),
]);
export type AdminManagerRequest = z.infer<typeof adminManagerRequest>;

const success = z.literal(true);
/** What a welcome mail holds unless it is chosen otherwise: the temporary password, or a link to choose one. */
export const WELCOME_MAILS = ["password", "invitation"] as const;
export type WelcomeMail = (typeof WELCOME_MAILS)[number];
const proposed = { welcome_mail: z.enum(WELCOME_MAILS) };
const temporary = { temp_password: z.string(), temp_password_until: z.iso.datetime() };

export const createOrgAdminReply = z.object({ success, admin_id: rowId, ...temporary, ...proposed });
export const createSystemAdminReply = z.object({
  success,
  user: z.object({ id: rowId, email: z.string().max(EMAIL_MAX_LENGTH) }),
  ...temporary,
  ...proposed,
});
export const resetPasswordReply = z.object({ success, ...temporary });
export const inviteReply = z.object({
  success,
  /** Works once; for handing over without mail. */
  invitation_link: z.string(),
  expires_at: z.iso.datetime(),
  mail: mailStateSchema,
});
export const removeFactorsReply = z.object({ success, removed: z.number().int().positive() });
export const adminManagerReply = z.object({ success });
