// Shows the question of lib/proof-on-demand.ts over the open page.
import { proofAsked } from "../lib/proof-on-demand.ts";
import { useSignedIn } from "../lib/session.ts";
import { useStore } from "../lib/store.ts";
import { lazyDialog } from "../ui/lazy-dialog.tsx";

const ProveDialog = lazyDialog(() =>
  import("../features/session/components/prove-dialog.tsx").then((module) => module.ProveDialog),
);

export function ProofPrompt() {
  const answer = useStore(proofAsked);
  const { email } = useSignedIn();
  if (answer === null) return null;
  return <ProveDialog email={email} onClose={() => answer(false)} onProved={() => answer(true)} />;
}
