import { useEffect, useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import { firstAdminReply } from "#contract/functions/first-admin.ts";
import { BackendError } from "#web/lib/calls/errors.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
import { Button } from "#web/ui/button.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Form, FormField, usePortalForm } from "#web/ui/forms/form.tsx";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import { toastFailure } from "#web/ui/toasts/toast.tsx";
import { StepHead } from "../step-head.tsx";
import { SubmitButton } from "../submit-button.tsx";
import { authTexts } from "../texts/auth.sv.ts";
import { firstAdminTexts as texts } from "../texts/first-admin.sv.ts";
import { arrive } from "./arrive.ts";
import { DeadLink } from "./dead-link.tsx";
import { firstAdminSchema } from "./first-admin-rules.ts";
import { passwordStrength } from "./password-strength.ts";

// Needed once in the life of an installation, if at all.
const FirstRestore = lazyPart(
  () => import("./first-restore.tsx"),
  (module) => module.FirstRestore,
);

const EMPTY = { firstName: "", lastName: "", email: "", password: "", repeat: "" };
/** 403: wrong token; 409: a system admin exists. */
const DEAD_LINK = [403, 409];

export interface FirstAdminFormProps {
  token: string;
  onLeave: () => void;
}

export function FirstAdminForm({ token, onLeave }: FirstAdminFormProps) {
  const [dead, setDead] = useDeadLink(token);
  const [restores, setRestores] = useState(false);
  const form = usePortalForm(firstAdminSchema, EMPTY);

  function leave(): void {
    // Removes the spent token from the address and the history.
    history.replaceState(history.state, "", "/auth");
    onLeave();
  }

  async function submit({ repeat: _repeat, ...admin }: typeof EMPTY): Promise<void> {
    try {
      await callFunction("first-admin", firstAdminReply, { token, ...admin });
    } catch (error) {
      const sentence = deadLinkSentence(error);
      if (sentence !== null) return setDead(sentence);
      if (error instanceof BackendError && error.status === 400) throw error;
      return toastFailure("session:sign-in", error);
    }
    await arrive(admin.email, admin.password, leave);
  }

  if (restores) return <FirstRestore token={token} onBack={() => setRestores(false)} onLeave={leave} />;
  if (dead !== null) return <DeadLink reason={dead} onLeave={leave} />;
  return (
    <>
      <StepHead title={texts.title} help={texts.subtitle} />
      <Form form={form} onSubmit={submit}>
        <AdminFields control={form.control} />
        <SubmitButton busy={form.formState.isSubmitting} busyLabel={texts.creating}>
          {texts.create}
        </SubmitButton>
      </Form>
      <Button variant="ghost" size="lg" wide className="mt-2" onPress={() => setRestores(true)}>
        {texts.restore}
      </Button>
    </>
  );
}

function AdminFields({ control }: { control: Control<typeof EMPTY> }) {
  return (
    <>
      <div className="flex gap-3 *:flex-1 phone:flex-col phone:gap-4">
        <FormField control={control} name="firstName">
          {(field) => <TextField {...field} label={texts.firstName} autoComplete="given-name" autoFocus size="lg" />}
        </FormField>
        <FormField control={control} name="lastName">
          {(field) => <TextField {...field} label={texts.lastName} autoComplete="family-name" size="lg" />}
        </FormField>
      </div>
      <FormField control={control} name="email">
        {(field) => <TextField {...field} label={authTexts.email} type="email" autoComplete="username" size="lg" />}
      </FormField>
      <FormField control={control} name="password">
        {(field) => (
          <PasswordField
            {...field}
            label={authTexts.password}
            autoComplete="new-password"
            size="lg"
            hint={<StrengthHint control={control} />}
          />
        )}
      </FormField>
      <FormField control={control} name="repeat">
        {(field) => <PasswordField {...field} label={texts.repeat} autoComplete="new-password" size="lg" />}
      </FormField>
    </>
  );
}

/** Returns why the link no longer works; null while it does. */
function useDeadLink(token: string) {
  const [dead, setDead] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const options = { method: "GET", query: { token }, signal: stop.signal } as const;
    // Without a reply the form stays; submitting reports the problem.
    callFunction("first-admin", firstAdminReply, null, options).catch((error) => {
      if (!stop.signal.aborted) setDead(deadLinkSentence(error));
    });
    return () => stop.abort();
  }, [token]);
  return [dead, setDead] as const;
}

function StrengthHint({
  control,
}: {
  control: ReturnType<typeof usePortalForm<typeof EMPTY, typeof EMPTY>>["control"];
}) {
  const { password, firstName, lastName, email } = useWatch({ control });
  if (!password) return <>{texts.passwordHint}</>;
  return <>{texts.strength[passwordStrength(password, [firstName ?? "", lastName ?? "", email ?? ""])]}</>;
}

function deadLinkSentence(error: unknown): string | null {
  return error instanceof BackendError && DEAD_LINK.includes(error.status) ? error.message : null;
}
