import { requireDone } from "#web/lib/calls/auth-call.ts";
import { authClient } from "#web/lib/calls/auth-client.ts";

/** Requests a link; the reply is the same for every address. Throws BackendError. */
export async function requestPasswordReset(email: string): Promise<void> {
  requireDone(await authClient.resetPasswordForEmail(email, { redirectTo: `${location.origin}/auth` }));
}
