// The sign-in form. It does not use react-hook-form, whose weight two fields do not justify on the first page.
import { useEffect, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { restoreNotice } from "#web/lib/calls/auth-client.ts";
import { beginArrival, endArrival } from "#web/lib/session/arrival.ts";
import { roleProblem, signIn, startProblem } from "#web/lib/session/session.ts";
import { useStore } from "#web/lib/store.ts";
import { frameTexts } from "#web/texts/frame.sv.ts";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { clearSent } from "#web/ui/forms/typed-meanwhile.ts";
import { lazyDialog } from "#web/ui/lazy/lazy-dialog.tsx";
import { Note } from "#web/ui/note.tsx";
import { toastError, toastFailure } from "#web/ui/toasts/toast.tsx";
import { SubmitButton } from "../submit-button.tsx";
import { authTexts } from "../texts/auth.sv.ts";
import { type LoginErrors, loginErrors } from "./login-rules.ts";

const ForgotPasswordDialog = lazyDialog(
  () => import("./forgot-password-dialog.tsx"),
  (module) => module.ForgotPasswordDialog,
);

export interface LoginFormProps {
  forgotAtOnce?: boolean;
  /** Email of the person whose session ended on the previous page. */
  endedFor?: string | undefined;
}

/** Shows the form. After a wrong login the email stays; the password is cleared and focused. */
export function LoginForm({ forgotAtOnce = false, endedFor }: LoginFormProps) {
  const [forgot, setForgot] = useState(forgotAtOnce);
  const [restored] = useState(restoreNotice);
  const login = useLogin(endedFor ?? "");
  const { email, password, errors, busy, emailInput, passwordInput, submit, change, leaveEmail } = login;
  const problem = useStore(startProblem);
  return (
    <>
      {endedFor !== undefined && (
        <Note tone="wait" className="mb-5">
          {restored ?? authTexts.sessionEnded}
        </Note>
      )}
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label={authTexts.email}
          type="email"
          name="email"
          autoComplete="username"
          autoFocus={endedFor === undefined}
          size="lg"
          value={email}
          onChange={(next) => change({ email: next, password })}
          onBlur={leaveEmail}
          errorMessage={errors.email}
          inputRef={emailInput}
        />
        <PasswordField
          label={authTexts.password}
          name="password"
          autoComplete="current-password"
          autoFocus={endedFor !== undefined}
          size="lg"
          value={password}
          onChange={(next) => change({ email, password: next })}
          errorMessage={errors.password}
          inputRef={passwordInput}
          labelAction={<ForgotButton onPress={() => setForgot(true)} />}
        />
        <SubmitButton busy={busy} busyLabel={authTexts.signingIn}>
          {authTexts.signIn}
        </SubmitButton>
        {busy && problem !== null && (
          <Note tone="wait" role="status">
            <p>{problem}</p>
            <p>{frameTexts.trying}</p>
          </Note>
        )}
      </form>
      {forgot && <ForgotPasswordDialog email={email} onClose={() => setForgot(false)} />}
    </>
  );
}

function ForgotButton({ onPress }: { onPress: () => void }) {
  return (
    <AriaButton
      slot={null}
      onPress={onPress}
      className="ring-focus rounded-check text-accent-ink data-hovered:underline coarse:-my-2 coarse:py-2"
    >
      {authTexts.forgot}
    </AriaButton>
  );
}

/** Returns the two values, their errors, and the function that signs in. */
function useLogin(firstEmail: string) {
  const [email, setEmail] = useState(firstEmail);
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<LoginErrors>({});
  const [busy, setBusy] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  useReportRoleProblem(() => setBusy(false));

  async function submit(): Promise<void> {
    if (busy) return;
    const found = loginErrors({ email, password });
    setErrors(found);
    if (found.email) return emailInput.current?.focus();
    if (found.password) return passwordInput.current?.focus();
    setBusy(true);
    try {
      beginArrival();
      await signIn(email.trim(), password);
      // Stays busy: the guard lets the person in once the role is known.
    } catch (error) {
      endArrival();
      setBusy(false);
      setPassword(clearSent(password));
      passwordInput.current?.focus();
      toastFailure("session:sign-in", error);
    }
  }

  /** Revalidates a shown error on each keystroke. */
  function change(next: { email: string; password: string }): void {
    setEmail(next.email);
    setPassword(next.password);
    const found = loginErrors(next);
    setErrors({ email: errors.email && found.email, password: errors.password && found.password });
  }

  function leaveEmail(): void {
    if (email !== "") setErrors({ ...errors, email: loginErrors({ email, password }).email });
  }
  return { email, password, errors, busy, emailInput, passwordInput, submit, change, leaveEmail };
}

/** Reports once why an account without a role was signed out. */
function useReportRoleProblem(onProblem: () => void): void {
  useEffect(() => {
    const report = () => {
      const problem = roleProblem.get();
      if (problem === null) return;
      toastError("session:sign-in", problem);
      onProblem();
      roleProblem.set(null);
    };
    report();
    return roleProblem.subscribe(report);
  });
}
