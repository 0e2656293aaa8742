import { useEffect, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { errorSentence } from "#web/lib/calls/errors.ts";
import { CodeField } from "#web/ui/fields/code-field.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { mailStepUpCode, type ReAuthentication } from "../api/change-account.ts";
import { accountTexts as t } from "../texts/account.sv.ts";
import { authTexts } from "../texts/auth.sv.ts";

export interface ReAuthenticationFieldProps {
  email: string;
  stepUp: ReAuthentication;
  onChange: (stepUp: ReAuthentication) => void;
  problem: string | undefined;
  onProblem: (problem: string | undefined) => void;
  autoFocus?: boolean;
}

export function ReAuthenticationField({
  email,
  stepUp,
  onChange,
  problem,
  onProblem,
  autoFocus = false,
}: ReAuthenticationFieldProps) {
  const [mailing, setMailing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (problem === undefined) return;
    input.current?.focus();
    // The next text replaces what was refused.
    input.current?.select();
  }, [problem]);

  async function mail(): Promise<void> {
    if (mailing) return;
    setMailing(true);
    try {
      await mailStepUpCode();
      onProblem(undefined);
      onChange({ nonce: "" });
    } catch (error) {
      onProblem(errorSentence(error));
    } finally {
      setMailing(false);
    }
  }

  if (stepUp.nonce !== undefined)
    return (
      <CodeField
        label={t.mailedCode}
        hint={t.codeMailed(email)}
        autoFocus
        value={stepUp.nonce}
        onChange={(nonce) => onChange({ nonce })}
        errorMessage={problem}
        inputRef={input}
        labelAction={<LabelAction label={t.usePassword} onPress={() => onChange({ current_password: "" })} />}
      />
    );
  return (
    <>
      {/* Names the account for password managers. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t.currentPassword}
        autoComplete="current-password"
        autoFocus={autoFocus}
        value={stepUp.current_password ?? ""}
        onChange={(current_password) => onChange({ current_password })}
        errorMessage={problem}
        inputRef={input}
        labelAction={<LabelAction label={t.mailCode} onPress={() => void mail()} />}
      />
    </>
  );
}

/** Returns the problem; undefined when the form may be sent. */
export function stepUpProblem({ current_password, nonce }: ReAuthentication): string | undefined {
  if (nonce !== undefined) return nonce === "" ? authTexts.mailedCodeRequired : undefined;
  return current_password ? undefined : authTexts.passwordRequired;
}

function LabelAction({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <AriaButton
      slot={null}
      onPress={onPress}
      className="ring-focus rounded-check text-accent-ink data-hovered:underline coarse:py-2"
    >
      {label}
    </AriaButton>
  );
}
