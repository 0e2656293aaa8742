import type { LucideIcon } from "lucide-react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";

export interface Segment<Key extends string> {
  id: Key;
  label: string;
  icon?: LucideIcon | undefined;
}

export interface SegmentedProps<Key extends string> {
  label: string;
  segments: readonly Segment<Key>[];
  value: Key;
  onChange: (value: Key) => void;
  className?: string | undefined;
}

/** Shows a few choices side by side, of which one is always chosen. */
export function Segmented<Key extends string>({ label, segments, value, onChange, className }: SegmentedProps<Key>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = segments.find((segment) => keys.has(segment.id));
        if (chosen) onChange(chosen.id);
      }}
      className={cx(
        "inline-flex min-h-control shrink-0 items-stretch rounded-track bg-active p-0.5 dark:bg-transparent dark:inset-ring dark:inset-ring-line",
        className,
      )}
      data-ground
    >
      {segments.map(({ id, label: words, icon: Icon }) => (
        <ToggleButton
          key={id}
          id={id}
          className="ring-focus inline-flex flex-1 items-center justify-center gap-1.5 rounded-chip px-2.5 text-cell font-name whitespace-nowrap text-ink-2 transition-colors duration-100 data-hovered:text-ink data-selected:bg-surface data-selected:text-ink data-selected:shadow-button dark:data-selected:bg-active forced-colors:data-selected:forced-color-adjust-none forced-colors:data-selected:bg-[Highlight] forced-colors:data-selected:text-[HighlightText]"
        >
          {Icon && <Icon aria-hidden size={15} />}
          {words}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
