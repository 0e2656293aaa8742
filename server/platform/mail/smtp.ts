// Hands one letter to the mail server of SMTP_URL.
import type { Transporter } from "nodemailer";
import { z } from "zod";
import type { RenderedLetter } from "./templates/layout.ts";

export interface OutgoingMail extends RenderedLetter {
  /** The queue row's id: the Message-ID stays the same however often the letter is tried. */
  id: string;
  to: string;
}

export interface MailSender {
  /** Resolves when the server has taken the letter. Throws MailRefusedError, or another error when trying again may help. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

/** The server will never take this letter: there is no such recipient. */
export class MailRefusedError extends Error {
  override name = "MailRefusedError";
}

export interface SmtpOptions {
  /** smtp:// (STARTTLS where the server has it) or smtps://. What stands in its query, e.g. `?tls.rejectUnauthorized=false`, wins. */
  url: string;
  /** "Namn <adress>" or an address; null = see senderAddress. */
  from: string | null;
  publicUrl: string;
}

/** A server that is silent that long is down. */
const CONNECT_LIMIT_MS = 10_000;
const SILENCE_LIMIT_MS = 20_000;

export function createSmtpSender({ url, from, publicUrl }: SmtpOptions): MailSender {
  const host = new URL(publicUrl).hostname.replaceAll(/[^a-z0-9.-]/gi, "") || "localhost";
  const sender = from ?? senderAddress(url, host);
  // Read with the first letter: an installation that sends one a week need not hold it all week long before.
  const open = async (): Promise<Transporter> =>
    (await import("nodemailer")).createTransport({
      url,
      // A login must not travel openly, except to this very machine.
      requireTLS: hasLogin(url) && !isLoopback(new URL(url).hostname),
      connectionTimeout: CONNECT_LIMIT_MS,
      greetingTimeout: CONNECT_LIMIT_MS,
      socketTimeout: SILENCE_LIMIT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  let transport: Promise<Transporter> | null = null;
  return {
    send: async ({ id, to, subject, text, html }, signal) => {
      try {
        const sending = await (transport ??= open());
        await sending.sendMail({
          from: sender,
          // As an object: a text would be read as a list, in which one address may hide another.
          to: { name: "", address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${host}>`,
          // Out-of-office replies to a portal help nobody.
          headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
          signal,
        });
      } catch (error) {
        throw isRefusedRecipient(error)
          ? new MailRefusedError(`the mail server refuses the recipient: ${error.response}`, { cause: error })
          : error;
      }
    },
  };
}

/** The login of the mail server where that is an address, since few servers let anybody send as somebody else. */
function senderAddress(url: string, host: string): string {
  const user = decodeURIComponent(new URL(url).username);
  return `Webbportal <${z.email().safeParse(user).success ? user : `no-reply@${host}`}>`;
}

const hasLogin = (url: string) => new URL(url).username !== "";
const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host);

const refused = z.object({
  command: z.literal("RCPT TO"),
  responseCode: z.number().min(500).max(599),
  response: z.string(),
});

/** Refused for good. A refused sender or login is ours to mend, and the letter is kept for that. */
function isRefusedRecipient(error: unknown): error is z.infer<typeof refused> {
  return refused.safeParse(error).success;
}
