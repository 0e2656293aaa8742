// Shows the question of lib/proof-on-demand.ts over the open page.
import { ProveDialog } from "../features/session/lazy-prove-dialog.ts";
import { proofAsked } from "../lib/proof-on-demand.ts";
import { useSignedIn } from "../lib/session.ts";
import { useStore } from "../lib/store.ts";

export function ProofPrompt() {
  const answer = useStore(proofAsked);
  const { email } = useSignedIn();
  if (answer === null) return null;
  return <ProveDialog email={email} onClose={() => answer(false)} onProved={() => answer(true)} />;
}
