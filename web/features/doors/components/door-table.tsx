import { DoorClosed, Server } from "lucide-react";
import type { DoorListRow } from "#contract/tables/door-states.ts";
import { cx } from "#web/lib/cx.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { useNow } from "#web/lib/now.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { OnlinePill } from "#web/ui/pill.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { EmptyList } from "#web/ui/table/empty-list.tsx";
import { FillLink } from "#web/ui/table/fill-link.tsx";
import type { DataTableProps, RowGroup } from "#web/ui/table/table-props.ts";
import { standingOf } from "../describe-door.ts";
import { doorName } from "../door-words.ts";
import { doorsTexts as t } from "../texts/doors.sv.ts";
import { DoorCard } from "./door-card.tsx";
import { doorColumns } from "./door-columns.tsx";

export interface DoorTableProps {
  rows: readonly DoorListRow[] | undefined;
  isStale: boolean;
  paging: DataTableProps<DoorListRow>["paging"];
  /** The door that a question is about. */
  askedId: string | undefined;
  /** Null: nothing is filtered. */
  onClear: (() => void) | null;
}

export function DoorTable({ rows, isStale, paging, askedId, onClear }: DoorTableProps) {
  const { role } = useSignedIn();
  const now = useNow();
  const isPhone = useIsPhone();
  return (
    <DataTable
      label={t.doors}
      columns={doorColumns}
      rows={rows}
      rowId={(row) => row.id}
      rowName={doorName}
      rowDetail={(row) => row.controllers.name}
      groupOf={(row, page) => groupOf(row, page, now)}
      navigable
      across={isPhone ? (row) => <DoorCard row={row} /> : undefined}
      rowClass={(row) => cx(!isPhone && "h-12", row.id === askedId && "bg-hover")}
      stale={isStale}
      paging={paging}
      empty={
        <EmptyList
          icon={DoorClosed}
          filtered={{ title: t.emptyFiltered, help: t.emptyFilteredHelp }}
          unfiltered={{
            title: t.empty,
            help: role === "system_admin" ? t.emptyHelp : t.emptyOrganization,
            action: <FillLink by="controller" />,
          }}
          onClear={onClear}
        />
      }
    />
  );
}

/** Groups a row. A controller answers when one of its doors was read recently; a door that was never read tells nothing. */
function groupOf(row: DoorListRow, page: readonly DoorListRow[], now: number): RowGroup {
  const { id, name } = row.controllers;
  const doors = page.filter(({ controllers }) => controllers.id === id);
  const known = doors.filter(({ door_states }) => door_states.mode !== "unknown");
  const isOnline = known.some((door) => standingOf(door, now).kind !== "unknown");
  return {
    id,
    head: (
      <span className="flex items-center gap-x-2.5 gap-y-1 py-1 phone:flex-wrap phone:py-0">
        <Server aria-hidden size={16} className="shrink-0 text-ink-2 phone:hidden" />
        <span title={name} className="truncate font-name text-ink">
          {name}
        </span>
        {known.length > 0 && <OnlinePill online={isOnline} />}
        {known.length > 0 && !isOnline && (
          <span className="min-w-0 text-small text-ink-2 phone:order-last phone:basis-full">{t.cannotOpen}</span>
        )}
        <span className="tabular ml-auto shrink-0 text-small whitespace-nowrap text-ink-2">
          {t.count(formatNumber(doors.length), doors.length === 1)}
        </span>
      </span>
    ),
  };
}
