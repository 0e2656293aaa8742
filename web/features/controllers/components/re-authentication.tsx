// Asks for re-authentication. It is no form element, because it is nested in the controller's form.
import { useQuery } from "@tanstack/react-query";
import { LockKeyhole } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { errorSentence } from "#web/lib/calls/errors.ts";
import { findStepUpMethod, reAuthenticate, type StepUpMethod } from "#web/lib/session/re-authentication.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeField } from "#web/ui/fields/code-field.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { clearSent } from "#web/ui/forms/typed-meanwhile.ts";
import { Note, RetryNote } from "#web/ui/note.tsx";
import { SkeletonBar } from "#web/ui/skeleton.tsx";
import { reAuthenticationTexts as t } from "../texts/controller-dialog.sv.ts";

const HELP: Record<StepUpMethod["kind"], string> = {
  password: t.helpPassword,
  totp: t.helpCode,
  webauthn: t.helpPasskey,
  other: t.helpOther,
};

export function ReAuthentication({ onReAuthenticated }: { onReAuthenticated: () => void }) {
  const titleId = useId();
  const way = useQuery({ queryKey: ["step-up-method"], queryFn: findStepUpMethod, gcTime: 0, retry: false });
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-col gap-3 rounded-card border border-line bg-sunken px-4 py-3.5"
    >
      <h4 id={titleId} className="flex items-center gap-2 text-card text-ink">
        <LockKeyhole aria-hidden size={16} className="text-ink-2" />
        {t.title}
      </h4>
      {way.isError && (
        <RetryNote role="alert" onRetry={way.refetch}>
          {errorSentence(way.error)}
        </RetryNote>
      )}
      {way.isPending && <SkeletonBar className="w-3/5" />}
      {way.data && <Question way={way.data} onReAuthenticated={onReAuthenticated} />}
    </section>
  );
}

function Question({ way, onReAuthenticated }: { way: StepUpMethod; onReAuthenticated: () => void }) {
  const [secret, setSecret] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function submit(): Promise<void> {
    if (busy) return;
    if (way.kind !== "webauthn" && secret === "") {
      setProblem(way.kind === "totp" ? t.codeMissing : t.passwordMissing);
      input.current?.focus();
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      await reAuthenticate(way, secret);
      onReAuthenticated();
    } catch (error) {
      setProblem(errorSentence(error));
      setSecret(clearSent(secret));
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Enter") return;
    // Enter answers this question and does not save the controller.
    event.preventDefault();
    event.stopPropagation();
    void submit();
  }

  const field = { value: secret, onChange: setSecret, errorMessage: problem, inputRef: input, autoFocus: true };
  return (
    <>
      <p className="text-small text-ink-2">{HELP[way.kind]}</p>
      {way.kind !== "other" && (
        <div role="group" onKeyDown={onKeyDown} className="flex flex-col items-start gap-3 sm:max-w-80">
          {way.kind === "password" && (
            <PasswordField {...field} label={t.password} autoComplete="current-password" className="w-full" />
          )}
          {way.kind === "totp" && <CodeField {...field} label={t.code} className="w-full" />}
          {way.kind === "webauthn" && problem !== undefined && (
            <Note tone="fail" role="alert">
              {problem}
            </Note>
          )}
          <Button busy={busy} busyLabel={t.confirming} onPress={() => void submit()}>
            {way.kind === "webauthn" ? t.withPasskey : t.confirm}
          </Button>
        </div>
      )}
    </>
  );
}
