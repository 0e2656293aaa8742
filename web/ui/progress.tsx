import { Label, ProgressBar } from "react-aria-components";
import { formatNumber, formatPercent } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";

export interface ProgressProps {
  label: string;
  done: number;
  total: number;
  unit: string;
}

/** Shows a progress bar, announced to screen readers at each tenth, not at each row. */
export function Progress({ label, done, total, unit }: ProgressProps) {
  const share = total === 0 ? 0 : done / total;
  const text = `${formatPercent(share)} · ${words.doneOf(formatNumber(done), formatNumber(total), unit)}`;
  const tenth = Math.floor(share * 10) * 10;
  return (
    <ProgressBar value={tenth} valueLabel={formatPercent(tenth / 100)} className="block">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 text-small">
        <Label className="font-name text-ink">{label}</Label>
        <span className="tabular text-ink-2">{text}</span>
      </div>
      <div className="h-1.5 overflow-hidden rounded-full bg-active forced-colors:border">
        <div
          className="h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </ProgressBar>
  );
}
