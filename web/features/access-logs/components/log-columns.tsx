import { cx } from "#web/lib/cx.ts";
import { formatDay, formatExact, formatTime } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { accessLogsTexts } from "#web/texts/access-logs.ts";
import { words } from "#web/texts/words.ts";
import { GrantedPill } from "#web/ui/pill.tsx";
import { PlateChip } from "#web/ui/plate-chip.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import type { LogRow } from "../api/get-access-logs.ts";
import { MacroCell } from "./macro-cell.tsx";

const JUST_NOW_MS = 30_000;

const column = tableColumns<LogRow>();

export const logColumns = column.columns([
  column.accessor("detected_at", {
    header: accessLogsTexts.time,
    cell: ({ row }) => <LogTime value={row.original.detected_at} />,
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

function LogTime({ value }: { value: string }) {
  const now = useNow();
  const isToday = formatDay(value) === formatDay(now);
  return (
    <time
      dateTime={value}
      title={formatExact(value)}
      className="tabular font-normal text-cell phone:whitespace-nowrap @4xl/list:whitespace-nowrap"
    >
      {isToday ? formatTime(value) : formatExact(value)}
      {now - Date.parse(value) < JUST_NOW_MS && <span className="text-ink-3"> {words.justNow}</span>}
    </time>
  );
}

export function whereName(row: LogRow): string {
  if (row.controllers) return row.controllers.name;
  return row.access_reason === "gate_not_found" ? accessLogsTexts.unknownGate : accessLogsTexts.removedController;
}

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

export function personName(row: LogRow): string | null {
  const person = row.credentials?.end_users;
  return person ? `${person.first_name} ${person.last_name}` : null;
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
