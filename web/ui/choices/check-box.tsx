import { Check, Minus } from "lucide-react";
import { cx } from "#web/lib/cx.ts";

/** Shows the box without a label, drawn from its parent's state (`group`). */
export function CheckBox({ isSelected, isIndeterminate }: { isSelected: boolean; isIndeterminate: boolean }) {
  const on = isSelected || isIndeterminate;
  return (
    <span
      className={cx(
        "flex size-4 shrink-0 items-center justify-center rounded-check border transition-colors duration-100 group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-focus",
        on
          ? "border-accent bg-accent text-on-accent forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]"
          : "border-field bg-surface group-data-invalid:border-fail",
      )}
    >
      {isIndeterminate ? (
        <Minus aria-hidden size={12} strokeWidth={3} />
      ) : (
        isSelected && <Check aria-hidden size={12} strokeWidth={3} />
      )}
    </span>
  );
}
