// The table of the newest passages. It is a lazy chunk: the list's code is large, and the card stands last on the page.
import { ScrollText } from "lucide-react";
import { accessLogsTexts } from "#web/features/passages/texts/access-logs.sv.ts";
import { doorLogTexts } from "#web/features/passages/texts/door-log.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LogTime } from "#web/ui/logs/log-time.tsx";
import { GrantedPill } from "#web/ui/pill.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { FillLink } from "#web/ui/table/fill-link.tsx";
import type { NewestPassage } from "../api/get-newest-passages.ts";
import { overviewTexts } from "../texts/overview.sv.ts";
import { reasonOf, Where, Who, whoName } from "./passage-parts.tsx";

const column = tableColumns<NewestPassage>();
const columns = column.columns([
  column.accessor("occurred_at", {
    header: accessLogsTexts.time,
    cell: ({ row }) => <LogTime value={row.original.occurred_at} folds />,
    meta: { card: "title", width: "w-28 @3xl/list:w-44" },
  }),
  column.accessor("credentials", {
    header: doorLogTexts.who,
    cell: ({ row }) => <Who row={row.original} />,
    meta: { card: "title", width: "w-40 @3xl/list:w-[22%]" },
  }),
  column.accessor("controller_id", {
    header: doorLogTexts.where,
    cell: ({ row }) => <Where row={row.original} />,
  }),
  column.accessor("granted", {
    header: words.status,
    cell: ({ row }) => <GrantedPill granted={row.original.granted === true} />,
    meta: { card: "title", width: "w-26 @[44rem]/list:w-28" },
  }),
  column.accessor("reason", {
    header: accessLogsTexts.reason,
    cell: ({ row }) => reasonOf(row.original) || words.none,
    meta: { rank: 2 },
  }),
]);

export interface NewestPassagesTableProps {
  rows: readonly NewestPassage[] | undefined;
  isFailed: boolean;
}

/** Shows the passages, or why there are none. `rows`: undefined while they load. */
export function NewestPassagesTable({ rows, isFailed }: NewestPassagesTableProps) {
  return (
    <DataTable
      bare
      label={overviewTexts.newest}
      columns={columns}
      rows={rows ?? (isFailed ? [] : undefined)}
      rowId={(row) => row.id}
      rowName={whoName}
      empty={
        <EmptyState
          icon={ScrollText}
          title={isFailed ? overviewTexts.passagesFailed : overviewTexts.noNewest}
          help={isFailed ? undefined : overviewTexts.noNewestHelp}
          action={isFailed ? null : <FillLink by="opening" />}
        />
      }
    />
  );
}
