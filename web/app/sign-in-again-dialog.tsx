// The session ended while the page was open: sign in here, and everything below is as it was.
import { useState } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { BackendError } from "../lib/errors.ts";
import { signIn, signOut } from "../lib/session.ts";
import { authTexts } from "../texts/auth.ts";
import { errorTexts } from "../texts/errors.ts";
import { frameTexts } from "../texts/frame.ts";
import { Button } from "../ui/button.tsx";
import { PasswordField } from "../ui/password-field.tsx";

export function SignInAgainDialog({ email }: { email: string }) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await signIn(email, password);
    } catch (error) {
      setProblem(error instanceof BackendError ? error.message : errorTexts.unexpected);
      setPassword("");
    } finally {
      setBusy(false);
    }
  }

  return (
    <ModalOverlay
      isOpen
      isKeyboardDismissDisabled
      className="fixed inset-0 z-50 flex items-center justify-center bg-scrim p-4"
    >
      <Modal className="w-full max-w-[440px] rounded-dialog bg-surface text-ink shadow-dialog dark:border dark:border-line">
        <AriaDialog className="p-5 outline-none">
          <Heading slot="title" className="text-h2">
            {authTexts.againTitle}
          </Heading>
          <p className="mt-1.5 mb-4 text-body text-ink-2">{authTexts.againHelp(email)}</p>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
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
            />
            <div className="mt-5 flex justify-end gap-2">
              <Button onPress={() => void signOut()}>{frameTexts.signOut}</Button>
              <Button type="submit" variant="primary" busy={busy} busyLabel={authTexts.signingIn}>
                {authTexts.signIn}
              </Button>
            </div>
          </form>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
