// Acts that the server allows for five minutes after a proof. Asked for before, so that no form is interrupted; and again when
// the server says so all the same.
import { type ReactNode, useId, useState } from "react";
import { BackendError } from "../../../lib/errors.ts";
import { accountTexts as t } from "../../../texts/account.ts";
import { words } from "../../../texts/words.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogFoot } from "../../../ui/dialog.tsx";
import { toastFailure } from "../../../ui/toast.tsx";
import type { Proof } from "../api/change-account.ts";
import { isFresh, proveAgain } from "../api/prove-again.ts";
import { useAct } from "../use-act.ts";
import { ProofField, proofProblem } from "./proof-field.tsx";

export interface Guarded {
  /** Runs the act, after a proof where one is due. Its failure is told in a toast. */
  withProof: (act: () => Promise<void> | void) => void;
  /** Rendered by the card. */
  question: ReactNode;
}

export function useProof(email: string): Guarded {
  const [waiting, setWaiting] = useState<(() => Promise<void> | void) | null>(null);

  async function run(act: () => Promise<void> | void): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (error instanceof BackendError && error.code === "reauthentication_needed") setWaiting(() => act);
      else toastFailure(error);
    }
  }

  async function begin(act: () => Promise<void> | void): Promise<void> {
    if (await isFresh(new Date())) await run(act);
    else setWaiting(() => act);
  }

  return {
    withProof: (act) => void begin(act),
    question: waiting && (
      <ProveDialog
        email={email}
        onClose={() => setWaiting(null)}
        onProved={() => {
          setWaiting(null);
          void run(waiting);
        }}
      />
    ),
  };
}

function ProveDialog({ email, onClose, onProved }: { email: string; onClose: () => void; onProved: () => void }) {
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
