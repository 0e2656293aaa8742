import { useWatch } from "react-hook-form";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { FormField, type usePortalForm } from "#web/ui/forms/form.tsx";
import { firstAdminTexts as t } from "../texts/first-admin.sv.ts";
import { passwordStrength } from "./password-strength.ts";

interface NewPassword {
  password: string;
  repeat: string;
}
type Control = ReturnType<typeof usePortalForm<NewPassword, NewPassword>>["control"];

/** Shows a password field and its repetition, for the account of `email`. */
export function NewPasswordFields({ control, email, label }: { control: Control; email: string; label: string }) {
  return (
    <>
      {/* Names the account for password managers. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <FormField control={control} name="password">
        {(field) => (
          <PasswordField
            {...field}
            label={label}
            autoComplete="new-password"
            autoFocus
            size="lg"
            hint={<StrengthHint control={control} email={email} />}
          />
        )}
      </FormField>
      <FormField control={control} name="repeat">
        {(field) => <PasswordField {...field} label={t.repeat} autoComplete="new-password" size="lg" />}
      </FormField>
    </>
  );
}

function StrengthHint({ control, email }: { control: Control; email: string }) {
  const { password } = useWatch({ control });
  if (!password) return <>{t.passwordHint}</>;
  return <>{t.strength[passwordStrength(password, [email])]}</>;
}
