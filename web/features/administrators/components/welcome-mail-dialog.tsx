// The temporary password is visible only in this dialog.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { WelcomeMail } from "#contract/functions/admin-manager.ts";
import { Segmented } from "#web/ui/choices/segmented.tsx";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";
import { CopyField } from "#web/ui/fields/copy-field.tsx";
import { endToasts, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { type Addressee, invite, sendWelcomeMail } from "../api/credentials.ts";
import type { CreatedAdministrator } from "../api/save-administrator.ts";
import { administratorsTexts as t } from "../texts/administrators.sv.ts";
import type { Unsent } from "./unsent-note.tsx";

const CONTENTS = [
  { id: "password", label: t.temporaryPassword },
  { id: "invitation", label: t.invitation },
] as const;

export interface WelcomeMailDialogProps {
  created: CreatedAdministrator;
  /** Empty for system administrators. */
  organization: string;
  /** `unsent`: the email waits or was refused, so its content must be handed over in another way. */
  onDone: (unsent: Unsent | null) => void;
}

export function WelcomeMailDialog({ created, organization, onDone }: WelcomeMailDialogProps) {
  const { name, email, temporaryPassword } = created;
  const [content, setContent] = useState<WelcomeMail>(created.welcomeMail);
  const send = useMutation({ mutationFn: () => sendAs(content, created, { name, email, organization }) });

  async function confirm(): Promise<void> {
    endToasts("administrator:welcome");
    try {
      const unsent = await send.mutateAsync();
      if (unsent === null) toastDone("administrator:welcome", t.welcomeSent);
      onDone(unsent);
    } catch (error) {
      // Stays open so that the password is not lost and sending can be retried.
      toastFailure("administrator:welcome", error, { words: () => t.welcomeFailed });
    }
  }

  return (
    <ConfirmDialog
      isOpen
      title={t.welcomeTitle}
      cancelLabel={t.welcomeNo}
      confirmLabel={t.welcomeYes}
      confirmVariant="primary"
      busy={send.isPending}
      busyLabel={t.sending}
      onClose={() => onDone(null)}
      onConfirm={() => {
        if (!send.isPending) void confirm();
      }}
      consequence={
        <div className="flex flex-col gap-4">
          <div className="rounded-track border border-line px-3 py-2.5">
            <p className="mb-1 text-small text-ink-2">{t.temporaryPassword}</p>
            <CopyField label={t.temporaryPassword} value={temporaryPassword} bare />
            <p className="mt-1.5 text-meta text-ink-2">{t.shownOnce}</p>
          </div>
          <div>
            <p aria-hidden className="mb-1.5 font-name">
              {t.mailHolds}
            </p>
            <Segmented label={t.mailHolds} segments={CONTENTS} value={content} onChange={setContent} />
            <p role="status" className="mt-1.5 text-meta text-ink-2">
              {content === "invitation" ? t.invitationHelp : t.temporaryPasswordHelp}
            </p>
          </div>
        </div>
      }
    >
      {t.welcomeQuestion(name, email)}
    </ConfirmDialog>
  );
}

async function sendAs(content: WelcomeMail, created: CreatedAdministrator, to: Addressee): Promise<Unsent | null> {
  if (content === "invitation") {
    const { link, mail } = await invite(created.id);
    return mail === "sent" ? null : { mail, email: to.email, label: t.invitation, value: link };
  }
  const mail = await sendWelcomeMail(to, created.temporaryPassword);
  const { temporaryPassword: value } = created;
  return mail === "sent" ? null : { mail, email: to.email, label: t.temporaryPassword, value };
}
