import { Ban, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { ListedSchedule } from "#contract/functions/schedules.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { doorHoursState } from "#web/lib/doors/door-hours.ts";
import { weekWords } from "#web/lib/doors/schedule-words.ts";
import { words } from "#web/texts/words.sv.ts";
import { Pill } from "#web/ui/pill.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import type { HourDoor } from "../api/get-hour-doors.ts";
import type { confirmedUnits } from "../confirmed-units.ts";
import { schedulesTexts as t } from "../texts/schedules.sv.ts";
import { OwnedName } from "./owned-name.tsx";

export interface ScheduleRow extends ListedSchedule {
  /** The owner's name, shown below the schedule's; null: the reader's own organisation. */
  owner: string | null;
  mayChange: boolean;
  doors: readonly HourDoor[];
  calendarNames: readonly string[];
  confirmed: ReturnType<typeof confirmedUnits>;
}

const USERS_NAMED = 3;

const column = tableColumns<ScheduleRow>();
const columns = column.columns([
  column.accessor("name", {
    header: t.schedule,
    cell: ({ row: { original } }) => <OwnedName {...original} />,
    meta: { card: "title", width: "w-[24%]" },
  }),
  column.display({
    id: "hours",
    header: t.hours,
    cell: ({ row: { original } }) => <span className="text-ink-2">{weekWords({ ...original, calendars: [] })}</span>,
    meta: { cardWide: true },
  }),
  column.display({
    id: "calendars",
    header: t.calendars,
    cell: ({ row: { original } }) =>
      original.calendarNames.length > 0 ? (
        <span translate="no" className="line-clamp-2 text-ink-2" title={original.calendarNames.join(", ")}>
          {original.calendarNames.join(", ")}
        </span>
      ) : null,
    meta: { cardLabel: t.calendars, rank: 2, width: "w-[16%]" },
  }),
  column.display({
    id: "doors",
    header: t.users,
    cell: ({ row: { original } }) => <Users {...original} />,
    meta: { cardLabel: t.users, width: "w-[22%]" },
  }),
]);

function Users({ doors, groups, confirmed: { words: confirmed, isWhole } }: ScheduleRow) {
  const names = [...doors.map(doorName), ...groups.map((group) => t.group(group))];
  if (names.length === 0) return <span className="text-ink-2">{t.noUsers}</span>;
  const failing = doors.filter((door) => doorHoursState(door) === "problem").length;
  const rest = names.length - USERS_NAMED;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <span translate="no" className="line-clamp-3 basis-full text-ink" title={names.join(", ")}>
        {[...names.slice(0, USERS_NAMED), ...(rest > 0 ? [t.moreUsers(formatNumber(rest))] : [])].join(", ")}
      </span>
      {doors.length > 0 && <Pill tone={isWhole ? "ok" : "wait"}>{confirmed}</Pill>}
      {failing > 0 && (
        <Pill tone="fail" icon={Ban}>
          {t.doorsFail(formatNumber(failing))}
        </Pill>
      )}
    </span>
  );
}

export const doorName = ({ door_name, name }: HourDoor) => door_name?.trim() || name;

export interface SchedulesTableProps {
  rows: readonly ScheduleRow[] | undefined;
  empty: ReactNode;
  onEdit: (schedule: ScheduleRow) => void;
  onDelete: (schedule: ScheduleRow) => void;
}

export function SchedulesTable({ rows, empty, onEdit, onDelete }: SchedulesTableProps) {
  return (
    <DataTable
      label={t.title}
      columns={columns}
      rows={rows}
      rowId={(schedule) => schedule.id}
      rowName={(schedule) => schedule.name}
      rowActions={(schedule) =>
        schedule.mayChange
          ? [
              { id: "edit", label: words.edit, icon: Pencil, onAction: () => onEdit(schedule), quick: true },
              {
                id: "delete",
                label: words.remove,
                icon: Trash2,
                onAction: () => onDelete(schedule),
                quick: true,
                tone: "danger",
              },
            ]
          : []
      }
      onOpen={onEdit}
      empty={empty}
    />
  );
}
