// A panel from an edge: navigation from the left, filters and row details from below (phones) or the right.
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Modal } from "./modal.tsx";

export type DrawerSide = "left" | "bottom" | "right";

export interface DrawerProps {
  side: DrawerSide;
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** The left drawer draws its own header; its title is only announced. */
  hideHead?: boolean | undefined;
  /** Esc and a press outside do nothing. */
  locked?: boolean | undefined;
  footer?: ReactNode;
  children: ReactNode;
}

const OVERLAY: Record<DrawerSide, string> = {
  left: "justify-start",
  right: "justify-end phone:items-end phone:pb-(--toast-strip)",
  bottom: "items-end justify-center pb-(--toast-strip)",
};
const PANEL: Record<DrawerSide, string> = {
  left: "motion-drawer-left h-dvh w-[280px] max-w-[85vw] bg-sunken",
  right:
    "motion-dialog h-dvh w-[440px] max-w-full phone:h-auto phone:max-h-[min(85dvh,100%)] phone:w-full phone:rounded-t-sheet",
  bottom: "motion-drawer-bottom max-h-[min(85dvh,100%)] w-full max-w-[640px] rounded-t-sheet",
};

export function Drawer({ side, isOpen, onClose, title, hideHead, locked, footer, children }: DrawerProps) {
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      locked={locked}
      overlayClassName={OVERLAY[side]}
      className={cx("flex flex-col overflow-hidden", PANEL[side])}
    >
      {(close) => (
        <AriaDialog
          {...(hideHead ? { "aria-label": title } : {})}
          className="flex min-h-0 flex-1 flex-col outline-none"
        >
          {!hideHead && (
            <div className="flex shrink-0 items-center gap-3 border-b border-line px-4 py-3">
              <Heading slot="title" className="min-w-0 flex-1 text-h2 wrap-anywhere text-ink">
                {title}
              </Heading>
              {!locked && <IconButton icon={X} label={words.close} onPress={close} className="-mr-1.5" />}
            </div>
          )}
          <div className={cx("min-h-0 flex-1 overflow-y-auto overscroll-contain", !hideHead && "px-4 py-4")}>
            {children}
          </div>
          {footer && <div className="shrink-0 border-t border-line p-3">{footer}</div>}
        </AriaDialog>
      )}
    </Modal>
  );
}
