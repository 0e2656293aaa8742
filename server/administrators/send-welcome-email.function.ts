import { administratorErrors } from "#contract/errors/administrators.ts";
import { sendWelcomeEmailRequest } from "#contract/functions/send-welcome-email.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { mailState } from "#server/platform/mail/mail-outcome.ts";
import { type AdministratorsDeps, asSystemAdmin, mailCredentials } from "./administrators.ts";

export const sendWelcomeEmail = defineFunction({
  name: "send-welcome-email",
  method: "POST",
  role: "system_admin",
  input: sendWelcomeEmailRequest,
  handle: async (deps: AdministratorsDeps, { input, ...call }) => {
    const mailId = await asSystemAdmin(deps, call, (action) =>
      mailCredentials(action, input.admin_email, input.temp_password),
    );
    const mail = await mailState(deps, mailId);
    if (mail === "failed") {
      throw new PortalError(administratorErrors.welcome_mail_refused());
    }
    return { mail };
  },
});
