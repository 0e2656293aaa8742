import { cx } from "#web/lib/cx.ts";
import { accessLogsTexts } from "#web/texts/access-logs.ts";
import { words } from "#web/texts/words.ts";
import { LogTime } from "#web/ui/log-time.tsx";
import { GrantedPill } from "#web/ui/pill.tsx";
import { PlateChip } from "#web/ui/plate-chip.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import type { LogRow } from "../api/get-access-logs.ts";
import { personName, whereName } from "../row-names.ts";
import { MacroCell } from "./macro-cell.tsx";

const column = tableColumns<LogRow>();

export const logColumns = column.columns([
  column.accessor("detected_at", {
    header: accessLogsTexts.time,
    cell: ({ row }) => <LogTime value={row.original.detected_at} folds saysJustNow />,
    meta: { card: "title", sortKey: "detected_at", width: "w-30 @4xl/list:w-44" },
  }),
  column.accessor("plate_number", {
    header: words.plate,
    cell: ({ row }) => <PlateChip plate={row.original.plate_number} />,
    meta: { card: "title", width: "w-40 @4xl/list:w-44" },
  }),
  column.accessor("controller_id", {
    header: accessLogsTexts.controller,
    cell: ({ row }) => <Where row={row.original} />,
  }),
  column.accessor("access_granted", {
    header: words.status,
    cell: ({ row }) => <GrantedPill granted={row.original.access_granted} />,
    meta: { card: "title", width: "w-28" },
  }),
  column.accessor("access_reason", {
    header: accessLogsTexts.reason,
    cell: ({ row }) => <Reason row={row.original} />,
  }),
  column.accessor("macro_executed", {
    header: accessLogsTexts.macro,
    cell: ({ row }) => <MacroCell row={row.original} />,
    meta: { cardLabel: accessLogsTexts.macro, width: "w-32 @4xl/list:w-34" },
  }),
]);

function Where({ row }: { row: LogRow }) {
  const organization = row.controllers?.organizations?.name;
  return (
    <span
      title={[whereName(row), organization].filter(Boolean).join(" · ")}
      className={cx("line-clamp-2", row.controllers ? "text-ink" : "text-ink-3")}
    >
      {whereName(row)}
      {organization && <span className="text-ink-2 sm:hidden @4xl/list:inline"> · {organization}</span>}
    </span>
  );
}

function Reason({ row }: { row: LogRow }) {
  const person = personName(row);
  return (
    <span
      title={[accessLogsTexts.reasons[row.access_reason], person].filter(Boolean).join(" · ")}
      className="line-clamp-2 text-ink"
    >
      {accessLogsTexts.reasons[row.access_reason]}
      {person && <span className="text-ink-2 sm:hidden @4xl/list:inline"> · {person}</span>}
    </span>
  );
}
