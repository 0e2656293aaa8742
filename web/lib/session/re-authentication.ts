// Re-authenticates by the second factor where the account has one, else by the password.
import { sessionSchema } from "#contract/auth.ts";
import { callAuth, dataOf } from "#web/lib/calls/auth-call.ts";
import { authClient } from "#web/lib/calls/auth-client.ts";

export type StepUpMethod =
  | { kind: "password" }
  | { kind: "totp" | "webauthn"; factorId: string }
  /** A factor that only a new sign-in can confirm. */
  | { kind: "other" };

/** Returns how to confirm: an app before a passkey, "other" for a factor that this cannot use, a password without factors. */
export async function findStepUpMethod(): Promise<StepUpMethod> {
  const data = dataOf(await authClient.mfa.listFactors());
  const [app] = data.totp;
  if (app) return { kind: "totp", factorId: app.id };
  const [passkey] = data.webauthn;
  if (passkey) return { kind: "webauthn", factorId: passkey.id };
  return data.phone.length > 0 ? { kind: "other" } : { kind: "password" };
}

/** Re-authenticates. `secret`: the password, or the app's code. Throws BackendError whose message can be shown. */
export async function reAuthenticate(way: StepUpMethod, secret: string): Promise<void> {
  switch (way.kind) {
    case "password":
      return sendStepUpCode({ current_password: secret });
    case "totp":
      dataOf(await authClient.mfa.challengeAndVerify({ factorId: way.factorId, code: secret }));
      return;
    case "webauthn":
      dataOf(await authClient.mfa.webauthn.authenticate({ factorId: way.factorId }));
      return;
    case "other":
      throw new Error("this factor is shown at sign-in only");
  }
}

/** Re-authenticates this session. Throws BackendError `reauthentication_not_valid`. */
export async function sendStepUpCode(
  body: { current_password: string | undefined } | { nonce: string },
): Promise<void> {
  const { access_token, refresh_token } = await callAuth("/reauthenticate", sessionSchema, { method: "POST", body });
  dataOf(await authClient.setSession({ access_token, refresh_token }));
}
