import { type ReactNode, useState } from "react";
import { Tooltip as AriaTooltip, Button, TooltipTrigger } from "react-aria-components";

export function TooltipBubble({ children }: { children: ReactNode }) {
  return (
    <AriaTooltip
      offset={6}
      className="motion-popover z-50 max-w-72 rounded-chip border border-floating-line bg-raised px-2 py-1 text-meta text-ink shadow-menu"
    >
      {children}
    </AriaTooltip>
  );
}

export interface TooltipProps {
  text: ReactNode;
  /** When the words do not name their row. */
  label?: string | undefined;
  children: ReactNode;
}

/** A tooltip on text or a pill, which becomes a button for keyboard and touch. Buttons get theirs from IconButton. */
export function Tooltip({ text, label, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  return (
    <TooltipTrigger delay={400} closeDelay={80} isOpen={open} onOpenChange={setOpen}>
      <Button
        {...(label !== undefined && { "aria-label": label })}
        onPress={() => setOpen(true)}
        className="ring-focus inline-flex max-w-full min-w-0 rounded-chip p-0! text-left"
      >
        {children}
      </Button>
      <TooltipBubble>{text}</TooltipBubble>
    </TooltipTrigger>
  );
}
