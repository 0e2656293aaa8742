// A request only stores a row; the account is looked up after the reply, so neither reply nor timing reveals it.
import type { Pool, PoolClient } from "pg";
import type { Logger } from "pino";
import { z } from "zod";
import { transaction } from "#server/platform/database/transaction.ts";
import { noteEvent } from "../audit.ts";
import type { AuthSettings } from "../settings.ts";
import type { AuthMailer } from "./mail.ts";
import { insertToken, newSecret } from "./one-time-tokens.ts";
import { withParameters } from "./redirects.ts";

export interface LinkRequest {
  kind: "recovery" | "email_change";
  email: string;
  userId: string | null;
  codeChallenge: string | null;
  redirectTo: string;
}

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

const requestRow = z.object({
  kind: z.enum(["recovery", "email_change"]),
  email: z.string(),
  user_id: z.uuid().nullable(),
  code_challenge: z.string().nullable(),
  redirect_to: z.string(),
});
type RequestRow = z.infer<typeof requestRow>;

// Each server takes the oldest that no other has locked.
const TAKE = `delete from auth.link_requests where id =
    (select id from auth.link_requests order by created_at limit 1 for update skip locked)
  returning kind, email, user_id, code_challenge, redirect_to`;

export function createLinkRequests(options: LinkRequestsOptions): LinkRequests {
  let underWay: Promise<void> = Promise.resolve();
  return {
    add: async (db, { kind, email, userId, codeChallenge, redirectTo }) => {
      await db.query(
        "insert into auth.link_requests (kind, email, user_id, code_challenge, redirect_to) values ($1, $2, $3, $4, $5)",
        [kind, email, userId, codeChallenge, redirectTo],
      );
    },
    work: () => {
      underWay = underWay.then(() => workAll(options));
    },
    idle: () => underWay,
  };
}

async function workAll(options: LinkRequestsOptions): Promise<void> {
  try {
    let mailed = false;
    while (await transaction(options.pool, (client) => workOne(client, options))) mailed = true;
    if (mailed) options.mailer.wake();
  } catch (error) {
    options.log.warn({ err: error }, "a link could not be mailed");
  }
}

async function workOne(client: PoolClient, options: LinkRequestsOptions): Promise<boolean> {
  const { rows } = await client.query(TAKE);
  if (rows.length === 0) return false;
  const request = requestRow.parse(rows[0]);
  await (request.kind === "recovery" ? mailRecovery : mailEmailChange)(client, request, options);
  return true;
}

const ACCOUNT = `select id, email from auth.users where email_normalised = auth.normalise_email($1)
  and deleted_at is null and coalesce(banned_until <= now(), true)`;
const accountRow = z.object({ id: z.uuid(), email: z.string() });

async function mailRecovery(client: PoolClient, request: RequestRow, options: LinkRequestsOptions): Promise<void> {
  const { rows } = await client.query(ACCOUNT, [request.email]);
  if (rows.length === 0) return;
  // To the account's address, not the typed one: an address that merely normalises alike is another mailbox.
  const { id, email } = accountRow.parse(rows[0]);
  const link = await makeLink(client, { ...request, user_id: id }, options);
  await options.mailer.queueMail(client, {
    template: "recovery",
    to: email,
    data: { link, minutes: minutes(options) },
  });
  await noteEvent(client, "auth.recovery_requested", { actor: null, subject: id });
}

async function mailEmailChange(client: PoolClient, request: RequestRow, options: LinkRequestsOptions): Promise<void> {
  const { rows } = await client.query("select id, email from auth.users where id = $1 for update", [request.user_id]);
  if (rows.length === 0) return;
  const { id, email: current } = accountRow.parse(rows[0]);
  await client.query("delete from auth.one_time_tokens where user_id = $1 and kind = 'email_change'", [id]);
  await options.mailer.queueMail(client, {
    template: "email_change_notice",
    to: current,
    data: { email: request.email, confirmed: false },
  });
  const { rowCount: taken } = await client.query(
    "select from auth.users where email_normalised = auth.normalise_email($1) and id <> $2",
    [request.email, id],
  );
  if (taken) return;
  const link = await makeLink(client, { ...request, user_id: id }, options);
  await options.mailer.queueMail(client, {
    template: "email_change",
    to: request.email,
    data: { link, minutes: minutes(options), email: request.email },
  });
}

/** Starts with the configured URL; no request header has a say. */
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
  // To the page, which asks for a click: mail scanners that open links must confirm nothing.
  if (request.kind === "email_change") return withParameters(request.redirect_to, { email_change: secret });
  const query = new URLSearchParams({ token: secret, type: request.kind, redirect_to: request.redirect_to });
  return `${settings.publicUrl}/auth/v1/verify?${query.toString()}`;
}

const minutes = ({ settings }: LinkRequestsOptions) => Math.round(settings.linkSeconds / 60);
