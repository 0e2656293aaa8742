import { useState } from "react";
import type { Factor } from "#contract/auth.ts";
import { words } from "#web/texts/words.sv.ts";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { makeRecoveryCodes } from "../api/recovery-codes.ts";
import { type NewApp, removeFactor } from "../api/second-factors.ts";
import { AppEnrolment } from "../factors/app-enrolment.tsx";
import { PasskeyEnrolment } from "../factors/passkey-enrolment.tsx";
import { PhoneEnrolment } from "../factors/phone-enrolment.tsx";
import { RecoveryCodesList } from "../factors/recovery-codes-list.tsx";
import { accountTexts as t } from "../texts/account.sv.ts";
import { secondFactorTexts } from "../texts/second-factor.sv.ts";

export type FactorOperation =
  | { name: "app"; app: NewApp }
  | { name: "passkey" }
  | { name: "phone" }
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
  const [busy, setBusy] = useState(false);

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

  async function confirm(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toastFailure(`factor:${operation.name}`, error);
      onClose();
    } finally {
      setBusy(false);
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
      return (
        <RemoveQuestion
          operation={operation}
          busy={busy}
          onCancel={onClose}
          onConfirm={(name) =>
            void confirm(async () => {
              await removeFactor(operation.factor);
              toastDone(`factor:${operation.name}`, t.factorRemoved(name));
              onChanged();
              onClose();
            })
          }
        />
      );
    case "codes-anew":
      return (
        <ConfirmDialog
          isOpen
          title={t.makeAnewTitle}
          confirmLabel={t.makeCodesAnew}
          confirmVariant="primary"
          busy={busy}
          onClose={onClose}
          onConfirm={() =>
            void confirm(async () => {
              setCodes(await makeRecoveryCodes({ anew: true }));
              onChanged();
            })
          }
        >
          {t.makeAnewQuestion}
        </ConfirmDialog>
      );
    case "codes":
      return null;
    default:
      return (
        <Dialog isOpen onClose={onClose} size="sm" title={TITLES[operation.name]}>
          {operation.name === "app" && <AppEnrolment app={operation.app} onAdded={() => void added()} />}
          {operation.name === "passkey" && <PasskeyEnrolment onAdded={() => void added()} />}
          {operation.name === "phone" && <PhoneEnrolment onAdded={() => void added()} />}
        </Dialog>
      );
  }
}

interface RemoveQuestionProps {
  operation: Extract<FactorOperation, { name: "remove" }>;
  busy: boolean;
  onCancel: () => void;
  onConfirm: (name: string) => void;
}

function RemoveQuestion({ operation, busy, onCancel, onConfirm }: RemoveQuestionProps) {
  const name = operation.factor.friendly_name || t.kind[operation.factor.factor_type];
  return (
    <ConfirmDialog
      isOpen
      title={t.removeFactorTitle}
      consequence={operation.last && (operation.required ? t.removeLastRequired : t.removeLast)}
      confirmLabel={words.remove}
      busy={busy}
      busyLabel={words.removing}
      onClose={onCancel}
      onConfirm={() => onConfirm(name)}
    >
      {t.removeFactorQuestion(name)}
    </ConfirmDialog>
  );
}
