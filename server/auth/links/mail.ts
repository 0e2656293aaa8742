import type { Logger } from "pino";
import type { MailPort } from "#server/platform/mail/port.ts";

/** Queued in the transaction of its event: sent if, and only if, that commits. */
export type AuthMailer = Pick<MailPort, "configured" | "queueMail" | "wake">;

/** Logs that emails are not configured, without their content. */
export function noMailer(log: Pick<Logger, "warn">): AuthMailer {
  return {
    configured: false,
    queueMail: async (_client, { template }) => {
      log.warn({ template }, "a letter was not posted: the server was put together without mail");
      return crypto.randomUUID();
    },
    wake: () => {},
  };
}
