import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { ListedCalendar } from "#contract/functions/schedules.ts";
import { words } from "#web/texts/words.sv.ts";
import { tableColumns } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { calendarLines } from "../day-words.ts";
import { calendarsTexts as t } from "../texts/calendars.sv.ts";
import { OwnedName } from "./owned-name.tsx";

export interface CalendarRow extends ListedCalendar {
  /** The owner's name, shown below the calendar's; null: the reader's own organisation. */
  owner: string | null;
  mayChange: boolean;
  users: readonly string[];
}

const MOST_LINES = 3;

const column = tableColumns<CalendarRow>();
const columns = column.columns([
  column.accessor("name", {
    header: t.calendar,
    cell: ({ row: { original } }) => <OwnedName {...original} />,
    meta: { card: "title", width: "w-[24%]" },
  }),
  column.display({
    id: "days",
    header: t.days,
    cell: ({ row: { original } }) => <Days days={original.days} />,
    meta: { cardWide: true },
  }),
  column.display({
    id: "users",
    header: t.users,
    cell: ({ row: { original } }) =>
      original.users.length === 0 ? (
        <span className="text-ink-2">{t.noUsers}</span>
      ) : (
        <span translate="no" className="line-clamp-2 text-ink" title={original.users.join(", ")}>
          {original.users.join(", ")}
        </span>
      ),
    meta: { cardLabel: t.users, width: "w-[22%]" },
  }),
]);

function Days({ days }: Pick<ListedCalendar, "days">) {
  if (days.length === 0) return <span className="text-ink-2">{t.noDays}</span>;
  const lines = calendarLines(days);
  return (
    <span translate="no" className="flex min-w-0 flex-col text-ink-2" title={lines.join("\n")}>
      {lines.slice(0, MOST_LINES).map((line) => (
        <span key={line} className="line-clamp-2">
          {line}
        </span>
      ))}
    </span>
  );
}

export interface CalendarsTableProps {
  rows: readonly CalendarRow[] | undefined;
  empty: ReactNode;
  onEdit: (calendar: CalendarRow) => void;
  onDelete: (calendar: CalendarRow) => void;
}

export function CalendarsTable({ rows, empty, onEdit, onDelete }: CalendarsTableProps) {
  return (
    <DataTable
      label={t.title}
      columns={columns}
      rows={rows}
      rowId={(calendar) => calendar.id}
      rowName={(calendar) => calendar.name}
      rowActions={(calendar) =>
        calendar.mayChange
          ? [
              { id: "edit", label: words.edit, icon: Pencil, onAction: () => onEdit(calendar), quick: true },
              {
                id: "delete",
                label: words.remove,
                icon: Trash2,
                onAction: () => onDelete(calendar),
                quick: true,
                tone: "danger",
              },
            ]
          : []
      }
      onOpen={onEdit}
      opens={(calendar) => calendar.mayChange}
      empty={empty}
    />
  );
}
