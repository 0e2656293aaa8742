import { cx } from "#web/lib/cx.ts";
import { personName } from "#web/lib/passages/event-names.ts";
import { passageColumns } from "#web/ui/logs/passage-columns.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import type { LogRow } from "../api/get-access-logs.ts";
import { gateReason } from "../portal-opening.ts";
import { whereName } from "../row-names.ts";
import { accessLogsTexts } from "../texts/access-logs.sv.ts";
import { GateWho } from "./gate-who.tsx";
import { MacroCell } from "./macro-cell.tsx";

const column = tableColumns<LogRow>();

export const logColumns = column.columns([
  ...passageColumns<LogRow>({
    who: (row) => <GateWho row={{ ...row, reason: row.access_reason }} />,
    where: (row) => <Where row={row} />,
    timeWidth: "w-25 @[44rem]/list:w-30 @4xl/list:w-44",
    plateWidth: "w-40 @4xl/list:w-44",
    saysJustNow: true,
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
  const why = gateReason({ ...row, reason: row.access_reason });
  return (
    <span title={[why, person].filter(Boolean).join(" · ")} className="line-clamp-2 text-ink">
      {why}
      {person && <span className="text-ink-2 sm:hidden @4xl/list:inline"> · {person}</span>}
    </span>
  );
}
