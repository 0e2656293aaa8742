// Proves the signed-in person again, so that factors, codes and linked sign-ins may be changed for the next five minutes.
import { sessionSchema } from "#contract/auth.ts";
import { callAuth, dataOf } from "../../../lib/auth-call.ts";
import { backend } from "../../../lib/backend.ts";
import type { Proof } from "./change-account.ts";

/** Of the server's five minutes, so that nobody is asked in the middle of something. */
const FRESH_SECONDS = 4 * 60;

/** Throws BackendError `reauthentication_not_valid`. */
export async function proveAgain(proof: Proof): Promise<void> {
  const body = proof.nonce ? { nonce: proof.nonce } : { current_password: proof.current_password };
  const { access_token, refresh_token } = await callAuth("/reauthenticate", sessionSchema, { method: "POST", body });
  dataOf(await backend.auth.setSession({ access_token, refresh_token }));
}

/** Whether the session's own claims say that the person was proved lately. The server has the last word. */
export async function isFresh(now: Date): Promise<boolean> {
  const { data } = await backend.auth.mfa.getAuthenticatorAssuranceLevel();
  const since = now.getTime() / 1000 - FRESH_SECONDS;
  return (data?.currentAuthenticationMethods ?? []).some(
    (entry) => typeof entry === "object" && entry.timestamp >= since,
  );
}
