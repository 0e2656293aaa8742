import { DoorClosed, DoorOpen } from "lucide-react";
import type { DoorListRow } from "#contract/tables/door-states.ts";
import { cx } from "#web/lib/cx.ts";
import { useNow } from "#web/lib/now.ts";
import { words } from "#web/texts/words.sv.ts";
import { tableColumns } from "#web/ui/table/columns.ts";
import { standingOf } from "../describe-door.ts";
import { ageOf, doorName, happened, ownHours, readWhen } from "../door-words.ts";
import { doorsTexts as t } from "../texts/doors.sv.ts";
import { DoorButtons } from "./door-buttons.tsx";
import { DoorPill } from "./door-pill.tsx";

const column = tableColumns<DoorListRow>();

export const doorColumns = column.columns([
  column.accessor("name", {
    header: t.door,
    cell: ({ row }) => <Name row={row.original} />,
    meta: { width: "w-[24%]" },
  }),
  column.accessor("door_states", {
    header: t.state,
    cell: ({ row }) => <DoorPill row={row.original} />,
    meta: { width: "w-[23%]" },
  }),
  column.accessor("door_holds", {
    header: t.lastEvent,
    cell: ({ row }) => <Happened row={row.original} />,
  }),
  column.accessor("enabled", {
    header: t.readAt,
    cell: ({ row }) => <Age row={row.original} />,
    meta: { rank: 3, width: "w-30" },
  }),
  column.accessor("id", {
    header: t.actions,
    cell: ({ row }) => <DoorButtons row={row.original} />,
    meta: { align: "right", width: "w-60", isButtons: true },
  }),
]);

function Name({ row }: { row: DoorListRow }) {
  const isOpen = row.door_states.physical === "open";
  const Icon = isOpen ? DoorOpen : DoorClosed;
  const hours = ownHours(row);
  return (
    <span title={[doorName(row), hours].filter(Boolean).join(" · ")} className="flex min-w-0 items-center gap-2.5">
      <Icon aria-hidden size={16} className="shrink-0 text-ink-2" />
      <span className="min-w-0">
        <span className="block truncate">
          <span className="font-name text-ink">{doorName(row)}</span>
          {row.description && <span className="font-normal text-ink-2"> · {row.description}</span>}
        </span>
        {hours !== null && <span className="block text-small font-normal text-ink-2">{hours}</span>}
      </span>
    </span>
  );
}

/** Shows the last event, with the age below it where the table has no column for it. */
function Happened({ row }: { row: DoorListRow }) {
  const now = useNow();
  const text = happened(row, now);
  return (
    <>
      <span
        title={text}
        className={cx("line-clamp-2 sm:line-clamp-1 @4xl/list:line-clamp-2", text === "" ? "text-ink-3" : "text-ink-2")}
      >
        {text || <span className="hidden @4xl/list:inline">{words.none}</span>}
      </span>
      <span title={readWhen(row, now)} className="tabular block truncate text-small text-ink-2 @4xl/list:hidden">
        {readWhen(row, now)}
      </span>
    </>
  );
}

function Age({ row }: { row: DoorListRow }) {
  const now = useNow();
  const isUnknown = standingOf(row, now).kind === "unknown";
  return (
    <span className={cx("tabular", isUnknown ? "text-ink-3" : "text-ink-2")}>{ageOf(row, now) || words.none}</span>
  );
}
