import { timingSafeEqual } from "node:crypto";
import { factorErrors } from "#contract/errors/factors.ts";
import { codeByText } from "#contract/made-texts.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { digestOf, newDigits } from "../links/secrets.ts";
import type { Encryptor } from "../sessions/signing-keys.ts";
import { type ChallengeRow, type FactorRow, insertChallenge } from "./factors.store.ts";

/** Keyed with an installation secret: six digits hashed alone would fall to a stolen database. */
const hashOf = (secret: string, challengeId: string, digits: string) => digestOf(`${secret}.${challengeId}.${digits}`);
const SECRET = "auth/digits";

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
  /** The owner's device, when the browser holds its token. */
  device: string | null;
}

/** Sends new digits; returns the challenge's end. Throws AuthError 429 or 422. */
export async function challengePhone(
  deps: AuthDeps,
  { factor, challengeId, address, device }: PhoneChallenge,
): Promise<number> {
  const sms = requireSms(deps);
  const { windowSeconds, messagesPerAccount } = deps.settings.sending;
  // Per number too, so that several accounts cannot flood one phone. An owner's device has its own limit.
  const keys = device === null ? [`sms:${factor.user_id}`, `sms:${factor.phone}`] : [`sms:device:${device}`];
  for (const key of keys) {
    if (await deps.limiter.spend({ key, allowed: messagesPerAccount, windowSeconds })) continue;
    throw new AuthError(factorErrors.over_sms_send_rate_limit(), {
      retryAfter: windowSeconds,
    });
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

export function acceptPhone(
  encryptor: Encryptor,
  { challenge, code }: { challenge: ChallengeRow; code: string },
): boolean {
  const { id, code_hash } = challenge;
  if (code_hash === null) return false;
  // May predate a key rotation.
  return encryptor.deriveAll(SECRET).some((secret) => timingSafeEqual(code_hash, hashOf(secret, id, code)));
}
