import { administratorErrors } from "#contract/errors/administrators.ts";
import { sendWelcomeEmail as contract } from "#contract/functions/send-welcome-email.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { mailState } from "#server/platform/mail/mail-outcome.ts";
import { type AdministratorsDeps, asSystemAdmin, mailCredentials } from "./administrators.ts";

export const sendWelcomeEmail = defineFunction({
  role: "system_admin",
  call: action(contract, async (deps: AdministratorsDeps, call, input) => {
    const mailId = await asSystemAdmin(deps, call, (operation) =>
      mailCredentials(operation, input.admin_email, input.temp_password),
    );
    const mail = await mailState(deps, mailId);
    if (mail === "failed") throw new PortalError(administratorErrors.welcome_mail_refused());
    return { mail };
  }),
});
