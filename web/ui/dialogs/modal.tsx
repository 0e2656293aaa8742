// Shared by dialogs and drawers: scrim, focus trap, browser back, and the unsaved-changes question.
import { useBlocker, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { Modal as AriaModal, ModalOverlay } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";
import { useOpenPanel } from "#web/ui/toasts/toast-clearance.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

export interface ModalProps {
  isOpen: boolean;
  onClose: () => void;
  /** Unsaved changes: every way of closing asks first. */
  dirty?: boolean | undefined;
  /** Esc and a press outside do nothing (an import is running). */
  locked?: boolean | undefined;
  overlayClassName: string;
  className: string;
  /** The content gets two functions: one closes after asking, the other leaves for another view of the dialog after asking. */
  children: (close: () => void, leave: (then: () => void) => void) => ReactNode;
}

export function Modal({
  isOpen,
  onClose,
  dirty = false,
  locked = false,
  overlayClassName,
  className,
  children,
}: ModalProps) {
  /** The operation that follows once the changes are discarded; null without a question. */
  const [asking, setAsking] = useState<(() => void) | null>(null);

  function leave(then: () => void): void {
    if (locked) return;
    if (dirty) setAsking(() => then);
    else then();
  }
  const close = () => leave(onClose);
  const panel = useOpenPanel<HTMLDivElement>();

  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      isDismissable={!locked}
      isKeyboardDismissDisabled={locked}
      className={cx("motion-scrim fixed inset-0 z-40 flex bg-scrim", overlayClassName)}
    >
      <AriaModal
        ref={panel}
        className={cx("bg-surface text-ink shadow-dialog outline-none forced-colors:border", className)}
      >
        {isOpen && <BackCloses close={close} dirty={dirty} />}
        {children(close, leave)}
        <ConfirmDialog
          isOpen={asking !== null}
          title={words.unsavedChanges}
          cancelFirst
          cancelLabel={words.keepEditing}
          confirmLabel={words.discardChanges}
          onClose={() => setAsking(null)}
          onConfirm={() => {
            setAsking(null);
            asking?.();
          }}
        >
          {words.unsavedQuestion}
        </ConfirmDialog>
      </AriaModal>
    </ModalOverlay>
  );
}

/**
 * Makes browser back close the dialog and stay on the page. Leaving with unsaved changes asks, also when the tab is closed. The first page
 * of a document gets a second entry in the history, since back from the first one leaves the document.
 */
function BackCloses({ close, dirty }: { close: () => void; dirty: boolean }) {
  const { history } = useRouter();
  useEffect(() => {
    const { href, state } = history.location;
    if (state.__TSR_index === 0) history.push(href, { ...state }, { ignoreBlocker: true });
  }, [history]);
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== "BACK" && !dirty) return false;
      close();
      return true;
    },
    enableBeforeUnload: dirty,
  });
  return null;
}
