// "Bekräfta att det är du", over whatever asked for it.
import { useId, useState } from "react";
import { accountTexts as t } from "../../../texts/account.ts";
import { words } from "../../../texts/words.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogFoot } from "../../../ui/dialog.tsx";
import type { Proof } from "../api/change-account.ts";
import { proveAgain } from "../api/prove-again.ts";
import { useAct } from "../use-act.ts";
import { ProofField, proofProblem } from "./proof-field.tsx";

export interface ProveDialogProps {
  email: string;
  onClose: () => void;
  onProved: () => void;
}

export function ProveDialog({ email, onClose, onProved }: ProveDialogProps) {
  const formId = useId();
  const [proof, setProof] = useState<Proof>({ current_password: "" });
  const act = useAct();

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
          <Button type="submit" form={formId} variant="primary" busy={act.busy} busyLabel={t.confirming}>
            {t.confirm}
          </Button>
        </DialogFoot>
      )}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // React bubbles it through portals to whatever form was open.
          event.stopPropagation();
          void submit();
        }}
      >
        <p className="text-body text-ink-2">{t.proveHelp}</p>
        <ProofField
          email={email}
          proof={proof}
          onChange={setProof}
          problem={act.problem}
          onProblem={act.setProblem}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
