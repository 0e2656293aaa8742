// Shows the question of lib/proof-on-demand.ts over the open page.
import { ProveDialog } from "#web/features/session/lazy-prove-dialog.ts";
import { proofAsked } from "#web/lib/proof-on-demand.ts";
import { useSignedIn } from "#web/lib/session.ts";
import { useStore } from "#web/lib/store.ts";

export function ProofPrompt() {
  const answer = useStore(proofAsked);
  const { email } = useSignedIn();
  if (answer === null) return null;
  return <ProveDialog email={email} onClose={() => answer(false)} onProved={() => answer(true)} />;
}
