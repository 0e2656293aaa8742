// Proves the signed-in person again, so that factors, codes and linked sign-ins may be changed for the next five minutes.
import { backend } from "../../../lib/backend.ts";
import { sendProof } from "../../../lib/prove-again.ts";
import type { Proof } from "./change-account.ts";

/** Of the server's five minutes, so that nobody is asked in the middle of something. */
const FRESH_SECONDS = 4 * 60;

/** Throws BackendError `reauthentication_not_valid`. */
export async function proveAgain(proof: Proof): Promise<void> {
  await sendProof(proof.nonce ? { nonce: proof.nonce } : { current_password: proof.current_password });
}

/** Whether the session's own claims say that the person was proved lately. The server has the last word. */
export async function isFresh(now: Date): Promise<boolean> {
  const { data } = await backend.auth.mfa.getAuthenticatorAssuranceLevel();
  const since = now.getTime() / 1000 - FRESH_SECONDS;
  return (data?.currentAuthenticationMethods ?? []).some(
    (entry) => typeof entry === "object" && entry.timestamp >= since,
  );
}
