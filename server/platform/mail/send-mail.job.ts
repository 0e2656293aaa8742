// Sends queued mail. A server that dies after the mail server accepted an email sends it again, with the same Message-ID.
import type { Pool } from "pg";
import type { Logger } from "pino";
import { backOff } from "#contract/back-off.ts";
import { encryptionAad } from "#database/encrypted-columns.ts";
import type { Clock } from "#drivers/clock.ts";
import type { KeyRing } from "../crypto/key-ring.ts";
import { type LeasedQueue, workQueue } from "../jobs/work-queue.ts";
import { renderEmail } from "./layout.ts";
import {
  type ClaimedMail,
  claimMail,
  deleteFinishedMail,
  expireMail,
  finishMail,
  postponeMail,
} from "./mail-queue.store.ts";
import { composeEmail, type MailTemplate } from "./mail-template.ts";
import type { MailPort } from "./port.ts";
import { MailRefusedError, type MailSender, type OutgoingMail } from "./smtp.ts";

const PLACES = 5;
/** Well below the lease, after which another server may try. */
const SEND_LIMIT_MS = 45_000;
const LEASE_SECONDS = 90;
/** Grace on shutdown: an interrupted email may be sent twice. */
const STOP_GRACE_MS = 3_000;
const PAUSES = { firstMs: 5_000, longestMs: 15 * 60_000 };
const KEPT_DAYS = 30;
const REASON_MAX_LENGTH = 500;

export interface SendMailDeps {
  engine: Pool;
  keys: Pick<KeyRing, "openText">;
  clock: Clock;
  log: Pick<Logger, "info" | "warn">;
  mail: Pick<MailPort, "woken">;
  sender: MailSender | null;
  mails: readonly MailTemplate[];
  publicUrl: string;
}

/** Sends mail until the signal aborts; a failure is logged and retried. */
export function keepMailMoving(deps: SendMailDeps & { everyMs: number }, signal: AbortSignal): Promise<void> {
  const { clock, log, mail, everyMs } = deps;
  const queue = mailQueue(deps, signal);
  const maintain = () => maintainQueue(deps);
  const woken = () => mail.woken();
  return workQueue({ clock, log, name: "the mail queue", everyMs, queue, places: PLACES, maintain, woken }, signal);
}

/** Gives up mails whose time is over, and deletes old finished ones. */
export async function maintainQueue({ engine, log }: Pick<SendMailDeps, "engine" | "log">): Promise<void> {
  const expired = await expireMail(engine, "expired before it could be sent");
  if (expired > 0) log.warn({ messages: expired }, "emails expired before they could be sent");
  await deleteFinishedMail(engine, KEPT_DAYS);
}

/** Returns the due emails as a queue; empty without a mail server. */
export function mailQueue(deps: SendMailDeps, signal: AbortSignal): LeasedQueue<ClaimedMail> {
  const { engine, sender } = deps;
  if (sender === null) return { claim: async () => [], work: async () => undefined };
  return {
    claim: (owner, limit) => claimMail(engine, { owner, leaseSeconds: LEASE_SECONDS, limit }),
    work: (message, owner) => sendOne(deps, { sender, owner, message, signal }),
  };
}

interface Turn {
  sender: MailSender;
  owner: string;
  message: ClaimedMail;
  signal: AbortSignal;
}

async function sendOne(deps: SendMailDeps, { sender, owner, message, signal }: Turn): Promise<void> {
  const { engine, log } = deps;
  const { id, template, attempts } = message;
  const limit = sendLimit(signal);
  try {
    await sender.send(write(deps, message), limit.signal);
    if (!(await finishMail(engine, { id, owner, error: null })))
      log.warn({ mail: id, template }, "an email was sent after its lease had ended");
  } catch (error) {
    const reason = reasonOf(error);
    if (isFinal(error)) {
      await finishMail(engine, { id, owner, error: reason });
      log.warn({ mail: id, template, reason }, "an email will not be sent");
    } else {
      // Interrupted by this server's shutdown, not a failure: the next server takes it at once.
      const pauseMs = signal.aborted ? 0 : backOff(attempts, PAUSES);
      await postponeMail(engine, { id, owner, error: reason, pauseMs });
      log.warn({ mail: id, template, attempts, reason }, "an email could not be sent; it will be retried");
    }
  } finally {
    limit.clear();
  }
}

function sendLimit(stopping: AbortSignal): { signal: AbortSignal; clear(): void } {
  const cut = new AbortController();
  const timers = [setTimeout(() => cut.abort(new Error("the mail server took too long")), SEND_LIMIT_MS)];
  const onStop = () => void timers.push(setTimeout(() => cut.abort(new Error("the server stops")), STOP_GRACE_MS));
  if (stopping.aborted) onStop();
  else stopping.addEventListener("abort", onStop, { once: true });
  return {
    signal: cut.signal,
    clear: () => {
      stopping.removeEventListener("abort", onStop);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Thrown for an email queued by another version in a form that this one cannot render. */
class UnwritableError extends Error {
  override name = "UnwritableError";
}

function write(
  { keys, mails, publicUrl }: SendMailDeps,
  { id, template, recipient, encrypted_content }: ClaimedMail,
): OutgoingMail {
  const known = mails.find((one) => one.name === template);
  if (known === undefined) throw new UnwritableError(`there is no template ${template}`);
  // Another server may have the missing key, so this is no reason to give up.
  const content = keys.openText(encrypted_content, encryptionAad("mail_queue.encrypted_content", id));
  try {
    return { id, to: recipient, ...renderEmail(composeEmail(known, JSON.parse(content), { publicUrl })) };
  } catch (cause) {
    throw new UnwritableError("the email's data do not fit its template", { cause });
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof MailRefusedError || error instanceof UnwritableError;
}

/** Returns what the mail server or the network reported, never the email itself. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\p{Cc}+/gu, " ").slice(0, REASON_MAX_LENGTH) || "unknown";
}
