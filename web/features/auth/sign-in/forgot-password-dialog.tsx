import { useId } from "react";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Form, FormField, usePortalForm } from "#web/ui/forms/form.tsx";
import { FormFoot } from "#web/ui/forms/form-foot.tsx";
import { toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { requestPasswordReset } from "../api/request-password-reset.ts";
import { authTexts } from "../texts/auth.sv.ts";
import { forgotPasswordSchema } from "./login-rules.ts";
import { NoMailNote } from "./no-mail-note.tsx";

export function ForgotPasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const formId = useId();
  const form = usePortalForm(forgotPasswordSchema, { email });

  async function submit(values: { email: string }): Promise<void> {
    try {
      await requestPasswordReset(values.email);
      toastSuccess("password:reset", authTexts.sentText, { title: authTexts.sentTitle });
      onClose();
    } catch (error) {
      toastFailure("password:reset", error);
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={authTexts.forgotTitle}
      footer={(close) => (
        <FormFoot formId={formId} onCancel={close} busy={form.formState.isSubmitting} busyLabel={authTexts.sendingLink}>
          {authTexts.sendLink}
        </FormFoot>
      )}
    >
      <Form id={formId} form={form} onSubmit={submit}>
        <p className="text-body text-ink-2">{authTexts.forgotHelp}</p>
        <NoMailNote />
        <FormField control={form.control} name="email">
          {(field) => <TextField {...field} label={authTexts.email} type="email" autoComplete="username" autoFocus />}
        </FormField>
      </Form>
    </Dialog>
  );
}
