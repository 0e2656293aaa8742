import type { Transporter } from "nodemailer";
import { z } from "zod";
import type { RenderedEmail } from "./layout.ts";

export interface OutgoingMail extends RenderedEmail {
  /** The queue row's id: retries keep the Message-ID. */
  id: string;
  to: string;
}

export interface MailSender {
  /** Sends; resolves when accepted. Throws MailRefusedError, or another error when a retry may help. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

/** The refusal is permanent: there is no such recipient. */
export class MailRefusedError extends Error {
  override name = "MailRefusedError";
}

export interface SmtpOptions {
  /** smtp:// (STARTTLS where offered) or smtps://. Settings in its query, e.g. `?tls.rejectUnauthorized=false`, take precedence. */
  url: string;
  /** "Namn <adress>" or an address; null: see senderAddress. */
  from: string | null;
  publicUrl: string;
}

/** A silence of this length means that the server is down. */
const CONNECT_LIMIT_MS = 10_000;
const SILENCE_LIMIT_MS = 20_000;

/** Creates the sender, which connects at the first mail. It sends a login only over TLS, except to this machine. */
export function createSmtpSender({ url, from, publicUrl }: SmtpOptions): MailSender {
  const host = new URL(publicUrl).hostname.replaceAll(/[^a-z0-9.-]/gi, "") || "localhost";
  const sender = from ?? senderAddress(url, host);
  // Loaded with the first email: most installations send few.
  const open = async (): Promise<Transporter> =>
    (await import("nodemailer")).createTransport({
      url,
      // A login must not travel unencrypted, except to this machine.
      requireTLS: hasLogin(url) && !isLoopback(new URL(url).hostname),
      connectionTimeout: CONNECT_LIMIT_MS,
      greetingTimeout: CONNECT_LIMIT_MS,
      socketTimeout: SILENCE_LIMIT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  let transport: Promise<Transporter> | null = null;
  return {
    send: async ({ id, to, subject, text, html, unsubscribe }, signal) => {
      try {
        const sending = await (transport ??= open());
        await sending.sendMail({
          from: sender,
          // Passed as an object: a string would be parsed as a list, in which one address may hide another.
          to: { name: "", address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${host}>`,
          headers: {
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
            // RFC 8058: the mail program's own button switches off with one press.
            ...(unsubscribe && {
              "List-Unsubscribe": `<${unsubscribe}>`,
              "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            }),
          },
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

/** Returns the mail server's login where that is an address, since few servers let a login send as somebody else. */
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

/** Tells whether the recipient was permanently refused. A refused sender or login is for the operator to fix, and the email is kept. */
function isRefusedRecipient(error: unknown): error is z.infer<typeof refused> {
  return refused.safeParse(error).success;
}
