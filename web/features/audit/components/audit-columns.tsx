import type { AuditListRow } from "#contract/tables/audit.ts";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";
import { LogTime } from "#web/ui/logs/log-time.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import { whatHeading, whoName } from "../sentence.ts";
import { auditTexts } from "../texts/audit.sv.ts";

const column = tableColumns<AuditListRow>();

const time = column.accessor("at", {
  header: auditTexts.time,
  cell: ({ row }) => <LogTime value={row.original.at} />,
  meta: { card: "title", width: "w-44" },
});
const who = column.accessor("actor_name", {
  header: auditTexts.who,
  cell: ({ row }) => <Who row={row.original} />,
  meta: { card: "title", width: "w-[20%] @4xl/list:w-48" },
});
const what = column.accessor("action", {
  header: auditTexts.what,
  cell: ({ row }) => (
    <span title={whatHeading(row.original)} className="line-clamp-2 text-ink">
      {whatHeading(row.original)}
    </span>
  ),
});
const organization = column.accessor("organization_name", {
  header: auditTexts.organization,
  cell: ({ row }) => (
    <span title={organizationName(row.original)} className="line-clamp-2 text-ink-2">
      {organizationName(row.original)}
    </span>
  ),
  meta: { rank: 2, width: "w-[18%]" },
});
const from = column.accessor("address", {
  header: auditTexts.from,
  cell: ({ row }) => <span className="tabular text-ink-2">{row.original.address ?? words.none}</span>,
  meta: { rank: 3, card: "hidden", width: "w-40" },
});

export const auditColumns = {
  system: column.columns([time, who, what, organization, from]),
  org: column.columns([time, who, what, from]),
};

export function organizationName({ organization_id, organization_name }: AuditListRow): string {
  return organization_name ?? (organization_id === null ? auditTexts.installation : auditTexts.goneOrganization);
}

function Who({ row }: { row: AuditListRow }) {
  return (
    <span
      translate="no"
      title={whoName(row)}
      className={cx("block truncate", row.actor === null ? "text-ink-2" : "font-name text-ink")}
    >
      {whoName(row)}
    </span>
  );
}
