// Columns of the log of doors, and of the joint log of doors and gates.

import { DoorClosed, ScanLine } from "lucide-react";
import type { MergedLogRow } from "#contract/tables/merged-log.ts";
import { cx } from "#web/lib/cx.ts";
import { controllerName, doorName, personName, whoOf } from "#web/lib/passages/event-names.ts";
import { gateName } from "#web/lib/passages/gate-name.ts";
import { words } from "#web/texts/words.sv.ts";
import { LogTime } from "#web/ui/logs/log-time.tsx";
import { GrantedPill } from "#web/ui/pill.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import { gateReason, gateRowName } from "../portal-opening.ts";
import { accessLogsTexts } from "../texts/access-logs.sv.ts";
import { doorLogTexts as t } from "../texts/door-log.sv.ts";
import { EventPill, isLate, whyOf } from "./door-event-cells.tsx";
import { GateWho } from "./gate-who.tsx";
import { MacroCell } from "./macro-cell.tsx";

const column = tableColumns<MergedLogRow>();

const time = column.accessor("occurred_at", {
  header: t.time,
  cell: ({ row }) => <EventTime row={row.original} />,
  meta: { card: "title", sortKey: "occurred_at", width: "w-30 @4xl/list:w-44" },
});

function place(header: string) {
  return column.accessor("controller_id", { header, cell: ({ row }) => <Where row={row.original} /> });
}

const status = column.accessor("granted", {
  header: t.status,
  cell: ({ row: { original: row } }) =>
    row.source === "gate" ? <GrantedPill granted={row.granted} /> : <EventPill row={row} />,
  meta: { card: "title", width: "w-36" },
});

const reason = column.accessor("reason", {
  header: t.why,
  cell: ({ row }) => <Why row={row.original} />,
});

export const doorColumns = column.columns([
  time,
  column.accessor("credentials", {
    header: t.who,
    cell: ({ row }) => <Who row={row.original} />,
    meta: { card: "title", width: "w-[22%]" },
  }),
  place(t.where),
  status,
  reason,
]);

/** Columns of the gates' log. A door's row has its person where a car has its plate, and no macro. */
export const logColumns = column.columns([
  time,
  column.accessor("credentials", {
    header: words.plate,
    cell: ({ row }) => <Who row={row.original} />,
    meta: { card: "title", width: "w-40 @4xl/list:w-44" },
  }),
  place(accessLogsTexts.controller),
  status,
  reason,
  column.accessor((row) => (row.source === "gate" ? row.macro_executed : null), {
    id: "macro_executed",
    header: accessLogsTexts.macro,
    cell: ({ row: { original: row } }) =>
      row.source === "gate" ? <MacroCell row={{ ...row, detected_at: row.occurred_at }} /> : NOTHING,
    // Where there is no room for it, the doors' names have its place; the drawer has it.
    meta: { cardLabel: accessLogsTexts.macro, rank: 3, width: "w-34" },
  }),
]);

const NOTHING = (
  <span data-none className="text-ink-3">
    {words.none}
  </span>
);

function Why({ row }: { row: MergedLogRow }) {
  const why = eventWhy(row);
  const person = row.source === "gate" ? personName(row) : null;
  if (person !== null)
    return (
      <span title={`${why} · ${person}`} className="flex min-w-0 flex-wrap gap-x-1 text-ink">
        <span>
          {why}
          <span className="sm:hidden @4xl/list:inline"> ·</span>
        </span>{" "}
        <Person row={row} isQuiet />
      </span>
    );
  return (
    <span title={why} className="line-clamp-2 text-ink">
      {why || NOTHING}
    </span>
  );
}

function EventTime({ row }: { row: MergedLogRow }) {
  return (
    <>
      <LogTime value={row.occurred_at} folds />
      {isLate(row) && <span className="block text-meta text-ink-2">{t.late}</span>}
    </>
  );
}

/** Returns the person; null where nobody was there. */
export function eventWho(row: MergedLogRow): string | null {
  return row.source === "door" ? whoOf(row) : (personName(row) ?? gateRowName(row));
}

function Who({ row }: { row: MergedLogRow }) {
  if (row.source === "gate") return <GateWho row={row} />;
  const who = whoOf(row);
  if (row.credentials?.end_users) return <Person row={row} />;
  return (
    <span translate={who === null ? undefined : "no"} title={who ?? undefined} className="block truncate text-ink-2">
      {who ?? <span className="phone:hidden">{words.none}</span>}
    </span>
  );
}

/** Shows a person, in quiet text after the reason where there is room. A long name is cut; the note that the person was removed is not. */
function Person({
  row: { credentials },
  isQuiet = false,
}: {
  row: Pick<MergedLogRow, "credentials">;
  isQuiet?: boolean;
}) {
  const person = credentials?.end_users;
  if (!person) return null;
  const name = `${person.first_name} ${person.last_name}`;
  return (
    <span
      title={personName({ credentials }) ?? undefined}
      className={cx("flex min-w-0 items-baseline gap-x-1 text-ink", isQuiet && "sm:hidden @4xl/list:flex")}
    >
      <span translate="no" className={cx("truncate", isQuiet ? "text-ink-2" : "font-name")}>
        {name}
      </span>
      {person.removed_at !== null && <span className="shrink-0 text-ink-2">{accessLogsTexts.removedSuffix}</span>}
    </span>
  );
}

export function eventPlace(row: MergedLogRow): string {
  return row.source === "gate"
    ? gateName(row.controllers, row.reason, row.removed_controller)
    : `${doorName(row)} · ${controllerName(row)}`;
}

function Where({ row }: { row: MergedLogRow }) {
  const Icon = row.source === "gate" ? ScanLine : DoorClosed;
  const organization = row.controllers?.organizations?.name;
  return (
    <span
      title={[eventPlace(row), organization].filter(Boolean).join(" · ")}
      className="flex min-w-0 items-start gap-2 text-ink"
    >
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-ink-3" />
      {row.source === "gate" ? (
        <span className="line-clamp-2 min-w-0">
          {gateName(row.controllers, row.reason, row.removed_controller)}
          {organization && <span className="text-ink-2 sm:hidden @4xl/list:inline"> · {organization}</span>}
        </span>
      ) : (
        <span className="line-clamp-2 min-w-0">
          {doorName(row)}
          <span className="text-ink-2"> · {controllerName(row)}</span>
        </span>
      )}
    </span>
  );
}

export function eventWhy(row: MergedLogRow): string {
  return row.source === "gate" ? gateReason(row) : whyOf(row);
}
