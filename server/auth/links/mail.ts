import type { Logger } from "pino";
import type { MailPort } from "#server/platform/mail/port.ts";

/** Emails are queued in the transaction of their event: they are sent if, and only if, it commits. */
export type AuthMailer = Pick<MailPort, "configured" | "queueMail" | "wake">;

/** Returns a mailer that logs each mail and sends none. */
export function noMailer(log: Pick<Logger, "warn">): AuthMailer {
  return {
    configured: false,
    queueMail: async (_client, { template }) => {
      log.warn({ template: template.name }, "an email was not queued: the server was composed without mail");
      return crypto.randomUUID();
    },
    wake: () => {},
  };
}
