// send-welcome-email: mails an administrator the temporary password that admin-manager has just given, for system admins.
import { administratorErrors } from "#contract/errors/administrators.ts";
import { sendWelcomeEmailRequest } from "#contract/functions/send-welcome-email.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { mailState } from "#server/platform/mail/mail-outcome.ts";
import { findAdministrator } from "./administrators.store.ts";
import { asSystemAdmin, mailCredentials } from "./administrators.ts";

export const sendWelcomeEmail = defineFunction({
  name: "send-welcome-email",
  method: "POST",
  input: sendWelcomeEmailRequest,
  handle: async (deps, { input, claims }) => {
    const mailId = await asSystemAdmin(deps, claims, async (act) => {
      const admin = await findAdministrator(act.client, input.admin_email);
      if (admin === null) {
        throw new PortalError(administratorErrors.administrator_unknown());
      }
      return mailCredentials(act, admin, input.temp_password);
    });
    const mail = await mailState(deps, mailId);
    if (mail === "failed") {
      throw new PortalError(administratorErrors.welcome_mail_refused());
    }
    return { mail };
  },
});
