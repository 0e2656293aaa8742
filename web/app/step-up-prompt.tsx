import { ReAuthenticationDialog } from "#web/features/auth/re-authentication/lazy-re-authentication-dialog.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { stepUpAsked } from "#web/lib/session/step-up.ts";
import { useStore } from "#web/lib/store.ts";

export function StepUpPrompt() {
  const question = useStore(stepUpAsked);
  const { email } = useSignedIn();
  if (question === null) return null;
  const { act, answer } = question;
  return (
    <ReAuthenticationDialog
      act={act}
      email={email}
      onClose={() => answer(false)}
      onReAuthenticated={() => answer(true)}
    />
  );
}
