import { requireDone } from "#web/lib/auth-call.ts";
import { backend } from "#web/lib/backend.ts";

/** Asks for a reset link. The answer is the same for every address. Throws BackendError. */
export async function requestPasswordReset(email: string): Promise<void> {
  requireDone(await backend.auth.resetPasswordForEmail(email, { redirectTo: `${location.origin}/auth` }));
}
