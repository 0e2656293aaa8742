import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useWatch } from "react-hook-form";
import { BackendError } from "#web/lib/calls/errors.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import { words } from "#web/texts/words.sv.ts";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { Form, FormField, usePortalForm } from "#web/ui/forms/form.tsx";
import { FormFoot } from "#web/ui/forms/form-foot.tsx";
import { toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { changePassword, type ReAuthentication } from "../api/change-account.ts";
import { ReAuthenticationField, stepUpProblem } from "../re-authentication/re-authentication-field.tsx";
import { invitationSchema } from "../sign-in/invitation-rules.ts";
import { passwordStrength } from "../sign-in/password-strength.ts";
import { accountTexts as t } from "../texts/account.sv.ts";
import { firstAdminTexts } from "../texts/first-admin.sv.ts";
import { ACCOUNT_KEY } from "./account-queries.ts";

const EMPTY = { password: "", repeat: "" };

export function ChangePasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const formId = useId();
  const { form, submit, reAuthentication } = usePasswordChange(onClose);
  const { password } = useWatch({ control: form.control });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={t.changePassword}
      subtitle={t.changePasswordHelp}
      dirty={form.formState.isDirty}
      footer={(close) => (
        <FormFoot formId={formId} onCancel={close} busy={form.formState.isSubmitting}>
          {words.save}
        </FormFoot>
      )}
    >
      <Form id={formId} form={form} onSubmit={submit}>
        <ReAuthenticationField email={email} {...reAuthentication} autoFocus />
        <FormField control={form.control} name="password">
          {(field) => (
            <PasswordField
              {...field}
              label={t.newPassword}
              autoComplete="new-password"
              hint={
                password ? firstAdminTexts.strength[passwordStrength(password, [email])] : firstAdminTexts.passwordHint
              }
            />
          )}
        </FormField>
        <FormField control={form.control} name="repeat">
          {(field) => <PasswordField {...field} label={firstAdminTexts.repeat} autoComplete="new-password" />}
        </FormField>
      </Form>
    </Dialog>
  );
}

/** Holds the new password and its confirmation, and saves it. */
function usePasswordChange(onSaved: () => void) {
  const client = useQueryClient();
  const form = usePortalForm(invitationSchema, EMPTY);
  const [stepUp, setReAuthentication] = useState<ReAuthentication>({ current_password: "" });
  const [problem, setProblem] = useState<string>();

  async function submit(values: typeof EMPTY): Promise<void> {
    const missing = stepUpProblem(stepUp);
    setProblem(missing);
    if (missing !== undefined) return;
    try {
      // Asks for a second factor, where there is one, over this dialog.
      await withStepUp("change_sign_in", () => changePassword(values.password, stepUp));
    } catch (error) {
      return refused(error);
    }
    toastSuccess("password:change", t.passwordChanged);
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
    onSaved();
  }

  function refused(error: unknown): void {
    const code = error instanceof BackendError ? error.code : "";
    if (!(error instanceof BackendError)) toastFailure("password:change", error);
    else if (code.startsWith("reauthentication_")) setProblem(error.message);
    else if (code === "weak_password" || code === "same_password")
      form.setError("password", { type: "server", message: error.message }, { shouldFocus: true });
    else toastFailure("password:change", error);
  }

  return { form, submit, reAuthentication: { stepUp, onChange: setReAuthentication, problem, onProblem: setProblem } };
}
