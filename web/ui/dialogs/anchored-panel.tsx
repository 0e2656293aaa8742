// A short question beside the button that asks it; on phones a sheet from below. Focus returns to the button.
import { type ReactNode, useMemo } from "react";
import { Dialog as AriaDialog, Heading, Popover } from "react-aria-components";
import { useIsPhone } from "#web/lib/media.ts";
import { Drawer } from "./drawer.tsx";

export interface AnchoredPanelProps {
  /** The element beside which it stands. */
  anchor: Element;
  title: string;
  onClose: () => void;
  /** An operation is running: Esc and a press outside do nothing. */
  locked?: boolean | undefined;
  footer: (close: () => void) => ReactNode;
  children: ReactNode;
}

export function AnchoredPanel({ anchor, title, onClose, locked = false, footer, children }: AnchoredPanelProps) {
  const isPhone = useIsPhone();
  const trigger = useMemo(() => ({ current: anchor }), [anchor]);
  const close = () => {
    if (!locked) onClose();
  };
  if (isPhone)
    return (
      <Drawer
        side="bottom"
        isOpen
        onClose={onClose}
        locked={locked}
        title={title}
        footer={<div className="flex gap-2 [&>:last-child]:flex-1">{footer(close)}</div>}
      >
        {children}
      </Drawer>
    );
  return (
    <Popover
      isOpen
      onOpenChange={close}
      triggerRef={trigger}
      isKeyboardDismissDisabled={locked}
      offset={6}
      placement="bottom end"
      className="motion-popover z-40 w-84 max-w-[calc(100vw-24px)] flex flex-col overflow-hidden rounded-card border border-floating-line bg-raised text-ink shadow-menu"
    >
      {/* The body scrolls where there is little room; the buttons stay visible. */}
      <AriaDialog className="flex min-h-0 flex-col outline-none">
        <div className="min-h-0 overflow-y-auto px-4 pt-4 pb-1">
          <Heading slot="title" className="text-card text-ink">
            {title}
          </Heading>
          {children}
        </div>
        <div className="flex shrink-0 justify-end gap-2 px-4 pt-3 pb-4">{footer(close)}</div>
      </AriaDialog>
    </Popover>
  );
}
