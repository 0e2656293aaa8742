import type { Logger } from "pino";
import type { MailPort } from "#server/platform/mail/port.ts";

/** Queued in the transaction of its event: sent if, and only if, that commits. */
export type AuthMailer = Pick<MailPort, "configured" | "queueMail" | "wake">;

export function noMailer(log: Pick<Logger, "warn">): AuthMailer {
  return {
    configured: false,
    queueMail: async (_client, { template }) => {
      log.warn({ template }, "an email was not queued: the server was composed without mail");
      return crypto.randomUUID();
    },
    wake: () => {},
  };
}
