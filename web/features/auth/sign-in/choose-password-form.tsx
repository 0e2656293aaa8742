import { type ComponentProps, useState } from "react";
import { BackendError } from "#web/lib/calls/errors.ts";
import { words } from "#web/texts/words.sv.ts";
import { CodeField } from "#web/ui/fields/code-field.tsx";
import { Form, usePortalForm } from "#web/ui/forms/form.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { changePassword, mailStepUpCode } from "../api/change-account.ts";
import { FactorChoice } from "../factors/factor-choice.tsx";
import type { Way } from "../factors/factor-ways.ts";
import { readFactorWays } from "../re-authentication/re-authenticate.ts";
import { SubmitButton } from "../submit-button.tsx";
import { authTexts } from "../texts/auth.sv.ts";
import { invitationSchema } from "./invitation-rules.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";

const EMPTY = { password: "", repeat: "" };
const AT_THE_FIELD = ["weak_password", "same_password"];

export interface ChoosePasswordFormProps {
  email: string;
  onSaved: () => void;
}

export function ChoosePasswordForm({ email, onSaved }: ChoosePasswordFormProps) {
  const form = usePortalForm(invitationSchema, EMPTY);
  /** Null until the server requires re-authentication, after five minutes. */
  const [nonce, setNonce] = useState<string | null>(null);
  const [nonceProblem, setNonceProblem] = useState<string>();
  /** Filled for an account with a second factor, which replaces emailed digits. */
  const [ways, setWays] = useState<readonly Way[]>([]);

  async function submit({ password }: typeof EMPTY): Promise<void> {
    setNonceProblem(undefined);
    try {
      await changePassword(password, nonce === null ? {} : { nonce });
      toastDone("password:change", authTexts.passwordSaved);
      onSaved();
    } catch (error) {
      await refused(error);
    }
  }

  async function refused(error: unknown): Promise<void> {
    if (!(error instanceof BackendError)) throw error;
    if (AT_THE_FIELD.includes(error.code)) {
      form.setError("password", { type: "server", message: error.message }, { shouldFocus: true });
    } else if (error.code === "reauthentication_needed" && nonce === null) {
      try {
        const found = await readFactorWays();
        setWays(found);
        if (found.length > 0) return;
        await mailStepUpCode();
        setNonce("");
      } catch (failure) {
        toastFailure("password:change", failure);
      }
    } else if (error.code.startsWith("reauthentication_")) setNonceProblem(error.message);
    else toastFailure("password:change", error);
  }

  function shown(): void {
    setWays([]);
    void form.handleSubmit(submit)();
  }

  if (ways.length > 0) return <FactorChoice ways={ways} onShown={shown} />;
  return (
    <Form form={form} onSubmit={submit}>
      <NewPasswordFields control={form.control} email={email} label={authTexts.newPassword} />
      {nonce !== null && (
        <MailedCodeField email={email} value={nonce} onChange={setNonce} errorMessage={nonceProblem} />
      )}
      <SubmitButton busy={form.formState.isSubmitting} busyLabel={words.saving}>
        {authTexts.savePassword}
      </SubmitButton>
    </Form>
  );
}

type MailedCodeFieldProps = Pick<ComponentProps<typeof CodeField>, "value" | "onChange" | "errorMessage"> & {
  email: string;
};

function MailedCodeField({ email, ...field }: MailedCodeFieldProps) {
  return (
    <CodeField {...field} label={authTexts.mailedCode} hint={authTexts.mailedCodeHint(email)} autoFocus size="lg" />
  );
}
