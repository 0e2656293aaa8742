import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Disclosure as AriaDisclosure, Button, DisclosurePanel, Heading } from "react-aria-components";

export interface DisclosureProps {
  title: string;
  /** Names the button where several share a title: "Dörrar (4), Port A". */
  label?: string | undefined;
  note?: ReactNode;
  /** The heading level, one below the heading above it. Default 4. */
  level?: 2 | 3 | 4 | undefined;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** Shows a collapsible row, "Dörrar (4)": full width inside a card; the open panel keeps its lines. */
export function Disclosure({ title, label, note, level = 4, isOpen, onOpenChange, children }: DisclosureProps) {
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <AriaDisclosure isExpanded={isOpen} onExpandedChange={onOpenChange}>
      <Heading level={level} className="text-small font-normal">
        <Button
          slot="trigger"
          {...(label ? { "aria-label": label } : {})}
          className="ring-focus -outline-offset-2 flex min-h-8.5 w-full items-center gap-2.5 bg-sunken px-4 forced-colors:border text-left text-ink-2 transition-colors duration-100 data-hovered:text-ink coarse:min-h-11"
        >
          <Chevron aria-hidden size={16} className="shrink-0" />
          <span className="min-w-0 flex-1 truncate">{title}</span>
          {note && <span className="tabular shrink-0">{note}</span>}
        </Button>
      </Heading>
      <DisclosurePanel>{children}</DisclosurePanel>
    </AriaDisclosure>
  );
}
