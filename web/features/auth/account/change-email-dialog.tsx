import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { BackendError } from "#web/lib/calls/errors.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Form, FormField, usePortalForm } from "#web/ui/forms/form.tsx";
import { FormFoot } from "#web/ui/forms/form-foot.tsx";
import { toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { changeEmail, type ReAuthentication } from "../api/change-account.ts";
import { ReAuthenticationField, stepUpProblem } from "../re-authentication/re-authentication-field.tsx";
import { forgotPasswordSchema } from "../sign-in/login-rules.ts";
import { NoMailNote } from "../sign-in/no-mail-note.tsx";
import { accountTexts as t } from "../texts/account.sv.ts";
import { ACCOUNT_KEY } from "./account-queries.ts";

/** Requests a new address; nothing changes until it is confirmed. */
export function ChangeEmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const formId = useId();
  const client = useQueryClient();
  const form = usePortalForm(forgotPasswordSchema, { email: "" });
  const [stepUp, setReAuthentication] = useState<ReAuthentication>({ current_password: "" });
  const [problem, setProblem] = useState<string>();

  async function submit(values: { email: string }): Promise<void> {
    if (values.email === email) return form.setError("email", { message: t.emailSame }, { shouldFocus: true });
    const missing = stepUpProblem(stepUp);
    setProblem(missing);
    if (missing !== undefined) return;
    try {
      // Asks for a second factor, where there is one, over this dialog.
      await withStepUp("change_sign_in", () => changeEmail(values.email, stepUp));
    } catch (error) {
      if (error instanceof BackendError && error.code.startsWith("reauthentication_")) setProblem(error.message);
      else if (error instanceof BackendError && error.code === "email_address_invalid")
        form.setError("email", { type: "server", message: error.message }, { shouldFocus: true });
      else toastFailure("email:change", error);
      return;
    }
    toastSuccess("email:change", t.emailSentText(values.email), { title: t.emailSent });
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
    onClose();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={t.changeEmailTitle}
      dirty={form.formState.isDirty}
      footer={(close) => (
        <FormFoot formId={formId} onCancel={close} busy={form.formState.isSubmitting} busyLabel={t.sending}>
          {t.sendLink}
        </FormFoot>
      )}
    >
      <Form id={formId} form={form} onSubmit={submit}>
        <p className="text-body text-ink-2">{t.changeEmailHelp}</p>
        <NoMailNote />
        <FormField control={form.control} name="email">
          {(field) => <TextField {...field} label={t.newEmail} type="email" autoComplete="email" autoFocus />}
        </FormField>
        <ReAuthenticationField
          email={email}
          stepUp={stepUp}
          onChange={setReAuthentication}
          problem={problem}
          onProblem={setProblem}
        />
      </Form>
    </Dialog>
  );
}
