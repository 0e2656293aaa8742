// Operations on the chosen rows. The bar lies over the end of the list, on phones over the bottom bar: nothing moves.
import { X } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { announce } from "#web/lib/announce.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useKeptClear } from "#web/ui/toasts/toast-clearance.ts";

export interface SelectionBarProps {
  count: number;
  onClear: () => void;
  children: ReactNode;
}

export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  const text = words.rowsChosen(formatNumber(count), count === 1);
  useEffect(() => announce(text), [text]);
  useEffect(() => () => void requestAnimationFrame(focusList), []);
  const bar = useKeptClear<HTMLDivElement>();
  return (
    <div
      ref={bar}
      role="group"
      aria-label={words.chosenRows}
      className="sticky bottom-3 z-20 mx-auto mt-3 flex w-fit max-w-full items-center gap-2 rounded-card border border-floating-line bg-raised py-1.5 pr-1.5 pl-4 shadow-menu phone:fixed phone:inset-x-0 phone:bottom-0 phone:mt-0 phone:w-full phone:flex-wrap phone:gap-x-1.5 phone:rounded-none phone:border-x-0 phone:border-b-0 phone:bg-canvas phone:p-3 phone:pb-[max(0.75rem,env(safe-area-inset-bottom))] phone:shadow-none print:hidden"
    >
      <p aria-hidden className="tabular mr-2 text-small whitespace-nowrap text-ink phone:mr-0 phone:flex-1">
        {text}
      </p>
      {/* A separate line on phones, where the buttons are too wide beside the rest. */}
      <div className="contents phone:order-1 phone:flex phone:w-full phone:flex-wrap phone:gap-1.5 phone:*:grow">
        {children}
      </div>
      <IconButton icon={X} label={words.clearChosen} onPress={onClear} />
    </div>
  );
}

/** Focuses the list, because the bar disappears with the button that was pressed in it. */
function focusList(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>("[data-list] :is(tr, li)[tabindex='0']")?.focus();
}
