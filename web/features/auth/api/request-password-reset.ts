import { requireDone } from "#web/lib/calls/auth-call.ts";
import { backend } from "#web/lib/calls/backend.ts";

/** Requests a link; the reply is the same for every address. Throws BackendError. */
export async function requestPasswordReset(email: string): Promise<void> {
  requireDone(await backend.auth.resetPasswordForEmail(email, { redirectTo: `${location.origin}/auth` }));
}
