// What comparisons have found: what is ours is put right, what is not is left alone.
import { GitCompareArrows } from "lucide-react";
import type { CompareReply, DriftItem } from "#contract/functions/sync-control.ts";
import { formatClock } from "../../../lib/dates.ts";
import { syncTexts } from "../../../texts/sync-status.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Pill } from "../../../ui/pill.tsx";
import { driftWords } from "../drift.ts";

const OUTCOMES = {
  repaired: { tone: "wait", word: syncTexts.repaired },
  removed: { tone: "ok", word: syncTexts.removed },
  left: { tone: "idle", word: syncTexts.leftAlone },
} as const;

export interface DriftCardProps {
  reports: readonly CompareReply[];
  nameOf: (controllerId: string) => string;
  /** Shown when empty too: it was asked for. */
  isChosen: boolean;
}

export function DriftCard({ reports, nameOf, isChosen }: DriftCardProps) {
  const items = reports.flatMap((report) => report.items.map((item) => ({ item, report })));
  if (items.length === 0 && !isChosen) return null;
  const newest = reports
    .map((report) => report.compared_at)
    .toSorted()
    .at(-1);
  return (
    <Card title={syncTexts.driftTitle} note={newest && syncTexts.driftNote(formatClock(newest))} flush>
      {items.length === 0 && (
        <EmptyState
          icon={GitCompareArrows}
          title={reports.length === 0 ? syncTexts.driftNotCompared : syncTexts.driftNone}
          help={syncTexts.driftHelp}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list">
        {items.map(({ item, report }) => (
          <li
            key={`${report.controller_id}.${identity(item)}`}
            className="grid min-h-11 grid-cols-[1fr_auto] items-center gap-x-4 gap-y-0.5 border-b border-line-soft px-4 py-2 text-cell last:border-b-0 sm:grid-cols-[minmax(9rem,1fr)_minmax(12rem,1.2fr)_2fr_auto]"
          >
            <Line item={item} controller={nameOf(report.controller_id)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Line({ item, controller }: { item: DriftItem; controller: string }) {
  const { what, detail, outcome } = driftWords(item);
  const { tone, word } = OUTCOMES[outcome];
  return (
    <>
      <span className="font-name text-ink">{controller}</span>
      <span className="text-ink phone:order-2 phone:col-span-2">{what}</span>
      <span className="text-ink-2 phone:order-3 phone:col-span-2">{detail}</span>
      <Pill tone={tone}>{word}</Pill>
    </>
  );
}

function identity(item: DriftItem): string {
  return item.kind === "copy_differs" ? item.holder_id : `${item.kind}.${item.token}`;
}
