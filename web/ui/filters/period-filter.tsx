// The period of a log: whole days, or the page's default. Its panel is fetched when idle, hovered or opened.
import { CalendarDays } from "lucide-react";
import { useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import type { Period } from "#web/lib/lists/period.ts";
import { periodTexts } from "#web/texts/period.sv.ts";
import { lazyOverlay, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import type { PeriodPanelProps } from "./period-panel.tsx";

const PeriodPanel = lazyOverlay(
  () => import("./period-panel.tsx"),
  (module) => module.PeriodPanel,
);
const PANELS = [PeriodPanel];

export type PeriodFilterProps = Omit<PeriodPanelProps, "isOpen" | "onClose" | "trigger">;

export function PeriodFilter({ value, onChange, openWords }: PeriodFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  usePrefetched(PANELS);
  return (
    <>
      <AriaButton
        ref={trigger}
        aria-label={`${periodTexts.period}: ${periodWords(value, openWords)}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onHoverStart={PeriodPanel.prefetch}
        onPress={() => setOpen(true)}
        className="ring-focus tabular flex min-h-control items-center gap-2 rounded-control border border-line-strong bg-secondary px-2.5 text-cell text-ink shadow-button data-hovered:bg-hover aria-expanded:bg-active"
      >
        <CalendarDays aria-hidden size={15} className="text-ink-2" />
        {periodWords(value, openWords)}
      </AriaButton>
      <PeriodPanel
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        trigger={trigger}
        value={value}
        onChange={onChange}
        openWords={openWords}
      />
    </>
  );
}

function periodWords({ from, to }: Period, openWords: string): string {
  if (from !== null && to !== null) return periodTexts.range(from, to);
  if (from !== null) return periodTexts.fromOnly(from);
  return to === null ? openWords : periodTexts.toOnly(to);
}
