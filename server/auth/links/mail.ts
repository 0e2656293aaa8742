// The letters of the authentication service: what they say is in server/email, that they are sent at all is decided here.
import type { Logger } from "pino";
import type { MailPort } from "#server/platform/mail/port.ts";

/** A letter is posted in the transaction of what it tells of: it goes out if, and only if, that commits. */
export type AuthMailer = Pick<MailPort, "configured" | "queueMail" | "wake">;

/** For a server that is put together without letters: says so in the log, and nothing of their content. */
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
