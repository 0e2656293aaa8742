// "Bekräfta att det är du": the second factor where the account has one, else the password.
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { errorSentence } from "#web/lib/calls/errors.ts";
import type { StepUpAct } from "#web/lib/session/step-up.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { SkeletonBar } from "#web/ui/skeleton.tsx";
import type { ReAuthentication } from "../api/change-account.ts";
import { FactorChoice } from "../factors/factor-choice.tsx";
import { accountTexts as t } from "../texts/account.sv.ts";
import { type Operation, useOperation } from "../use-operation.ts";
import { reAuthenticate, readFactorWays } from "./re-authenticate.ts";
import { ReAuthenticationField, stepUpProblem } from "./re-authentication-field.tsx";

export interface ReAuthenticationDialogProps {
  act: StepUpAct;
  email: string;
  onClose: () => void;
  onReAuthenticated: () => void;
}

export function ReAuthenticationDialog({ act, email, onClose, onReAuthenticated }: ReAuthenticationDialogProps) {
  const formId = useId();
  const ways = useQuery({ queryKey: ["factor-ways"], queryFn: readFactorWays, gcTime: 0, retry: false });
  const operation = useOperation();
  const byPassword = ways.data?.length === 0;

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={t.stepUpTitle}
      footer={(close) => (
        <DialogFoot>
          <Button onPress={close}>{words.cancel}</Button>
          {byPassword && (
            <Button type="submit" form={formId} variant="primary" busy={operation.busy} busyLabel={t.confirming}>
              {t.confirm}
            </Button>
          )}
        </DialogFoot>
      )}
    >
      <div className="flex flex-col gap-4">
        <p className="text-body text-ink-2">
          {t.stepUpHelp(t.stepUpActs[act], ways.data && (byPassword ? "password" : "second step"))}
        </p>
        {ways.isPending && <SkeletonBar className="w-3/5" />}
        {ways.isError && (
          <RetryNote role="alert" onRetry={ways.refetch}>
            {errorSentence(ways.error)}
          </RetryNote>
        )}
        {ways.data && !byPassword && (
          <div>
            <FactorChoice ways={ways.data} onShown={onReAuthenticated} />
          </div>
        )}
        {byPassword && (
          <PasswordForm id={formId} email={email} operation={operation} onReAuthenticated={onReAuthenticated} />
        )}
      </div>
    </Dialog>
  );
}

interface PasswordFormProps extends Pick<ReAuthenticationDialogProps, "email" | "onReAuthenticated"> {
  id: string;
  operation: Operation;
}

function PasswordForm({ id, email, operation, onReAuthenticated }: PasswordFormProps) {
  const [stepUp, setReAuthentication] = useState<ReAuthentication>({ current_password: "" });

  async function submit(): Promise<void> {
    const missing = stepUpProblem(stepUp);
    if (missing !== undefined) operation.setProblem(missing);
    else if (await operation.run(() => reAuthenticate(stepUp))) onReAuthenticated();
  }

  return (
    <form
      id={id}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // React bubbles the event through portals to the form underneath.
        event.stopPropagation();
        void submit();
      }}
    >
      <ReAuthenticationField
        email={email}
        stepUp={stepUp}
        onChange={setReAuthentication}
        problem={operation.problem}
        onProblem={operation.setProblem}
        autoFocus
      />
    </form>
  );
}
