import { adminManager } from "#contract/functions/admin-manager.ts";
import { sendWelcomeEmail } from "#contract/functions/send-welcome-email.ts";
import type { MailState } from "#contract/mail-state.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { callAdminManager } from "./admin-manager.ts";

export interface Addressee {
  name: string;
  email: string;
  /** Empty for system administrators. */
  organization: string;
}

/** Emails a new temporary password. Throws FunctionError. */
export async function sendWelcomeMail(to: Addressee, temporaryPassword: string): Promise<MailState> {
  const reply = await callAction(sendWelcomeEmail, {
    admin_email: to.email,
    admin_name: to.name,
    temp_password: temporaryPassword,
    organization_name: to.organization,
  });
  return reply.mail;
}

/** Replaces the password with a temporary one. Throws FunctionError. */
export async function resetPassword(id: string): Promise<string> {
  const reply = await callAdminManager(adminManager.reset_password_and_get_temp, { admin_id: id });
  return reply.temp_password;
}

/** Makes and emails a link for choosing a password. Throws FunctionError. */
export async function invite(id: string): Promise<{ link: string; mail: MailState }> {
  const reply = await callAdminManager(adminManager.invite, { admin_id: id });
  return { link: reply.invitation_link, mail: reply.mail };
}
