import { useMutation } from "@tanstack/react-query";
import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";
import { toastDone, toastError, toastFailure } from "#web/ui/toasts/toast.tsx";
import { fullName, nameAndEmail } from "../administrator.ts";
import { type Addressee, resetPassword, sendWelcomeMail } from "../api/credentials.ts";
import { administratorsTexts as t } from "../texts/administrators.sv.ts";
import type { Unsent } from "./unsent-note.tsx";

export interface NewCredentialsDialogProps {
  administrator: AdministratorRow;
  organization: string;
  onDone: (unsent: Unsent | null) => void;
}

export function NewCredentialsDialog({ administrator, organization, onDone }: NewCredentialsDialogProps) {
  const name = fullName(administrator);
  const { id, email } = administrator.profiles;
  const replace = useMutation({ mutationFn: () => replaceAndSend(id, { name, email, organization }) });

  async function confirm(): Promise<void> {
    try {
      const unsent = await replace.mutateAsync();
      if (unsent === null) toastDone("administrator:credentials", t.credentialsSent);
      else if (unsent.mail === "error" || unsent.mail === "failed")
        toastError("administrator:credentials", t.credentialsFailed);
      onDone(unsent);
    } catch (error) {
      toastFailure("administrator:credentials", error, { words: () => t.resetFailed });
      onDone(null);
    }
  }

  return (
    <ConfirmDialog
      isOpen
      title={t.credentialsTitle}
      confirmLabel={t.credentialsYes}
      confirmVariant="primary"
      busy={replace.isPending}
      busyLabel={t.sending}
      onClose={() => onDone(null)}
      onConfirm={() => {
        if (!replace.isPending) void confirm();
      }}
      consequence={t.credentialsConsequence(nameAndEmail(administrator))}
    >
      {t.credentialsQuestion}
    </ConfirmDialog>
  );
}

/** Replaces the password and mails it. Throws when the password is unchanged; an unsent email resolves, since the new password is valid. */
async function replaceAndSend(id: string, to: Addressee): Promise<Unsent | null> {
  const value = await resetPassword(id);
  const unsent = (mail: Unsent["mail"]): Unsent => ({ mail, email: to.email, label: t.temporaryPassword, value });
  try {
    const mail = await sendWelcomeMail(to, value);
    return mail === "sent" ? null : unsent(mail);
  } catch {
    return unsent("error");
  }
}
