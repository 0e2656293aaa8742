import { useState } from "react";
import { words } from "#web/texts/words.sv.ts";
import { dropError, toastFailure } from "#web/ui/toasts/toast.tsx";
import { ConfirmDialog, type ConfirmDialogProps } from "./confirm-dialog.tsx";

export interface AsyncConfirmDialogProps
  extends Pick<ConfirmDialogProps, "title" | "children" | "consequence" | "cancelLabel" | "confirmVariant"> {
  /** Default "Ta bort", and "Tar bort..." while it runs. */
  confirmLabel?: string;
  busyLabel?: string;
  run: () => Promise<unknown>;
  /** Names a failure's toast, which the next attempt removes; `onFailure` uses the same name. Default: the title. */
  operation?: string;
  onFailure?: (error: unknown) => void | Promise<void>;
  staysOnFailure?: boolean;
  isReady?: () => boolean;
  onClose: () => void;
}

/** A question that runs its operation and closes when it is done. */
export function AsyncConfirmDialog(props: AsyncConfirmDialogProps) {
  const { run, operation = props.title, onFailure, staysOnFailure = false, isReady, onClose, ...asked } = props;
  const { confirmLabel, ...question } = asked;
  const labels = confirmLabel ? { confirmLabel } : { confirmLabel: words.remove, busyLabel: words.removing };
  const [busy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    if (isReady?.() === false || busy) return;
    setBusy(true);
    dropError(operation);
    try {
      await run();
    } catch (error) {
      if (onFailure) await onFailure(error);
      else toastFailure(error, { name: operation });
      setBusy(false);
      if (staysOnFailure) return;
    }
    onClose();
  }

  return (
    <ConfirmDialog isOpen {...labels} {...question} busy={busy} onClose={onClose} onConfirm={() => void confirm()} />
  );
}
