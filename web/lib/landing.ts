// How this page was reached: by a mailed link, from a provider, or just so. supabase-js takes a code out of the address when it
// redeems it; this remembers that there was one and says what became of it.
import { backend } from "./backend.ts";
import { createStore, useStore } from "./store.ts";

/** As it was when the page was loaded, before anybody took anything out of it. */
const arrived = new URLSearchParams(location.search);

/** The server's code for what went wrong, `opened_elsewhere`, or null. */
const problem = createStore<string | null>(null);

void findProblem().then(problem.set);

async function findProblem(): Promise<string | null> {
  const told = arrived.get("error_code");
  if (told !== null) return told;
  if (!arrived.has("code")) return null;
  const { error } = await backend.auth.initialize();
  if (error) return error.code ?? "unexpected_failure";
  // Still there: this browser has not what the code must be redeemed with.
  return new URLSearchParams(location.search).has("code") ? "opened_elsewhere" : null;
}

export function useLandingProblem(): string | null {
  return useStore(problem);
}

/** Forgets it, and takes it out of the address and the history. */
export function leaveLanding(): void {
  problem.set(null);
  history.replaceState(history.state, "", location.pathname);
}
