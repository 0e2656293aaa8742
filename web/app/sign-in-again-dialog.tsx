// Handles an ended session, or another required step, on top of the open page, which keeps its state.
import { useRef, useState } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { StepPlace } from "#web/features/auth/step-head.tsx";
import { authTexts } from "#web/features/auth/texts/auth.sv.ts";
import { restoreNotice } from "#web/lib/calls/auth-client.ts";
import { BackendError } from "#web/lib/calls/errors.ts";
import type { RemainingStep as Step } from "#web/lib/session/remaining-step.ts";
import { signIn, signOut } from "#web/lib/session/session.ts";
import { errorTexts } from "#web/texts/errors.sv.ts";
import { frameTexts } from "#web/texts/frame.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { clearSent } from "#web/ui/forms/typed-meanwhile.ts";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";

const RemainingStep = lazyPart(
  () => import("#web/features/auth/sign-in/remaining-step.tsx"),
  (module) => module.RemainingStep,
);

export interface SignInAgainDialogProps {
  email: string;
  /** The step that the server requires; null: sign in. */
  step: Step | null;
  /** Called when the dialog's chunk cannot be fetched. A dialog that is shown cannot be dismissed. */
  onClose: () => void;
}

export function SignInAgainDialog({ email, step }: SignInAgainDialogProps) {
  return (
    <ModalOverlay
      isOpen
      isKeyboardDismissDisabled
      className="fixed inset-0 z-50 flex items-center justify-center bg-scrim p-4"
    >
      <Modal className="max-h-full w-full max-w-[440px] overflow-y-auto rounded-dialog bg-surface text-ink shadow-dialog forced-colors:border dark:border dark:border-line">
        <AriaDialog className="p-5 outline-none" aria-label={authTexts.againTitle}>
          {step === null ? (
            <SignInAgain email={email} />
          ) : (
            <StepPlace value="dialog">
              <RemainingStep email={email} step={step} />
            </StepPlace>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function SignInAgain({ email }: { email: string }) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [why] = useState(restoreNotice);
  const input = useRef<HTMLInputElement>(null);

  async function submit(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await signIn(email, password);
    } catch (error) {
      setProblem(error instanceof BackendError ? error.message : errorTexts.unexpected);
      setPassword(clearSent(password));
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Heading slot="title" className="text-h2">
        {authTexts.againTitle}
      </Heading>
      <p className="mt-1.5 mb-4 text-body text-ink-2">{authTexts.againHelp(why ?? authTexts.againEnded, email)}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React bubbles the event through portals to the open form.
          event.stopPropagation();
          void submit();
        }}
      >
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={authTexts.password}
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={setPassword}
          errorMessage={problem}
          inputRef={input}
        />
        <div className="mt-5 flex justify-end gap-2">
          <Button onPress={() => void signOut()}>{frameTexts.signOut}</Button>
          <Button type="submit" variant="primary" busy={busy} busyLabel={authTexts.signingIn}>
            {authTexts.signIn}
          </Button>
        </div>
      </form>
    </>
  );
}
