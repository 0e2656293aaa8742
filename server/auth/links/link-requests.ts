// A request only stores a row. The account is looked up after the reply, so neither reply nor timing reveals whether it exists.
import type { Pool, PoolClient } from "pg";
import type { Logger } from "pino";
import { transaction } from "#server/platform/database/transaction.ts";
import { recordEvent } from "../audit.ts";
import { emailChangeMail, emailChangeNoticeMail, recoveryMail } from "../mails.ts";
import type { AuthSettings } from "../settings.ts";
import { findAccountByEmail, isEmailOfAnother, lockAccount } from "../users.store.ts";
import { insertLinkRequest, type LinkRequest, type RequestRow, takeLinkRequest } from "./link-requests.store.ts";
import type { AuthMailer } from "./mail.ts";
import { deleteTokens, insertToken } from "./one-time-tokens.store.ts";
import { withParameters } from "./redirects.rules.ts";
import { newSecret } from "./secrets.ts";

export interface LinkRequests {
  /** Stores a request; call `work` after the commit. */
  add(db: Pool | PoolClient, request: LinkRequest): Promise<void>;
  /** Mails pending requests. Never fails: the next call retries. */
  work(): void;
  idle(): Promise<void>;
}

export interface LinkRequestsOptions {
  pool: Pool;
  mailer: AuthMailer;
  log: Pick<Logger, "warn">;
  settings: Pick<AuthSettings, "publicUrl" | "linkSeconds">;
}

/** Creates the queue. `work` works all stored requests after the earlier ones; `idle` resolves when they are done. */
export function createLinkRequests(options: LinkRequestsOptions): LinkRequests {
  let underWay: Promise<void> = Promise.resolve();
  return {
    add: insertLinkRequest,
    work: () => {
      underWay = underWay.then(() => workAll(options));
    },
    idle: () => underWay,
  };
}

/** Mails what waits. A request that fails is left for the next call and keeps no other one waiting. */
async function workAll(options: LinkRequestsOptions): Promise<void> {
  const failed: string[] = [];
  let isMailed = false;
  for (let found = true; found; ) {
    const taken: { id: string | null } = { id: null };
    try {
      found = await transaction(options.pool, async (client) => {
        const request = await takeLinkRequest(client, failed);
        taken.id = request?.id ?? null;
        if (request === null) return false;
        await (request.kind === "recovery" ? mailRecovery : mailEmailChange)(client, request, options);
        return true;
      });
      isMailed ||= found;
    } catch (error) {
      options.log.warn({ err: error, request: taken.id }, "a link could not be mailed");
      // Without a request it is the database that failed.
      if (taken.id === null) break;
      failed.push(taken.id);
    }
  }
  if (isMailed) options.mailer.wake();
}

async function mailRecovery(client: PoolClient, request: RequestRow, options: LinkRequestsOptions): Promise<void> {
  const account = await findAccountByEmail(client, request.email);
  if (account === null) return;
  // Mail goes to the account's address, not the typed one: an address that merely normalises to the same text is another mailbox.
  const { id, email } = account;
  const link = await makeLink(client, { ...request, user_id: id }, options);
  await options.mailer.queueMail(client, {
    template: recoveryMail,
    to: email,
    data: { link, minutes: minutes(options) },
  });
  await recordEvent(client, "auth.recovery_requested", { actor: null, subject: id });
}

async function mailEmailChange(client: PoolClient, request: RequestRow, options: LinkRequestsOptions): Promise<void> {
  const account = await lockAccount(client, request.user_id);
  if (account === null) return;
  const { id, email: current } = account;
  await deleteTokens(client, id, "email_change");
  await options.mailer.queueMail(client, {
    template: emailChangeNoticeMail,
    to: current,
    data: { email: request.email, confirmed: false },
  });
  if (await isEmailOfAnother(client, request.email, id)) return;
  const link = await makeLink(client, { ...request, user_id: id }, options);
  await options.mailer.queueMail(client, {
    template: emailChangeMail,
    to: request.email,
    data: { link, minutes: minutes(options), email: request.email },
  });
}

/** Makes a link. It starts with the configured URL, whatever the request headers say. */
async function makeLink(
  client: PoolClient,
  request: RequestRow & { user_id: string },
  { settings }: LinkRequestsOptions,
): Promise<string> {
  const secret = newSecret();
  await insertToken(client, {
    userId: request.user_id,
    kind: request.kind,
    secret,
    seconds: settings.linkSeconds,
    relatesTo: request.email,
    codeChallenge: request.code_challenge,
    redirectTo: request.redirect_to,
  });
  // Leads to the page, which asks for a click: mail scanners that open links must confirm nothing.
  if (request.kind === "email_change") return withParameters(request.redirect_to, { email_change: secret });
  const query = new URLSearchParams({ token: secret, type: request.kind, redirect_to: request.redirect_to });
  return `${settings.publicUrl}/auth/v1/verify?${query.toString()}`;
}

const minutes = ({ settings }: LinkRequestsOptions) => Math.round(settings.linkSeconds / 60);
