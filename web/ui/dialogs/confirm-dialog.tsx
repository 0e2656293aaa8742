// The question before something irreversible: operation, the specification's sentence, consequence.
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Modal as AriaModal, Heading, ModalOverlay } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { useOpenPanel } from "#web/ui/toasts/toast-clearance.ts";

export interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  /** States numbers: "Tas bort på 3 dörrar." Also names a device that does not answer. */
  consequence?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** On phones the answer that changes nothing stands first. */
  cancelFirst?: boolean | undefined;
  confirmVariant?: "danger" | "primary" | undefined;
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Shows a question. Focus starts on Avbryt; Esc cancels; a press outside does nothing. While `busy` it cannot be closed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const panel = useOpenPanel<HTMLDivElement>();
  const { isOpen, title, children, consequence, confirmLabel, confirmVariant = "danger", busy = false } = props;
  return (
    <ModalOverlay
      isOpen={isOpen}
      isKeyboardDismissDisabled={busy}
      onOpenChange={(open) => {
        if (!open && !busy) props.onClose();
      }}
      className="motion-scrim fixed inset-0 z-40 flex items-center justify-center bg-scrim p-4 pb-[calc(1rem+var(--toast-strip,0px))]"
    >
      <AriaModal
        ref={panel}
        className="motion-dialog max-h-full w-full max-w-[440px] rounded-dialog bg-surface text-ink shadow-dialog dark:border dark:border-line forced-colors:border"
      >
        <AriaDialog role="alertdialog" className="max-h-[85vh] overflow-y-auto p-5 outline-none">
          <Heading slot="title" className="text-h2 text-ink">
            {title}
          </Heading>
          <div className="mt-1.5 text-body text-ink-2">{children}</div>
          {consequence && <div className="mt-3 text-small text-ink">{consequence}</div>}
          <div
            className={cx(
              "mt-5 flex justify-end gap-2 phone:*:w-full",
              props.cancelFirst ? "phone:flex-col" : "phone:flex-col-reverse",
            )}
          >
            <Button autoFocus isDisabled={busy} onPress={props.onClose}>
              {props.cancelLabel ?? words.cancel}
            </Button>
            <Button
              variant={confirmVariant}
              busy={busy}
              {...(props.busyLabel ? { busyLabel: props.busyLabel } : {})}
              onPress={props.onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </AriaDialog>
      </AriaModal>
    </ModalOverlay>
  );
}
