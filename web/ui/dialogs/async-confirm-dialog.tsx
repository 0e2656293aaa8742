import { useState } from "react";
import { isCancelled } from "#web/lib/calls/errors.ts";
import { words } from "#web/texts/words.sv.ts";
import { type Act, endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import { ConfirmDialog, type ConfirmDialogProps } from "./confirm-dialog.tsx";

export interface AsyncConfirmDialogProps
  extends Pick<ConfirmDialogProps, "title" | "children" | "consequence" | "cancelLabel" | "confirmVariant"> {
  /** Default "Ta bort", and "Tar bort..." while the operation runs. */
  confirmLabel?: string;
  busyLabel?: string;
  run: () => Promise<unknown>;
  /** The act of the question's messages; the next attempt removes those of the last attempt. `onFailure` uses the same act. */
  act: Act;
  onFailure?: (error: unknown) => void | Promise<void>;
  staysOnFailure?: boolean;
  isReady?: () => boolean;
  onClose: () => void;
}

/** Shows a question that runs its operation and closes when it is done. */
export function AsyncConfirmDialog(props: AsyncConfirmDialogProps) {
  const { run, act, onFailure, staysOnFailure = false, isReady, onClose, ...asked } = props;
  const { confirmLabel, ...question } = asked;
  const labels = confirmLabel ? { confirmLabel } : { confirmLabel: words.remove, busyLabel: words.removing };
  const [busy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    if (isReady?.() === false || busy) return;
    setBusy(true);
    endToasts(act);
    try {
      await run();
    } catch (error) {
      setBusy(false);
      if (isCancelled(error)) return;
      if (onFailure) await onFailure(error);
      else toastFailure(act, error);
      if (staysOnFailure) return;
    }
    onClose();
  }

  return (
    <ConfirmDialog isOpen {...labels} {...question} busy={busy} onClose={onClose} onConfirm={() => void confirm()} />
  );
}
