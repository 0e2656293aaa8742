import { timingSafeEqual } from "node:crypto";
import { factorErrors } from "#contract/errors/factors.ts";
import { codeByText } from "#contract/made-texts.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { digestOf, newDigits } from "../links/secrets.ts";
import type { Encryptor } from "../sessions/signing-keys.ts";
import { type ChallengeRow, type FactorRow, insertChallenge } from "./factors.store.ts";

/** Keyed with an installation secret: six digits that were only hashed could be recovered from a stolen database. */
const hashOf = (secret: string, challengeId: string, digits: string) => digestOf(`${secret}.${challengeId}.${digits}`);
const SECRET = "auth/digits";
const DAY_SECONDS = 86_400;

/** Returns the gateway. Throws AuthError when the installation has none (SMS_URL). */
export function requireSms(deps: AuthDeps) {
  if (deps.sms === null) {
    throw new AuthError(factorErrors.mfa_phone_enroll_not_enabled());
  }
  return deps.sms;
}

export interface PhoneChallenge {
  factor: FactorRow;
  challengeId: string;
  address: string | null;
  /** The owner's device; null unless the browser holds its token. */
  device: string | null;
}

/** Sends new digits; returns the challenge's end. Throws AuthError 429 or 422. */
export async function challengePhone(
  deps: AuthDeps,
  { factor, challengeId, address, device }: PhoneChallenge,
): Promise<number> {
  const sms = requireSms(deps);
  if (!(await consumeMessage(deps, { factor, device }))) {
    throw new AuthError(factorErrors.over_sms_send_rate_limit(), { retryAfter: deps.settings.sending.windowSeconds });
  }
  const digits = newDigits();
  const expiresAt = await insertChallenge(deps.pool, {
    id: challengeId,
    factorId: factor.id,
    seconds: deps.settings.challengeSeconds,
    address,
    codeHash: hashOf(deps.encryptor.derive(SECRET), challengeId, digits),
  });
  try {
    await sms.send(factor.phone ?? "", codeByText(digits));
  } catch (cause) {
    deps.log.warn({ err: cause }, "a text message was not sent");
    throw new AuthError(factorErrors.sms_send_failed(), { cause });
  }
  return expiresAt;
}

/**
 * Consumes a message of the limits; returns false when nothing is left. A verified number counts only against its account, since anybody
 * may name it at an enrolment. Numbers of enrolments have a separate daily limit. The number's own limit keeps several accounts from
 * flooding one phone, but does not apply to each account's first message; otherwise somebody who named the number first could keep its
 * owner from enrolling it.
 */
async function consumeMessage(
  { limiter, settings }: Pick<AuthDeps, "limiter" | "settings">,
  { factor, device }: Pick<PhoneChallenge, "factor" | "device">,
): Promise<boolean> {
  const { windowSeconds, messagesPerAccount: allowed, messagesToUnverifiedPerDay } = settings.sending;
  const { user_id: account, phone, status } = factor;
  const consume = (key: string, most = allowed) => limiter.consume({ key, allowed: most, windowSeconds });
  if (status === "verified") {
    if (device === null) return consume(`sms:verified:${account}`);
    return (await consume(`sms:device:${device}`)) && (await consume(`sms:devices:${account}`));
  }
  const day = { key: `sms:enrolments:${account}`, allowed: messagesToUnverifiedPerDay, windowSeconds: DAY_SECONDS };
  return (
    (await consume(`sms:enrolment:${account}`)) &&
    (await limiter.consume(day)) &&
    ((await consume(`sms:first:${account}:${phone}`, 1)) || (await consume(`sms:number:${phone}`)))
  );
}

/** Tells whether the digits are those of the challenge. */
export function acceptPhone(
  encryptor: Encryptor,
  { challenge, code }: { challenge: ChallengeRow; code: string },
): boolean {
  const { id, code_hash } = challenge;
  if (code_hash === null) return false;
  // The digits may be older than a key rotation.
  return encryptor.deriveAll(SECRET).some((secret) => timingSafeEqual(code_hash, hashOf(secret, id, code)));
}
