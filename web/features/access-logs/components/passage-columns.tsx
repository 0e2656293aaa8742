import type { PassageRow } from "#contract/tables/passages.ts";
import { cx } from "#web/lib/cx.ts";
import { formatDay, formatExact, formatTime } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { accessLogsTexts } from "#web/texts/access-logs.ts";
import { doorLogTexts as t } from "#web/texts/door-log.ts";
import { words } from "#web/texts/words.ts";
import { GrantedPill } from "#web/ui/pill.tsx";
import { PlateChip } from "#web/ui/plate-chip.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";

const column = tableColumns<PassageRow>();

export const passageColumns = column.columns([
  column.accessor("occurred_at", {
    header: t.time,
    cell: ({ row }) => <PassageTime value={row.original.occurred_at} />,
    meta: { card: "title", sortKey: "occurred_at", width: "w-30 @4xl/list:w-44" },
  }),
  column.accessor("credential_id", {
    header: t.who,
    cell: ({ row }) => <Who row={row.original} />,
    meta: { card: "title", width: "w-[24%]" },
  }),
  column.accessor("controller_id", {
    header: t.where,
    cell: ({ row }) => (
      <span title={passagePlace(row.original)} className="line-clamp-2 text-ink">
        {passagePlace(row.original)}
      </span>
    ),
  }),
  column.accessor("granted", {
    header: words.status,
    cell: ({ row }) => <GrantedPill granted={row.original.granted} />,
    meta: { card: "title", width: "w-28" },
  }),
  column.accessor("reason", {
    header: t.why,
    cell: ({ row }) => (
      <span title={passageWhy(row.original)} className="line-clamp-2 text-ink">
        {passageWhy(row.original)}
      </span>
    ),
  }),
]);

function PassageTime({ value }: { value: string }) {
  const isToday = formatDay(value) === formatDay(useNow());
  return (
    <time
      dateTime={value}
      title={formatExact(value)}
      className="tabular font-normal text-cell phone:whitespace-nowrap @4xl/list:whitespace-nowrap"
    >
      {isToday ? formatTime(value) : formatExact(value)}
    </time>
  );
}

function personOf({ first_name, last_name }: PassageRow): string | null {
  return first_name === null || last_name === null ? null : `${first_name} ${last_name}`;
}

/** Whose, as far as anybody knows. */
export function passageWho(row: PassageRow): string {
  const person = personOf(row);
  if (person !== null) return person;
  if (row.source === "gate") return row.plate_number || words.unreadPlate;
  return row.reason === "unknown_code" || row.reason === "unknown_card" ? t.unknownCode : t.unknownPerson;
}

function Who({ row }: { row: PassageRow }) {
  const person = personOf(row);
  if (row.source === "door")
    return (
      <span title={passageWho(row)} className={cx("block truncate", person ? "font-name text-ink" : "text-ink-2")}>
        {passageWho(row)}
      </span>
    );
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
      <PlateChip plate={row.plate_number} />
      {person && (
        <span title={person} className="truncate font-name text-ink">
          {person}
        </span>
      )}
    </span>
  );
}

export function passagePlace(row: PassageRow): string {
  const controller = row.controller_name ?? t.removedController;
  if (row.source === "gate") return controller;
  return `${row.access_point_name ?? t.unknownDoor} · ${controller}`;
}

function passageWhy(row: PassageRow): string {
  if (row.source === "gate") return accessLogsTexts.reasons[row.reason];
  return row.reason === null ? words.none : t.reasons[row.reason];
}
