// Second factors: adding one, showing one, taking one away. Each throws BackendError with a sentence to show.
import type { Factor } from "#contract/auth.ts";
import { dataOf, requireDone } from "#web/lib/auth-call.ts";
import { backend } from "#web/lib/backend.ts";
import { BackendError, type WireError } from "#web/lib/errors.ts";
import { secondFactorTexts as t } from "#web/texts/second-factor.ts";

export interface NewApp {
  factorId: string;
  /** A picture as a data address. */
  qr: string;
  /** For typing into an app that cannot see the picture. */
  secret: string;
}

export async function beginApp(name: string): Promise<NewApp> {
  const made = dataOf(await backend.auth.mfa.enroll({ factorType: "totp", friendlyName: name }));
  return { factorId: made.id, qr: made.totp.qr_code, secret: made.totp.secret };
}

/** A code of an app, for a new one as for one that is there. */
export async function showAppCode(factorId: string, code: string): Promise<void> {
  dataOf(await backend.auth.mfa.challengeAndVerify({ factorId, code }));
}

/** Adds a phone and sends the first code to it. */
export async function beginPhone(name: string, phone: string): Promise<{ factorId: string; challengeId: string }> {
  const made = dataOf(await backend.auth.mfa.enroll({ factorType: "phone", friendlyName: name, phone }));
  return { factorId: made.id, challengeId: await sendCode(made.id) };
}

/** Sends a text message; the challenge that its code answers. */
export async function sendCode(factorId: string): Promise<string> {
  return dataOf(await backend.auth.mfa.challenge({ factorId, channel: "sms" })).id;
}

export async function showPhoneCode(factorId: string, challengeId: string, code: string): Promise<void> {
  dataOf(await backend.auth.mfa.verify({ factorId, challengeId, code }));
}

export async function addPasskey(name: string): Promise<void> {
  requireCeremony(await backend.auth.mfa.webauthn.register({ friendlyName: name }));
}

export async function showPasskey(factorId: string): Promise<void> {
  requireCeremony(await backend.auth.mfa.webauthn.authenticate({ factorId }));
}

export async function removeFactor({ id }: Pick<Factor, "id">): Promise<void> {
  dataOf(await backend.auth.mfa.unenroll({ factorId: id }));
}

/** What the browser or the person refused has no answer of the server, and an English sentence. */
function requireCeremony(answer: { error: WireError | null }): void {
  if (answer.error?.code?.startsWith("ERROR_"))
    throw new BackendError(t.passkeyNotUsed, { code: "passkey_not_used", status: 400, cause: answer.error });
  requireDone(answer);
}
