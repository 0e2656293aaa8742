import { orgAdminForm, systemAdminForm, type AdministratorForm as Values } from "#contract/forms/administrator.ts";
import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Form, FormField, type PortalForm, usePortalForm } from "#web/ui/forms/form.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { createErrorSentence, fieldOf, passwordSentence, updateErrorSentence } from "../admin-errors.ts";
import type { AdministratorScope } from "../administrator.ts";
import {
  type CreatedAdministrator,
  PasswordChangeError,
  useCreateAdministrator,
  useUpdateAdministrator,
} from "../api/save-administrator.ts";
import { administratorsTexts as t } from "../texts/administrators.sv.ts";

type Input = { firstName: string; lastName: string; email: string; password?: string | undefined };
export type AdministratorPortalForm = PortalForm<Input, Values>;

/** Returns the form's state for the dialog, whose footer and closing depend on it. `administrator` null: a new one. */
export function useAdministratorForm(
  scope: AdministratorScope,
  administrator: AdministratorRow | null,
): AdministratorPortalForm {
  return usePortalForm<Input, Values>(scope === null ? systemAdminForm : orgAdminForm, formValues(administrator));
}

export function formValues(administrator: AdministratorRow | null): Input {
  return {
    firstName: administrator?.profiles.first_name ?? "",
    lastName: administrator?.profiles.last_name ?? "",
    email: administrator?.profiles.email ?? "",
    password: "",
  };
}

export interface NewAdministratorFormProps {
  form: AdministratorPortalForm;
  id: string;
  scope: AdministratorScope;
  onCreated: (created: CreatedAdministrator) => void;
}

export function NewAdministratorForm({ form, id, scope, onCreated }: NewAdministratorFormProps) {
  const create = useCreateAdministrator(scope);

  async function submit(values: Values): Promise<void> {
    try {
      const created = await create.mutateAsync(values);
      toastDone("administrator:save", scope === null ? t.systemAdminCreated : t.orgAdminCreated);
      onCreated(created);
    } catch (error) {
      const field = fieldOf(error);
      if (field) form.setError(field, { type: "server", message: createErrorSentence(error) }, { shouldFocus: true });
      toastFailure("administrator:save", error, { words: createErrorSentence });
    }
  }

  return (
    <Form form={form} id={id} onSubmit={submit}>
      <Fields form={form} passwordHint={t.passwordMade} />
    </Form>
  );
}

export interface EditAdministratorFormProps {
  form: AdministratorPortalForm;
  id: string;
  administrator: AdministratorRow;
  onSaved: () => void;
}

export function EditAdministratorForm({ form, id, administrator, onSaved }: EditAdministratorFormProps) {
  const update = useUpdateAdministrator(administrator);
  const { userId } = useSignedIn();

  async function submit(values: Values): Promise<void> {
    try {
      await update.mutateAsync(values);
      toastDone("administrator:save", t.updated);
      onSaved();
    } catch (error) {
      if (error instanceof PasswordChangeError) {
        form.setError("password", { type: "server", message: passwordSentence(error.cause) }, { shouldFocus: true });
        toastFailure("administrator:save", error.cause, { words: () => t.passwordFailed });
        return;
      }
      if (fieldOf(error) === "email")
        form.setError("email", { type: "server", message: updateErrorSentence(error) }, { shouldFocus: true });
      toastFailure("administrator:save", error, { words: updateErrorSentence });
    }
  }

  return (
    <Form form={form} id={id} onSubmit={submit}>
      <Fields form={form} passwordHint={administrator.profiles.id === userId ? t.ownPasswordKept : t.passwordKept} />
    </Form>
  );
}

function Fields({ form, passwordHint }: { form: AdministratorPortalForm; passwordHint: string }) {
  const { control } = form;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField control={control} name="firstName">
          {(field) => <TextField {...field} label={t.firstName} autoFocus autoComplete="off" />}
        </FormField>
        <FormField control={control} name="lastName">
          {(field) => <TextField {...field} label={t.lastName} autoComplete="off" />}
        </FormField>
      </div>
      <FormField control={control} name="email">
        {(field) => (
          <TextField {...field} label={t.email} type="email" inputMode="email" autoComplete="off" spellCheck={false} />
        )}
      </FormField>
      <FormField control={control} name="password">
        {(field) => (
          <PasswordField
            {...field}
            value={field.value ?? ""}
            label={t.password}
            optional
            autoComplete="new-password"
            hint={passwordHint}
          />
        )}
      </FormField>
    </>
  );
}
