// Lists readings that count as a car's; hidden while there are none.
import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { PlateAliasRow } from "#contract/tables/near-misses.ts";
import { formatShortDay } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { PlateChip } from "#web/ui/credentials/plate-chip.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { pagingOf, useTableState } from "#web/ui/table/use-table-state.ts";
import { getAliasesQueryOptions } from "../api/get-aliases.ts";
import { gateName, personOf } from "../near-miss-words.ts";
import { aliasOf } from "../plate-difference.ts";
import { nearMissesTexts as t } from "../texts/near-misses.sv.ts";
import { GateCell, VehicleCell } from "./reading-cells.tsx";

const EndAliasDialog = lazyDialog(
  () => import("./end-alias-dialog.tsx"),
  (module) => module.EndAliasDialog,
);
const DIALOGS = [EndAliasDialog];

const column = tableColumns<PlateAliasRow>();
const columns = column.columns([
  column.accessor("plate_number", {
    header: t.reading,
    cell: ({ row }) => <PlateChip plate={aliasOf(row.original)} className="align-middle" />,
    meta: { card: "title", width: "w-40" },
  }),
  column.display({
    id: "vehicle",
    header: t.vehicle,
    cell: ({ row: { original } }) => (
      <VehicleCell plate={original.credentials.display_value} person={personOf(original)} />
    ),
  }),
  column.display({
    id: "gate",
    header: t.gate,
    cell: ({ row }) => <GateCell gate={gateName(row.original)} />,
    meta: { width: "w-[18%]", rank: 2 },
  }),
  column.accessor("last_used_on", {
    header: t.lastUsed,
    cell: ({ row }) => <span className="tabular text-ink-2">{formatShortDay(row.original.last_used_on)}</span>,
    meta: { cardLabel: t.lastUsed, width: "w-40", rank: 2 },
  }),
]);

const NEWEST_FIRST = { key: "created_at", direction: "descending" } as const;

export function AliasCard() {
  const table = useTableState({ sort: NEWEST_FIRST });
  const list = useQuery(getAliasesQueryOptions(table));
  const [ending, setEnding] = useState<PlateAliasRow | null>(null);
  usePrefetched(DIALOGS);
  const total = list.data?.total ?? 0;
  if (list.isError)
    return (
      <RetryNote className="mt-6" onRetry={list.refetch}>
        {t.aliasesFailed}. {list.error.message}
      </RetryNote>
    );
  if (total === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="text-card text-ink">{t.aliases}</h2>
      <p className="mt-0.5 mb-3 text-small text-ink-2">{t.aliasesHelp}</p>
      <DataTable
        label={t.aliases}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => aliasOf(row)}
        rowDetail={gateName}
        rowActions={(row) => [
          {
            id: "delete",
            label: words.remove,
            fullLabel: t.atGate(t.endOf(aliasOf(row)), gateName(row)),
            icon: Trash2,
            onAction: () => setEnding(row),
            quick: true,
            tone: "danger",
          },
        ]}
        onDelete={setEnding}
        stale={list.isPlaceholderData}
        paging={pagingOf(table, total)}
        empty={null}
      />
      {ending && <EndAliasDialog alias={ending} onClose={() => setEnding(null)} />}
    </section>
  );
}
