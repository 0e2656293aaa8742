// Re-authenticates, which allows changes to factors, codes and linked sign-ins for five minutes.
import { authClient } from "#web/lib/calls/auth-client.ts";
import { sendStepUpCode } from "#web/lib/session/re-authentication.ts";
import type { ReAuthentication } from "../api/change-account.ts";
import { readAccount } from "../api/read-account.ts";
import { readSignInWays } from "../api/sign-in-ways.ts";
import { factorWays, type Way } from "../factors/factor-ways.ts";

/** Less than the server's five minutes, so that the permission does not expire midway. */
const FRESH_SECONDS = 4 * 60;

/** Re-authenticates. Throws BackendError `reauthentication_not_valid`. */
export async function reAuthenticate(stepUp: ReAuthentication): Promise<void> {
  await sendStepUpCode(stepUp.nonce ? { nonce: stepUp.nonce } : { current_password: stepUp.current_password });
}

/** Tells whether the session's claims show a recent re-authentication; the server decides. */
export async function isFresh(now: Date): Promise<boolean> {
  const { data } = await authClient.mfa.getAuthenticatorAssuranceLevel();
  const since = now.getTime() / 1000 - FRESH_SECONDS;
  const entries = (data?.currentAuthenticationMethods ?? []).filter((entry) => typeof entry === "object");
  const factors = entries.filter(({ method }) => method === "totp" || method.startsWith("mfa/"));
  // The same rule as on the server: where there is a second factor, nothing less is enough.
  return (factors.length > 0 ? factors : entries).some((entry) => entry.timestamp >= since);
}

/** Reads the factors; empty when the account has none. Throws BackendError. */
export async function readFactorWays(): Promise<Way[]> {
  const [{ factors }, ways] = await Promise.all([readAccount(), readSignInWays()]);
  const shown = factorWays(factors, ways);
  return shown.some(({ kind }) => kind !== "recovery_code") ? shown : [];
}
