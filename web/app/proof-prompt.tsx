// Shows the question of lib/proof-on-demand.ts over the open page.
import { lazy, Suspense } from "react";
import { proofAsked } from "../lib/proof-on-demand.ts";
import { useSignedIn } from "../lib/session.ts";
import { useStore } from "../lib/store.ts";

const ProveDialog = lazy(() =>
  import("../features/session/components/prove-dialog.tsx").then((module) => ({ default: module.ProveDialog })),
);

export function ProofPrompt() {
  const answer = useStore(proofAsked);
  const { email } = useSignedIn();
  if (answer === null) return null;
  return (
    <Suspense>
      <ProveDialog email={email} onClose={() => answer(false)} onProved={() => answer(true)} />
    </Suspense>
  );
}
