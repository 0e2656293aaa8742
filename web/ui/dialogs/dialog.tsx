// A form or a table over the page. Header and footer stay, the body scrolls; under 640 px it fills the screen.
import { ArrowLeft, X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useKeptClear } from "#web/ui/toasts/toast-clearance.ts";
import { Modal } from "./modal.tsx";

/** Widths: 440 questions · 600 forms · 680 the user dialog · 880 tables. */
export type DialogSize = "sm" | "md" | "user" | "table";

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** An arrow before the title, for a form in place of the dialog's list. Asks first when `dirty`. */
  onBack?: (() => void) | undefined;
  title: string;
  subtitle?: ReactNode;
  size?: DialogSize | undefined;
  /** 90 for the user dialog (docs/requirements.md, section 9). */
  maxHeight?: 85 | 90 | undefined;
  /** Unsaved changes: every way of closing asks first. */
  dirty?: boolean | undefined;
  locked?: boolean | undefined;
  footer?: ReactNode | ((close: () => void, leave: (then: () => void) => void) => ReactNode);
  flush?: boolean | undefined;
  children: ReactNode | ((close: () => void) => ReactNode);
}

const WIDTHS: Record<DialogSize, string> = {
  sm: "sm:max-w-[440px]",
  md: "sm:max-w-[600px]",
  user: "sm:max-w-[680px]",
  table: "sm:max-w-[880px]",
};

/** Shows a dialog. Focus goes to the first field (`autoFocus` on it), is trapped inside, and returns to the element that opened the dialog. */
export function Dialog({
  isOpen,
  onClose,
  onBack,
  title,
  subtitle,
  size = "md",
  maxHeight = 85,
  dirty,
  locked,
  footer,
  flush,
  children,
}: DialogProps) {
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      dirty={dirty}
      locked={locked}
      overlayClassName="items-center justify-center sm:p-6 sm:pb-[calc(1.5rem+var(--toast-strip,0px))]"
      className={cx(
        "motion-dialog flex h-dvh w-full flex-col overflow-hidden sm:h-auto sm:rounded-dialog dark:sm:border dark:sm:border-line",
        maxHeight === 90
          ? "sm:max-h-[min(90vh,100%)] sm:supports-[height:1dvh]:max-h-[min(90dvh,100%)]"
          : "sm:max-h-[min(85vh,100%)] sm:supports-[height:1dvh]:max-h-[min(85dvh,100%)]",
        WIDTHS[size],
      )}
    >
      {(close, leave) => (
        <AriaDialog className="flex min-h-0 flex-1 flex-col outline-none">
          <DialogHead
            {...{ title, subtitle }}
            onBack={locked ? undefined : onBack && (() => leave(onBack))}
            onClose={locked ? undefined : close}
          />
          <div
            className={cx(
              "min-h-0 flex-1 overflow-y-auto overscroll-contain has-data-form-parts:scroll-pt-14 phone:mb-(--toast-stack)",
              !flush && "px-[18px] py-4 phone:px-4",
            )}
          >
            {typeof children === "function" ? children(close) : children}
          </div>
          {footer && (typeof footer === "function" ? footer(close, leave) : footer)}
        </AriaDialog>
      )}
    </Modal>
  );
}

interface DialogHeadProps extends Pick<DialogProps, "title" | "subtitle"> {
  onBack: (() => void) | undefined;
  onClose: (() => void) | undefined;
}

function DialogHead({ title, subtitle, onBack, onClose }: DialogHeadProps) {
  return (
    <div
      className={cx(
        "flex shrink-0 gap-3 border-b border-line px-[18px] py-3.5 phone:px-4",
        subtitle ? "items-start" : "items-center",
      )}
    >
      {onBack && <IconButton icon={ArrowLeft} label={words.back} onPress={onBack} className="-ml-1.5" />}
      <div className="min-w-0 flex-1 py-0.5">
        <Heading slot="title" className="text-h2 text-ink">
          {title}
        </Heading>
        {subtitle && <p className="mt-0.5 text-small text-ink-2">{subtitle}</p>}
      </div>
      {onClose && <IconButton icon={X} label={words.close} onPress={onClose} className="-mr-1.5" />}
    </div>
  );
}

export interface DialogFootProps {
  note?: ReactNode;
  /** The consequence of the press. It stands above the buttons, so it is visible wherever the form is scrolled. */
  warning?: ReactNode;
  children: ReactNode;
}

/** Shows a dialog's foot. `note` is announced when it changes. */
export function DialogFoot({ note, warning, children }: DialogFootProps) {
  const foot = useKeptClear<HTMLDivElement>();
  return (
    <div
      ref={foot}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-[18px] py-2.5 phone:px-4 phone:py-3"
    >
      {warning}
      <div role="status" className="min-w-0 flex-1 text-small text-ink-2 phone:basis-full phone:empty:hidden">
        {note}
      </div>
      <div className="flex gap-2 phone:w-full phone:*:flex-1">{children}</div>
    </div>
  );
}
