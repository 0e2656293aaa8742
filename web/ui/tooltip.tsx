import { type ReactNode, use, useState } from "react";
import { Tooltip as AriaTooltip, Button, TooltipTrigger } from "react-aria-components";
import { RowNameContext } from "./row-name.ts";

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
  /** Needed when the words alone say too little. In a table the words name their row by themselves. */
  label?: string | undefined;
  children: ReactNode;
}

/** Shows a tooltip on text or a pill, which becomes a button for keyboard and touch. Buttons get theirs from IconButton. */
export function Tooltip({ text, label, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const rowName = use(RowNameContext);
  return (
    <TooltipTrigger delay={400} closeDelay={80} isOpen={open} onOpenChange={setOpen}>
      <Button
        {...(label !== undefined && { "aria-label": label })}
        onPress={() => setOpen(true)}
        className="ring-focus relative inline-flex max-w-full min-w-0 rounded-chip p-0! text-left"
      >
        {children}
        {rowName !== null && label === undefined && <span className="sr-only">, {rowName}</span>}
      </Button>
      <TooltipBubble>{text}</TooltipBubble>
    </TooltipTrigger>
  );
}
