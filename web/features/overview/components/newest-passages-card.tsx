import { useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { Link } from "react-aria-components";
import type { AccessLogListRow } from "#contract/tables/access-logs.ts";
import { accessLogsTexts } from "#web/features/passages/texts/access-logs.sv.ts";
import { cx } from "#web/lib/cx.ts";
import { gateName } from "#web/lib/passages/gate-name.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { passageColumns } from "#web/ui/logs/passage-columns.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { getNewestPassagesQueryOptions } from "../api/get-newest-passages.ts";
import { overviewTexts } from "../texts/overview.sv.ts";

const column = tableColumns<AccessLogListRow>();
const columns = column.columns([
  ...passageColumns<AccessLogListRow>({
    where: (row) => <Where row={row} />,
    timeWidth: "w-28 @3xl/list:w-44",
    plateWidth: "w-40",
  }),
  column.accessor("access_reason", {
    header: accessLogsTexts.reason,
    cell: ({ row }) => accessLogsTexts.reasons[row.original.access_reason],
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
        rowName={(row) => row.plate_number}
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

function Where({ row }: { row: AccessLogListRow }) {
  const gate = gateName(row.controllers, row.access_reason, row.removed_controller);
  const organization = row.controllers?.organizations?.name;
  return (
    <span
      title={[gate, organization].filter(Boolean).join(" · ")}
      className={cx("line-clamp-2", !row.controllers && "text-ink-3")}
    >
      {gate}
      {organization && <span className="text-ink-2"> · {organization}</span>}
    </span>
  );
}
