// Limits mailed links. Known client addresses have a reserve, so that outsiders cannot use up the owner's links.

import type { FastifyRequest } from "fastify";
import { authErrors } from "#contract/errors/auth.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { addressGroup } from "../limits/limits.ts";
import { isKnownAddress, mailboxKey } from "../users.store.ts";

/**
 * Consumes an email of the limits. An `owner`, a device or session of the mailbox's account, is limited separately. Throws AuthError 429.
 */
export async function requireMailAllowance(
  request: FastifyRequest,
  deps: AuthDeps,
  email: string,
  owner: string | null = null,
): Promise<void> {
  const { sending } = deps.settings;
  const mailbox = await mailboxKey(deps.pool, email);
  const group = addressGroup(request.ip);
  const consume = (key: string, allowed: number) =>
    deps.limiter.consume({ key: `mail:${key}`, allowed, windowSeconds: sending.windowSeconds });
  const allowed =
    (owner !== null &&
      (await consume(`own:${owner}`, sending.mailsPerOwner)) &&
      (await consume(`owners:${mailbox}`, sending.mailsPerMailboxOwners))) ||
    ((await consume(`from:${group}`, sending.mailsPerAddress)) &&
      (await consume(`${mailbox}:${group}`, sending.mailsPerMailboxAndAddress)) &&
      ((await consume(mailbox, sending.mailsPerMailbox)) ||
        ((await isKnownAddress(deps.pool, group)) &&
          (await consume(`${mailbox}:known`, sending.mailsPerMailboxKnownAddress)))));
  if (allowed) return;
  throw new AuthError(authErrors.over_email_send_rate_limit(), {
    retryAfter: sending.windowSeconds,
  });
}
