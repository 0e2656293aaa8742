// Calls about second factors. Each throws BackendError with a sentence to show.
import type { Factor } from "#contract/auth.ts";
import { dataOf, requireDone } from "#web/lib/calls/auth-call.ts";
import { authClient } from "#web/lib/calls/auth-client.ts";
import { BackendError, type WireError } from "#web/lib/calls/errors.ts";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";

export interface NewApp {
  factorId: string;
  /** The image as a data URL. */
  qr: string;
  /** Typed into an app without a camera. */
  secret: string;
}

/** Begins a factor; it counts once its first code was shown. */
export async function beginApp(name: string): Promise<NewApp> {
  const made = dataOf(await authClient.mfa.enroll({ factorType: "totp", friendlyName: name }));
  return { factorId: made.id, qr: made.totp.qr_code, secret: made.totp.secret };
}

export async function showAppCode(factorId: string, code: string): Promise<void> {
  dataOf(await authClient.mfa.challengeAndVerify({ factorId, code }));
}

/** Begins a factor and sends the first code. */
export async function beginPhone(name: string, phone: string): Promise<{ factorId: string; challengeId: string }> {
  const made = dataOf(await authClient.mfa.enroll({ factorType: "phone", friendlyName: name, phone }));
  return { factorId: made.id, challengeId: await sendCode(made.id) };
}

/** Sends a text message; resolves with the challenge that its code answers. */
export async function sendCode(factorId: string): Promise<string> {
  return dataOf(await authClient.mfa.challenge({ factorId, channel: "sms" })).id;
}

export async function showPhoneCode(factorId: string, challengeId: string, code: string): Promise<void> {
  dataOf(await authClient.mfa.verify({ factorId, challengeId, code }));
}

export async function addPasskey(name: string): Promise<void> {
  requireCeremony(await authClient.mfa.webauthn.register({ friendlyName: name }));
}

export async function showPasskey(factorId: string): Promise<void> {
  requireCeremony(await authClient.mfa.webauthn.authenticate({ factorId }));
}

export async function removeFactor({ id }: Pick<Factor, "id">): Promise<void> {
  dataOf(await authClient.mfa.unenroll({ factorId: id }));
}

/** Throws a readable error for an aborted ceremony, which has no reply from the server, only an English sentence. */
function requireCeremony(answer: { error: WireError | null }): void {
  if (answer.error?.code?.startsWith("ERROR_"))
    throw new BackendError(t.passkeyNotUsed, { code: "passkey_not_used", status: 400, cause: answer.error });
  requireDone(answer);
}
