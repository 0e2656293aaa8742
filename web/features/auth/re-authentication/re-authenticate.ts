// Proves the signed-in person again, so that factors, codes and linked sign-ins may be changed for the next five minutes.
import { backend } from "#web/lib/backend.ts";
import { sendProof } from "#web/lib/re-authentication.ts";
import type { Proof } from "../api/change-account.ts";
import { readAccount } from "../api/read-account.ts";
import { readSignInWays } from "../api/sign-in-ways.ts";
import { factorWays, type Way } from "../factors/factor-ways.ts";

/** Of the server's five minutes, so that nobody is asked in the middle of something. */
const FRESH_SECONDS = 4 * 60;

/** Throws BackendError `reauthentication_not_valid`. */
export async function proveAgain(proof: Proof): Promise<void> {
  await sendProof(proof.nonce ? { nonce: proof.nonce } : { current_password: proof.current_password });
}

/** Whether the session's own claims say that the person re-authenticated lately. The server has the last word. */
export async function isFresh(now: Date): Promise<boolean> {
  const { data } = await backend.auth.mfa.getAuthenticatorAssuranceLevel();
  const since = now.getTime() / 1000 - FRESH_SECONDS;
  const entries = (data?.currentAuthenticationMethods ?? []).filter((entry) => typeof entry === "object");
  const factors = entries.filter(({ method }) => method === "totp" || method.startsWith("mfa/"));
  // As the server counts: where a second factor was shown, nothing else is enough.
  return (factors.length > 0 ? factors : entries).some((entry) => entry.timestamp >= since);
}

/** How the account shows its second factor; empty when it has none. Throws BackendError. */
export async function readFactorWays(): Promise<Way[]> {
  const [{ factors }, ways] = await Promise.all([readAccount(), readSignInWays()]);
  const shown = factorWays(factors, ways);
  return shown.some(({ kind }) => kind !== "recovery_code") ? shown : [];
}
