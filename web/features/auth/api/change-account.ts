import { dataOf } from "#web/lib/calls/auth-call.ts";
import { authClient } from "#web/lib/calls/auth-client.ts";

/** The current password, or the digits from `mailStepUpCode`; empty when the sign-in is recent enough. */
export interface ReAuthentication {
  current_password?: string | undefined;
  nonce?: string | undefined;
}

/** Changes the password. Throws BackendError: `weak_password`, `same_password`, `reauthentication_needed`, `reauthentication_not_valid`. */
export async function changePassword(password: string, stepUp: ReAuthentication = {}): Promise<void> {
  dataOf(await authClient.updateUser({ password, ...given(stepUp) }));
}

/** Requests a new address, which takes effect once confirmed from its mailbox. Throws the errors of `changePassword`. */
export async function changeEmail(email: string, stepUp: ReAuthentication): Promise<void> {
  const options = { emailRedirectTo: `${location.origin}/auth` };
  dataOf(await authClient.updateUser({ email, ...given(stepUp) }, options));
}

/** Emails six digits to the account's address. Throws BackendError. */
export async function mailStepUpCode(): Promise<void> {
  dataOf(await authClient.reauthenticate());
}

/** Confirms an address and returns it. Throws BackendError `otp_expired`. */
export async function confirmEmail(token: string): Promise<string> {
  const { user } = dataOf(await authClient.verifyOtp({ type: "email_change", token_hash: token }));
  return user?.email ?? "";
}

function given({ current_password, nonce }: ReAuthentication) {
  return { ...(current_password ? { current_password } : {}), ...(nonce ? { nonce } : {}) };
}
