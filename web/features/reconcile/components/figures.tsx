// The figures. Pressing one shows only its replicas; pressing it again shows all that wait.
import { Check, CircleAlert, Clock, GitCompareArrows, Hourglass, type LucideIcon } from "lucide-react";
import { ToggleButton } from "react-aria-components";
import type { SyncState } from "#contract/devices.ts";
import type { SyncSummaryRow } from "#contract/tables/sync-status.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { SkeletonBar, useSkeletonTime } from "#web/ui/skeleton.tsx";
import { syncTexts } from "../texts/sync-status.sv.ts";

export type Shown = SyncState | "drift";

export interface FiguresProps {
  /** Null: could not be fetched; undefined: loading. */
  figures: SyncSummaryRow | null | undefined;
  /** Absent for org admins. `value` null: nothing compared yet, or could not be fetched; undefined: loading. */
  drift: { value: number | null | undefined } | null;
  shown: Shown | null;
  onShow: (shown: Shown | null) => void;
}

export function Figures({ figures, drift, shown, onShow }: FiguresProps) {
  const skeleton = useSkeletonTime(figures === undefined);
  const parts: { id: Shown; icon: LucideIcon; tint: string; word: string; value: number | null | undefined }[] = [
    { id: "synced", icon: Check, tint: "text-ok", word: syncTexts.synced, value: figures && figures.synced },
    { id: "pending", icon: Clock, tint: "text-wait", word: syncTexts.pending, value: figures && figures.pending },
    {
      id: "pending_removal",
      icon: Hourglass,
      tint: "text-remove",
      word: syncTexts.pendingRemoval,
      value: figures && figures.pending_removal,
    },
    { id: "failed", icon: CircleAlert, tint: "text-fail", word: syncTexts.failed, value: figures && figures.failed },
  ];
  if (drift !== null)
    parts.push({ id: "drift", icon: GitCompareArrows, tint: "text-ink-2", word: syncTexts.drift, value: drift.value });
  return (
    <div
      role="group"
      aria-label={syncTexts.figures}
      className={`grid overflow-hidden rounded-card border border-line bg-surface ${parts.length === 5 ? "sm:grid-cols-5" : "sm:grid-cols-4"}`}
    >
      {parts.map(({ id, icon: Icon, tint, word, value }) => (
        <ToggleButton
          key={id}
          isSelected={shown === id}
          onChange={(isSelected) => onShow(isSelected ? id : null)}
          className="ring-focus flex min-h-12 items-center gap-3 border-line px-4 py-2.5 text-left -outline-offset-2 transition-colors duration-100 not-last:border-b data-hovered:bg-hover data-selected:bg-accent-soft data-selected:forced-chosen sm:min-h-18 sm:flex-col sm:items-start sm:justify-between sm:gap-1 sm:not-last:border-r sm:not-last:border-b-0"
        >
          <span className="flex min-w-0 flex-1 items-center gap-2 text-small text-ink-2">
            <Icon aria-hidden size={15} className={`shrink-0 ${tint}`} />
            {word}
          </span>
          <span className="tabular text-h1 text-ink">
            {value === undefined ? (
              <SkeletonBar className={skeleton ? "my-2 w-10" : "invisible my-2 w-10"} />
            ) : value === null ? (
              <span className="text-ink-3">{words.none}</span>
            ) : (
              formatNumber(value)
            )}
          </span>
        </ToggleButton>
      ))}
    </div>
  );
}
