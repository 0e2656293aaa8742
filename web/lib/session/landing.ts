// Remembers how this page was reached: a mailed link or a provider. supabase-js drops a redeemed code; this keeps its outcome.
import { authClient } from "#web/lib/calls/auth-client.ts";
import { createStore, useStore } from "#web/lib/store.ts";

/** Read at load, before anything changes the address. */
const arrived = new URLSearchParams(location.search);

/** The server's code for the problem, `opened_elsewhere`, or null. */
const problem = createStore<string | null>(null);

void findProblem().then(problem.set);

async function findProblem(): Promise<string | null> {
  const reported = arrived.get("error_code");
  if (reported !== null) return reported;
  if (!arrived.has("code")) return null;
  const { error } = await authClient.initialize();
  if (error) return error.code ?? "unexpected_failure";
  // The code is still there: this browser lacks the verifier needed to redeem it.
  return new URLSearchParams(location.search).has("code") ? "opened_elsewhere" : null;
}

/** Returns the server's code for the problem, or "opened_elsewhere"; null: none. */
export function useLandingProblem(): string | null {
  return useStore(problem);
}

/** Clears the problem, and the address of what a link has left in it. */
export function leaveLanding(): void {
  problem.set(null);
  history.replaceState(history.state, "", location.pathname);
}
