// admin-manager: creates, changes and deletes administrators. System admins only.
import { z } from "zod";
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from "../limits.ts";

const name = z
  .string()
  .trim()
  .min(1)
  .max(NAME_MAX_LENGTH)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u);
/** Whether it is an address is judged where it is kept: that refusal has a sentence of its own (specification section 8). */
const email = z.string().trim().max(1000);
/** Blank or left out: a random temporary one. */
const password = z.string().max(1000).nullish();
const admin = { admin_id: z.uuid() };

export const adminManagerRequest = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("create_org_admin"),
    email,
    password,
    first_name: name,
    last_name: name,
    organization_id: z.uuid(),
  }),
  z.object({ action: z.literal("create_system_admin"), email, password, first_name: name, last_name: name }),
  z.object({ action: z.literal("update_email"), ...admin, email }),
  /** Another's must be changed at their next sign-in; one's own not. Ends the account's sessions, but the caller's own one. */
  z.object({ action: z.literal("update_password"), ...admin, password: z.string().max(1000) }),
  z.object({ action: z.literal("delete"), ...admin }),
  /** A new random password replaces the present one and ends all sessions. */
  z.object({ action: z.literal("reset_password_and_get_temp"), ...admin }),
  /** A link on which the administrator chooses a password, mailed where mail is set up. Earlier links stop working. */
  z.object({ action: z.literal("invite"), ...admin }),
  /** For one who lost them: second factors and recovery codes go, and all sessions end. Asks for a proof of the last five minutes. */
  z.object({ action: z.literal("remove_factors"), ...admin }),
]);
export type AdminManagerRequest = z.infer<typeof adminManagerRequest>;

/**
 * What became of a letter when the reply left. `queued`: the mail server did not take it yet, it is tried again by itself.
 * `mail_not_configured`: it waits until the server has an SMTP_URL. `failed`: the mail server refuses the address.
 */
export const mailStateSchema = z.enum(["sent", "queued", "failed", "mail_not_configured"]);
export type MailState = z.infer<typeof mailStateSchema>;

const success = z.literal(true);
const temporary = { temp_password: z.string(), temp_password_until: z.iso.datetime() };

/** The password is shown once: the server keeps only its hash. */
export const createOrgAdminReply = z.object({ success, admin_id: z.uuid(), ...temporary });
export const createSystemAdminReply = z.object({
  success,
  user: z.object({ id: z.uuid(), email: z.string().max(EMAIL_MAX_LENGTH) }),
  ...temporary,
});
export const resetPasswordReply = z.object({ success, ...temporary });
export const inviteReply = z.object({
  success,
  /** Works once. For who wants to hand it over by another way than mail. */
  invitation_link: z.string(),
  expires_at: z.iso.datetime(),
  mail: mailStateSchema,
});
export const removeFactorsReply = z.object({ success, removed: z.number().int().positive() });
export const adminManagerReply = z.object({ success });
