import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows } from "lucide-react";
import type { DriftListRow } from "#contract/tables/drift-reports.ts";
import { cx } from "#web/lib/cx.ts";
import { formatMoment } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { pagingOf, useTableState } from "#web/ui/table/use-table-state.ts";
import { type DriftSummary, getDriftListQueryOptions } from "../api/get-drift.ts";
import { driftWords } from "../drift.ts";
import { syncTexts } from "../texts/sync-status.sv.ts";

const OUTCOMES = {
  repairing: { tone: "wait", word: syncTexts.repairing },
  repaired: { tone: "ok", word: syncTexts.repaired },
  removed: { tone: "ok", word: syncTexts.removed },
  waiting: { tone: "remove", word: syncTexts.removedLater },
  left: { tone: "idle", word: syncTexts.leftAlone },
} as const;

const column = tableColumns<DriftListRow>();
const columns = column.columns([
  column.accessor("controller_name", {
    header: syncTexts.controller,
    cell: ({ row: { original } }) => (
      <span title={original.controller_name} className="line-clamp-2 font-name text-ink">
        {original.controller_name}
      </span>
    ),
    meta: { card: "title" },
  }),
  column.display({
    id: "what",
    header: syncTexts.difference,
    cell: ({ row }) => <TwoLines text={driftWords(row.original).what} className="text-ink" />,
  }),
  column.display({
    id: "detail",
    header: syncTexts.concerns,
    cell: ({ row }) => <TwoLines text={driftWords(row.original).detail} className="text-ink-2" />,
  }),
  column.display({
    id: "outcome",
    header: syncTexts.outcome,
    cell: ({ row }) => <Outcome row={row.original} />,
    meta: { width: "w-44" },
  }),
]);

export interface DriftCardProps {
  summary: DriftSummary | undefined;
  isChosen: boolean;
}

export function DriftCard({ summary, isChosen }: DriftCardProps) {
  const table = useTableState({ sort: { key: "kind", direction: "ascending" }, filterKey: "" });
  const list = useQuery({
    ...getDriftListQueryOptions({ from: table.from, rows: table.pageSize }),
    enabled: (summary?.total ?? 0) > 0,
  });
  const now = useNow();
  const compared = summary?.newest ?? null;
  const rows = !summary || summary.total ? list.data : [];
  const total = rows?.[0]?.total ?? 0;
  if (!isChosen && !summary?.total) return null;
  if (list.isError && !list.data)
    return <RetryNote onRetry={list.refetch}>{`${syncTexts.driftFailed}. ${list.error.message}`}</RetryNote>;
  return (
    <Card title={syncTexts.driftTitle} note={compared && syncTexts.driftNote(formatMoment(compared, now))} flush>
      <DataTable
        bare
        label={syncTexts.driftTitle}
        columns={columns}
        rows={rows}
        rowId={identity}
        rowName={(row) => row.controller_name}
        rowDetail={(row) => driftWords(row).detail}
        stale={list.isPlaceholderData}
        paging={pagingOf(table, total)}
        empty={
          <EmptyState
            icon={GitCompareArrows}
            title={compared === null ? syncTexts.driftNotCompared : syncTexts.driftNone}
            help={syncTexts.driftHelp}
            action={null}
          />
        }
      />
    </Card>
  );
}

function TwoLines({ text, className }: { text: string; className: string }) {
  return (
    <span title={text} className={cx("line-clamp-2", className)}>
      {text}
    </span>
  );
}

function Outcome({ row }: { row: DriftListRow }) {
  const { tone, word } = OUTCOMES[driftWords(row).outcome];
  return <Pill tone={tone}>{word}</Pill>;
}

function identity({ controller_id, item }: DriftListRow): string {
  const own =
    item.kind === "replica_differs" ? item.source_id : item.kind === "hours_differ" ? item.access_point_id : item.token;
  return `${controller_id}.${item.kind}.${own}`;
}
