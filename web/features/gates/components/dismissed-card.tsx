// Lists dismissed readings for as long as they are kept; hidden while there are none.
import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import type { NearMissRow } from "#contract/tables/near-misses.ts";
import { PlateChip } from "#web/ui/credentials/plate-chip.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { pagingOf, useTableState } from "#web/ui/table/use-table-state.ts";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { useAnswerNearMiss } from "../api/answer-near-miss.ts";
import { getDismissedQueryOptions } from "../api/get-near-misses.ts";
import { dismissalOf, gateName, personOf, readingOf } from "../near-miss-words.ts";
import { nearMissesTexts as t } from "../texts/near-misses.sv.ts";
import { GateCell, VehicleCell } from "./reading-cells.tsx";

const column = tableColumns<NearMissRow>();
const columns = column.columns([
  column.accessor("plate_number", {
    header: t.reading,
    cell: ({ row }) => <PlateChip plate={readingOf(row.original)} className="align-middle" />,
    meta: { card: "title", width: "w-40" },
  }),
  column.display({
    id: "vehicles",
    header: t.vehicle,
    cell: ({ row }) => (
      <ul className="flex flex-col gap-1">
        {row.original.candidates.map((candidate) => (
          <li key={candidate.credential_id}>
            <VehicleCell plate={candidate.credentials.display_value} person={personOf(candidate)} />
          </li>
        ))}
      </ul>
    ),
  }),
  column.display({
    id: "gate",
    header: t.gate,
    cell: ({ row }) => <GateCell gate={gateName(row.original)} />,
    meta: { width: "w-[18%]", rank: 2 },
  }),
  column.accessor("last_read_at", {
    header: t.lastRead,
    cell: ({ row }) => (
      <span className="text-ink-2">
        <RelativeTime value={row.original.last_read_at} />
      </span>
    ),
    meta: { cardLabel: t.lastRead, width: "w-40", rank: 2 },
  }),
]);

const NEWEST_FIRST = { key: "last_read_at", direction: "descending" } as const;

export function DismissedCard() {
  const table = useTableState({ sort: NEWEST_FIRST });
  const list = useQuery(getDismissedQueryOptions(table));
  const { mutateAsync } = useAnswerNearMiss();
  const total = list.data?.total ?? 0;

  async function restore(row: NearMissRow): Promise<void> {
    try {
      await mutateAsync({ action: "RESTORE", id: row.id });
      toastDone(dismissalOf(row.id), t.restored(readingOf(row)));
    } catch (error) {
      toastFailure(dismissalOf(row.id), error);
    }
  }

  if (list.isError)
    return (
      <RetryNote className="mt-6" onRetry={list.refetch}>
        {t.dismissedFailed}. {list.error.message}
      </RetryNote>
    );
  if (total === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="text-card text-ink">{t.dismissedTitle}</h2>
      <p className="mt-0.5 mb-3 text-small text-ink-2">{t.dismissedListHelp}</p>
      <DataTable
        label={t.dismissedTitle}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => readingOf(row)}
        rowDetail={gateName}
        rowActions={(row) => [
          {
            id: "restore",
            label: t.undo,
            fullLabel: t.atGate(t.restoreOf(readingOf(row)), gateName(row)),
            icon: Undo2,
            onAction: () => void restore(row),
            quick: true,
          },
        ]}
        stale={list.isPlaceholderData}
        paging={pagingOf(table, total)}
        empty={null}
      />
    </section>
  );
}
