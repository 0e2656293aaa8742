import { useState } from "react";
import type { Factor } from "#contract/auth.ts";
import { words } from "#web/texts/words.sv.ts";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { endToasts, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { makeRecoveryCodes } from "../api/recovery-codes.ts";
import { removeFactor } from "../api/second-factors.ts";
import { NewFactor, type NewFactorKind } from "../factors/new-factor.tsx";
import { RecoveryCodesList } from "../factors/recovery-codes-list.tsx";
import { accountTexts as t } from "../texts/account.sv.ts";
import { secondFactorTexts } from "../texts/second-factor.sv.ts";

export type FactorOperation =
  | NewFactorKind
  | { name: "codes"; codes: readonly string[] }
  | { name: "codes-anew" }
  | { name: "remove"; factor: Factor; last: boolean; required: boolean };

export interface FactorDialogProps {
  operation: FactorOperation;
  /** True when recovery codes exist; a first factor creates them. */
  hasCodes: boolean;
  onChanged: () => void;
  onClose: () => void;
}

const TITLES = {
  app: secondFactorTexts.appTitle,
  passkey: secondFactorTexts.passkeyTitle,
  phone: secondFactorTexts.phoneTitle,
  codes: secondFactorTexts.codesTitle,
};

export function FactorDialog({ operation, hasCodes, onChanged, onClose }: FactorDialogProps) {
  const [codes, setCodes] = useState(operation.name === "codes" ? operation.codes : null);

  async function added(): Promise<void> {
    toastDone(`factor:${operation.name}`, secondFactorTexts.added);
    onChanged();
    if (hasCodes) return onClose();
    try {
      setCodes(await makeRecoveryCodes({ anew: false }));
      onChanged();
    } catch (error) {
      toastFailure("recovery-codes:make", error, { words: () => secondFactorTexts.codesFailed });
      onClose();
    }
  }

  if (codes !== null)
    return (
      <Dialog isOpen onClose={onClose} size="sm" title={TITLES.codes}>
        <RecoveryCodesList codes={codes} onSaved={onClose} />
      </Dialog>
    );
  switch (operation.name) {
    case "remove":
      return <RemoveQuestion operation={operation} onRemoved={onChanged} onClose={onClose} />;
    case "codes-anew":
      return <CodesAnewQuestion onMade={setCodes} onChanged={onChanged} onClose={onClose} />;
    case "codes":
      return null;
    default:
      return (
        <Dialog isOpen onClose={onClose} size="sm" title={TITLES[operation.name]}>
          <NewFactor kind={operation} onAdded={() => void added()} />
        </Dialog>
      );
  }
}

/** Returns a function that runs a confirmed change; one that fails closes the question. */
function useConfirmed(name: FactorOperation["name"], onClose: () => void) {
  const [busy, setBusy] = useState(false);
  const confirm = async (change: () => Promise<void>) => {
    setBusy(true);
    endToasts(`factor:${name}`);
    try {
      await change();
    } catch (error) {
      toastFailure(`factor:${name}`, error);
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return { busy, confirm };
}

interface CodesAnewQuestionProps {
  onMade: (codes: readonly string[]) => void;
  onChanged: () => void;
  onClose: () => void;
}

function CodesAnewQuestion({ onMade, onChanged, onClose }: CodesAnewQuestionProps) {
  const { busy, confirm } = useConfirmed("codes-anew", onClose);
  const make = async () => {
    onMade(await makeRecoveryCodes({ anew: true }));
    onChanged();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t.makeAnewTitle}
      confirmLabel={t.makeCodesAnew}
      confirmVariant="primary"
      busy={busy}
      onClose={onClose}
      onConfirm={() => void confirm(make)}
    >
      {t.makeAnewQuestion}
    </ConfirmDialog>
  );
}

interface RemoveQuestionProps {
  operation: Extract<FactorOperation, { name: "remove" }>;
  onRemoved: () => void;
  onClose: () => void;
}

function RemoveQuestion({ operation, onRemoved, onClose }: RemoveQuestionProps) {
  const { factor, last, required } = operation;
  const name = factor.friendly_name || t.kind[factor.factor_type];
  const { busy, confirm } = useConfirmed("remove", onClose);
  const remove = async () => {
    await removeFactor(factor);
    toastDone("factor:remove", t.factorRemoved(name));
    onRemoved();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t.removeFactorTitle}
      consequence={last && (required ? t.removeLastRequired : t.removeLast)}
      confirmLabel={words.remove}
      busy={busy}
      busyLabel={words.removing}
      onClose={onClose}
      onConfirm={() => void confirm(remove)}
    >
      {t.removeFactorQuestion(name)}
    </ConfirmDialog>
  );
}
