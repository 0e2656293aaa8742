// The log of doors, or of doors and gates. Both areas share it; row policies decide what an org admin sees.
import { useQueryClient } from "@tanstack/react-query";
import { DoorClosed, ScrollText, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { MergedLogRow } from "#contract/tables/merged-log.ts";
import { isTimeout } from "#web/lib/calls/errors.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { formatTime } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { ExportButton } from "#web/ui/logs/export-button.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { EmptyList } from "#web/ui/table/empty-list.tsx";
import { FillLink } from "#web/ui/table/fill-link.tsx";
import { pagingOf } from "#web/ui/table/use-table-state.ts";
import type { EventLogName } from "../api/get-events.ts";
import { periodSubtitle } from "../period-subtitle.ts";
import { accessLogsTexts } from "../texts/access-logs.sv.ts";
import { doorLogTexts as t } from "../texts/door-log.sv.ts";
import { useDrawerSteps } from "../use-drawer-steps.ts";
import { NEWEST_FIRST, type ShownEvents, useEventLog } from "../use-event-log.ts";
import { silenceClass, silenceOf } from "./door-event-cells.tsx";
import { doorColumns, eventPlace, eventWho, logColumns } from "./event-columns.tsx";
import { EventToolbar } from "./event-toolbar.tsx";
import { HeldList } from "./held-list.tsx";
import { HousingNote } from "./housing-note.tsx";
import { LiveControl } from "./live-control.tsx";

const EventDrawer = lazyDialog(
  () => import("./event-drawer.tsx"),
  (module) => module.EventDrawer,
);
const DIALOGS = [EventDrawer];

const LOOKS = {
  doors: { icon: DoorClosed, columns: doorColumns, empty: { title: t.empty, help: t.emptyHelp } },
  all: { icon: ScrollText, columns: logColumns, empty: { title: accessLogsTexts.empty, help: t.emptyBothHelp } },
} as const;
const NO_DOORS = { title: t.noDoors, help: t.noDoorsHelp };

/** Shows the log. `choice`: leads to the other logs. */
export function EventLog({ log, choice }: { log: EventLogName; choice: ReactNode }) {
  usePrefetched(DIALOGS);
  const client = useQueryClient();
  const events = useEventLog(log);
  const { list, search, filters, shown, rows, total, opened, setFilters } = events;

  useDrawerSteps((rows ?? []).filter(opens), opened?.id ?? null, events.open);

  return (
    <div data-wide>
      <PageHead
        title={t.title}
        subtitle={periodSubtitle(t.shows[filters.show], filters)}
        secondary={
          <>
            {!events.isWithout && <LiveControl {...events.live} help={t.liveHelp} />}
            <ExportButton
              texts={accessLogsTexts}
              onExport={async () => (await fetchPart(import("../export-events.ts"))).exportEvents(client, log, filters)}
            />
          </>
        }
      />
      <EventToolbar
        log={log}
        choice={choice}
        text={search.text}
        onText={search.setText}
        isSearching={search.isSearching}
        filters={filters}
        onChange={setFilters}
        total={list.data ? total : undefined}
      />
      <HousingNote
        onShown={() => {
          // Rows that a list already shows are read again.
          if (filters.show === "granted") events.refetch();
          else setFilters({ show: "granted" });
        }}
      />
      {list.isError && !list.data ? (
        <RetryNote role="alert" onRetry={list.refetch}>
          {isTimeout(list.error) ? t.searchTooLong : `${t.failed}. ${list.error.message}`}
        </RetryNote>
      ) : (
        <HeldList
          waiting={shown.waiting}
          said={t.newRowsWait}
          showNewest={shown.showNewest}
          onReading={events.setReading}
        >
          <EventTable log={log} events={events} />
        </HeldList>
      )}
      {opened && <EventDrawer row={opened} onClose={events.close} />}
    </div>
  );
}

function EventTable({ log, events }: { log: EventLogName; events: ShownEvents }) {
  const { icon, columns, empty } = LOOKS[log];
  return (
    <DataTable
      label={t.title}
      columns={columns}
      rows={events.rows}
      rowId={(row) => row.id}
      rowName={rowName}
      live
      onOpen={events.open}
      opens={opens}
      across={(row) => (row.source === "door" ? silenceOf(row) : null)}
      rowClass={(row) => (row.source === "door" ? silenceClass(row) : undefined)}
      stale={events.list.isPlaceholderData}
      sort={NEWEST_FIRST}
      paging={events.list.data && pagingOf(events.table, events.total)}
      empty={
        <EmptyList
          icon={icon}
          filtered={{ icon: SearchX, title: t.emptyFiltered, help: t.emptyFilteredHelp }}
          unfiltered={{
            ...(events.isWithout ? NO_DOORS : empty),
            action: <FillLink by={events.isWithout ? "controller" : "opening"} />,
          }}
          onClear={events.isFiltered ? events.clear : null}
        />
      }
    />
  );
}

/** Tells whether a row opens: another organisation's event has no more to show, and a gap has no explanation. */
function opens(row: MergedLogRow): boolean {
  return row.source === "gate" || (!row.is_shared && row.kind !== "gap" && row.kind !== "outage");
}

function rowName(row: MergedLogRow): string {
  const what = eventWho(row) ?? (row.source === "door" ? t.kinds[row.kind] : words.unreadPlate);
  return t.rowName(what, eventPlace(row), formatTime(row.occurred_at));
}
