import { useEffect, useState } from "react";
import { invitationReply } from "#contract/functions/accept-invitation.ts";
import { BackendError } from "#web/lib/calls/errors.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
import { words } from "#web/texts/words.sv.ts";
import { Form, usePortalForm } from "#web/ui/forms/form.tsx";
import { Note } from "#web/ui/note.tsx";
import { toastFailure } from "#web/ui/toasts/toast.tsx";
import { StepHead } from "../step-head.tsx";
import { SubmitButton } from "../submit-button.tsx";
import { authTexts } from "../texts/auth.sv.ts";
import { invitationTexts as t } from "../texts/first-admin.sv.ts";
import { arrive } from "./arrive.ts";
import { DeadLink } from "./dead-link.tsx";
import { invitationSchema } from "./invitation-rules.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";

const EMPTY = { password: "", repeat: "" };
const DEAD_LINK = 403;

type Link = { state: "asking" } | { state: "alive"; email: string } | { state: "dead" | "unknown"; reason: string };

export interface InvitationFormProps {
  token: string;
  onLeave: () => void;
}

export function InvitationForm({ token, onLeave }: InvitationFormProps) {
  const [link, setLink] = useState<Link>({ state: "asking" });
  const [asked, setAsked] = useState(0);

  // oxlint-disable-next-line react/exhaustive-deps -- `asked` is not read: it asks again
  useEffect(() => {
    const stop = new AbortController();
    const options = { method: "GET", query: { token }, signal: stop.signal } as const;
    callFunction("accept-invitation", invitationReply, null, options)
      .then(({ email }) => setLink({ state: "alive", email }))
      .catch((error) => {
        if (!stop.signal.aborted) setLink(failedLink(error));
      });
    return () => stop.abort();
  }, [token, asked]);

  function leave(): void {
    // Removes the spent token from the address and the history.
    history.replaceState(history.state, "", "/auth");
    onLeave();
  }

  switch (link.state) {
    case "asking":
      return null;
    case "alive":
      return <ChoosePassword token={token} email={link.email} onDead={setLink} onLeave={leave} />;
    case "unknown":
      return (
        <Note
          tone="fail"
          role="alert"
          className="mt-4"
          actions={[{ label: words.retry, onAction: () => setAsked(asked + 1) }]}
        >
          {link.reason}
        </Note>
      );
    case "dead":
      return <DeadLink reason={link.reason} onLeave={leave} />;
  }
}

interface ChoosePasswordProps {
  token: string;
  email: string;
  onDead: (link: Link) => void;
  onLeave: () => void;
}

function ChoosePassword({ token, email, onDead, onLeave }: ChoosePasswordProps) {
  const form = usePortalForm(invitationSchema, EMPTY);

  async function submit({ password }: typeof EMPTY): Promise<void> {
    try {
      await callFunction("accept-invitation", invitationReply, { token, password });
    } catch (error) {
      const failed = failedLink(error);
      if (failed.state === "dead") return onDead(failed);
      if (error instanceof BackendError && error.status === 400) throw error;
      return toastFailure("session:sign-in", error);
    }
    await arrive(email, password, onLeave);
  }

  return (
    <>
      <StepHead title={t.title} help={t.subtitle(email)} />
      <Form form={form} onSubmit={submit}>
        <NewPasswordFields control={form.control} email={email} label={authTexts.password} />
        <SubmitButton busy={form.formState.isSubmitting} busyLabel={t.saving}>
          {t.save}
        </SubmitButton>
      </Form>
    </>
  );
}

function failedLink(error: unknown): Link & { reason: string } {
  const reason = error instanceof BackendError ? error.message : String(error);
  const dead = error instanceof BackendError && error.status === DEAD_LINK;
  return { state: dead ? "dead" : "unknown", reason };
}
