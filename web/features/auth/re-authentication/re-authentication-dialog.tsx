// "Bekräfta att det är du": the second factor where the account has one, else the password.
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { errorSentence } from "#web/lib/errors.ts";
import { accountTexts as t } from "#web/texts/account.ts";
import { words } from "#web/texts/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { SkeletonBar } from "#web/ui/skeleton.tsx";
import type { Proof } from "../api/change-account.ts";
import { FactorChoice } from "../factors/factor-choice.tsx";
import { useAct } from "../use-act.ts";
import { proveAgain, readFactorWays } from "./re-authenticate.ts";
import { proofProblem, ReAuthenticationField } from "./re-authentication-field.tsx";

export interface ReAuthenticationDialogProps {
  email: string;
  onClose: () => void;
  onProved: () => void;
}

export function ReAuthenticationDialog({ email, onClose, onProved }: ReAuthenticationDialogProps) {
  const formId = useId();
  const ways = useQuery({ queryKey: ["factor-ways"], queryFn: readFactorWays, gcTime: 0, retry: false });
  const [proof, setProof] = useState<Proof>({ current_password: "" });
  const act = useAct();
  const byPassword = ways.data?.length === 0;

  async function submit(): Promise<void> {
    const missing = proofProblem(proof);
    if (missing !== undefined) act.setProblem(missing);
    else if (await act.run(() => proveAgain(proof))) onProved();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={t.proveTitle}
      footer={(close) => (
        <DialogFoot>
          <Button onPress={close}>{words.cancel}</Button>
          {byPassword && (
            <Button type="submit" form={formId} variant="primary" busy={act.busy} busyLabel={t.confirming}>
              {t.confirm}
            </Button>
          )}
        </DialogFoot>
      )}
    >
      <div className="flex flex-col gap-4">
        <p className="text-body text-ink-2">{t.proveHelp}</p>
        {ways.isPending && <SkeletonBar className="w-3/5" />}
        {ways.isError && (
          <RetryNote role="alert" onRetry={ways.refetch}>
            {errorSentence(ways.error)}
          </RetryNote>
        )}
        {ways.data && !byPassword && (
          <div>
            <FactorChoice ways={ways.data} onShown={onProved} />
          </div>
        )}
        {byPassword && (
          <form
            id={formId}
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
              proof={proof}
              onChange={setProof}
              problem={act.problem}
              onProblem={act.setProblem}
              autoFocus
            />
          </form>
        )}
      </div>
    </Dialog>
  );
}
