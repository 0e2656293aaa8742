import { ReAuthenticationDialog } from "#web/features/auth/re-authentication/lazy-re-authentication-dialog.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { stepUpAsked } from "#web/lib/session/step-up.ts";
import { useStore } from "#web/lib/store.ts";

export function StepUpPrompt() {
  const answer = useStore(stepUpAsked);
  const { email } = useSignedIn();
  if (answer === null) return null;
  return <ReAuthenticationDialog email={email} onClose={() => answer(false)} onReAuthenticated={() => answer(true)} />;
}
