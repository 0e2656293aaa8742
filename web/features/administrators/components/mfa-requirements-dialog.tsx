// Saves at once, after a question when it would lock people out.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ROLES, type Role } from "#contract/roles.ts";
import { accountTexts as t } from "#web/features/auth/texts/account.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/choices/switch.tsx";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { countOfRole, mfaRequirementsQueryOptions, useRequireMfa } from "../api/mfa-requirements.ts";

export function MfaRequirementsDialog({ onClose }: { onClose: () => void }) {
  const requirements = useQuery(mfaRequirementsQueryOptions);
  const { asked, change, set, stopAsking } = useRequirementSwitch();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={t.requireTitle}
      footer={(close) => (
        <DialogFoot>
          <Button onPress={close}>{words.close}</Button>
        </DialogFoot>
      )}
    >
      <p className="mb-3 text-body text-ink-2">{t.requireHelp}</p>
      {requirements.isError && !requirements.data && (
        <RetryNote role="alert" onRetry={requirements.refetch}>
          {t.requireFailed} {requirements.error.message}
        </RetryNote>
      )}
      <ul className="flex flex-col">
        {ROLES.map((role) => {
          const required = requirements.data?.find((row) => row.role === role)?.required;
          return (
            <li key={role} className="flex min-h-11 items-center gap-3 not-last:border-b not-last:border-line-soft">
              <span className="min-w-0 flex-1 text-cell text-ink">{t.requireRole[role]}</span>
              {required !== undefined && (
                <Switch
                  label={t.requireSwitch(t.requireRole[role])}
                  value={change.isPending && change.variables.role === role ? change.variables.required : required}
                  onChange={(next) => void set(role, next)}
                >
                  <span className="inline-block min-w-[4rem]">{required ? t.required : t.notRequired}</span>
                </Switch>
              )}
            </li>
          );
        })}
      </ul>
      <RequireQuestion asked={asked} change={change} onCancel={stopAsking} />
    </Dialog>
  );
}

interface Asked {
  role: Role;
  people: number;
}

/** Returns the function that switches a requirement, and the question that it asks before it shuts people out. */
function useRequirementSwitch() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [counting, setCounting] = useState(false);
  const change = useRequireMfa({
    onDone: ({ required }) => {
      toastDone("mfa:require", required ? t.requireOn : t.requireOff);
      setAsked(null);
    },
    onFailed: (error) => {
      toastFailure("mfa:require", error);
      setAsked(null);
    },
  });

  async function set(role: Role, required: boolean): Promise<void> {
    if (counting || change.isPending) return;
    if (!required) return change.mutate({ role, required });
    setCounting(true);
    try {
      setAsked({ role, people: await countOfRole(role) });
    } catch (error) {
      toastFailure("mfa:require", error);
    } finally {
      setCounting(false);
    }
  }
  return { asked, change, set, stopAsking: () => setAsked(null) };
}

interface RequireQuestionProps {
  asked: Asked | null;
  change: ReturnType<typeof useRequireMfa>;
  onCancel: () => void;
}

function RequireQuestion({ asked, change, onCancel }: RequireQuestionProps) {
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={t.requireTitle}
      consequence={
        asked && (
          <>
            {t.requirePeople(asked.people)} {asked.role === "system_admin" && t.requireYourself}
          </>
        )
      }
      confirmLabel={t.requireConfirm}
      confirmVariant="primary"
      busy={change.isPending}
      busyLabel={words.saving}
      onClose={onCancel}
      onConfirm={() => asked && change.mutate({ role: asked.role, required: true })}
    >
      {asked && t.requireQuestion(t.requireRole[asked.role])}
    </ConfirmDialog>
  );
}
