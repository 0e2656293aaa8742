import { useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { Link } from "react-aria-components";
import { OPENED_FROM_PORTAL } from "#contract/devices.ts";
import { accessLogsTexts } from "#web/features/passages/texts/access-logs.sv.ts";
import { doorLogTexts } from "#web/features/passages/texts/door-log.sv.ts";
import { cx } from "#web/lib/cx.ts";
import { controllerName, doorName, personName, whoOf } from "#web/lib/passages/event-names.ts";
import { gateName } from "#web/lib/passages/gate-name.ts";
import { plateName } from "#web/lib/passages/plate-name.ts";
import { words } from "#web/texts/words.sv.ts";
import { PlateChip } from "#web/ui/credentials/plate-chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LogTime } from "#web/ui/logs/log-time.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { GrantedPill } from "#web/ui/pill.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { getNewestPassagesQueryOptions, type NewestPassage } from "../api/get-newest-passages.ts";
import { overviewTexts } from "../texts/overview.sv.ts";

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

export function NewestPassagesCard() {
  const { data, isError } = useQuery(getNewestPassagesQueryOptions());
  return (
    <Card
      title={overviewTexts.newest}
      flush
      actions={
        <Link
          href="/system-admin/access-logs"
          className="ring-focus rounded-check text-cell text-accent-ink data-hovered:underline"
        >
          {overviewTexts.logs}
        </Link>
      }
    >
      <DataTable
        bare
        label={overviewTexts.newest}
        columns={columns}
        rows={data ?? (isError ? [] : undefined)}
        rowId={(row) => row.id}
        rowName={whoName}
        empty={
          <EmptyState
            icon={ScrollText}
            title={isError ? overviewTexts.passagesFailed : overviewTexts.noNewest}
            help={isError ? undefined : overviewTexts.noNewestHelp}
          />
        }
      />
    </Card>
  );
}

const whoName = (row: NewestPassage) =>
  row.source === "gate" ? (row.door_commands?.requested_as ?? plateName(row.plate_number)) : (whoOf(row) ?? words.none);

function Who({ row }: { row: NewestPassage }) {
  if (row.source === "gate" && row.reason !== OPENED_FROM_PORTAL) return <PlateChip plate={row.plate_number} />;
  const person = personName(row) ?? row.door_commands?.requested_as ?? null;
  return (
    <span
      translate={person === null ? undefined : "no"}
      title={whoName(row)}
      className={cx("block truncate", person === null ? "text-ink-2" : "font-name text-ink")}
    >
      {whoName(row)}
    </span>
  );
}

function Where({ row }: { row: NewestPassage }) {
  const isGate = row.source === "gate";
  const place = isGate ? gateName(row.controllers, row.reason, row.removed_controller) : doorName(row);
  const rest = [!isGate && controllerName(row), row.controllers?.organizations?.name].filter(Boolean).join(" · ");
  return (
    <span
      title={[place, rest].filter(Boolean).join(" · ")}
      className={cx("line-clamp-2", !row.controllers && "text-ink-3")}
    >
      {place}
      {rest && <span className="text-ink-2"> · {rest}</span>}
    </span>
  );
}

function reasonOf(row: NewestPassage): string {
  if (row.source === "gate") return accessLogsTexts.reasons[row.reason];
  return row.reason === null ? doorLogTexts.kindWhy[row.kind] : doorLogTexts.reasons[row.reason];
}
