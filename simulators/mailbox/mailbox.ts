import { randomUUID } from "node:crypto";
import { SMTPServer } from "smtp-server";
import { type ParsedMessage, parseMessage } from "./parse-message.ts";

const KEPT = 500;
const MAX_MESSAGE_BYTES = 5 * 1024 * 1024;

export interface CaughtMail extends ParsedMessage {
  id: string;
  receivedAt: string;
  recipients: string[];
}

export interface Mailbox {
  readonly port: number;
  list(): readonly CaughtMail[];
  get(id: string): CaughtMail | undefined;
  clear(): void;
  keepText(message: { to: string; text: string }): void;
  waitFor(address: string): Promise<CaughtMail>;
  version(): number;
  close(): Promise<void>;
}

/** Starts an SMTP server that keeps what it gets. */
export async function startMailbox({
  port = 0,
  saved = [],
}: {
  port?: number;
  saved?: readonly CaughtMail[];
} = {}): Promise<Mailbox> {
  const mails: CaughtMail[] = [...saved];
  let waiting: { address: string; resolve: (mail: CaughtMail) => void }[] = [];
  let version = 0;

  const keep = (message: ParsedMessage, recipients: string[]): void => {
    const mail = { id: randomUUID(), receivedAt: new Date().toISOString(), recipients, ...message };
    mails.unshift(mail);
    mails.length = Math.min(mails.length, KEPT);
    version += 1;
    waiting = waiting.filter((one) => {
      if (!sentTo(mail, one.address)) return true;
      one.resolve(mail);
      return false;
    });
  };

  const server = createServer(keep);
  // A client may disconnect midway.
  server.on("error", () => undefined);
  const actualPort = await new Promise<number>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });

  return {
    port: actualPort,
    list: () => mails,
    get: (id) => mails.find((mail) => mail.id === id),
    clear: () => {
      mails.length = 0;
      version += 1;
    },
    keepText: ({ to, text }) =>
      keep({ from: "Webbportal", to, subject: "Sms", text, html: "", links: [], headers: {} }, [to]),
    waitFor: async (address) =>
      mails.find((mail) => sentTo(mail, address)) ??
      (await new Promise<CaughtMail>((resolve) => waiting.push({ address, resolve }))),
    version: () => version,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function createServer(keep: (message: ParsedMessage, recipients: string[]) => void): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? "" }),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      let size = 0;
      stream.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MAX_MESSAGE_BYTES) chunks.push(chunk);
      });
      stream.on("end", () => {
        if (size > MAX_MESSAGE_BYTES) return done(Object.assign(new Error("too large"), { responseCode: 552 }));
        keep(
          parseMessage(Buffer.concat(chunks)),
          session.envelope.rcptTo.map((recipient) => recipient.address),
        );
        done();
      });
    },
  });
}

const sentTo = (mail: CaughtMail, address: string): boolean =>
  mail.recipients.some((one) => one.toLowerCase() === address.toLowerCase());
