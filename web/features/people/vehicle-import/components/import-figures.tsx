import { useEffect, useRef } from "react";
import { vehicleImportTexts as texts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { formatNumber } from "#web/lib/dates.ts";

interface ImportFiguresProps {
  figures: readonly (readonly [count: number, word: string])[];
  /** Takes the focus on mount, because the control that had it is gone. */
  takesFocus?: boolean;
}

/** Shows four figures of a preview. */
export function ImportFigures({ figures, takesFocus = false }: ImportFiguresProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (takesFocus) list.current?.focus();
  }, [takesFocus]);
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label={texts.summary}
      className="grid grid-cols-4 overflow-hidden rounded-card border border-line bg-line outline-none phone:grid-cols-2"
      style={{ gap: 1 }}
    >
      {figures.map(([count, word]) => (
        <li key={word} className="flex flex-wrap items-baseline gap-x-2 bg-surface px-4 py-2.5">
          <span className="tabular text-h1 text-ink">{formatNumber(count)}</span>{" "}
          <span className="text-small text-ink-2">{word}</span>
        </li>
      ))}
    </ul>
  );
}
