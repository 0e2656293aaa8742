// The log of doors, or of doors and gates. Both areas share it; row policies decide what an org admin sees.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { DoorClosed, ScrollText, SearchX } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { MergedLogRow } from "#contract/tables/merged-log.ts";
import { isTimeout } from "#web/lib/calls/errors.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { formatTime } from "#web/lib/dates.ts";
import { useDoorWatch } from "#web/lib/doors/watch-doors.ts";
import { useLinkedParameter } from "#web/lib/lists/linked-parameter.ts";
import { useListAddress } from "#web/lib/lists/list-address.ts";
import { useSearchText } from "#web/lib/lists/use-search-text.ts";
import { useNow } from "#web/lib/now.ts";
import { EVENT } from "#web/lib/passages/passage-address.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { ExportButton } from "#web/ui/logs/export-button.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { EmptyList } from "#web/ui/table/empty-list.tsx";
import { pagingOf, useAddressTableState } from "#web/ui/table/use-table-state.ts";
import { EVENTS_KEY, type EventLogName, getEventQueryOptions, getEventsQueryOptions } from "../api/get-events.ts";
import { countActiveDoorFilters, doorAddressOf, doorFiltersIn, NO_DOOR_FILTERS } from "../door-filters.ts";
import { canGrow } from "../filters.ts";
import { periodSubtitle } from "../period-subtitle.ts";
import { rememberedPages, type ShownPages, startOf, totalOf } from "../shown-pages.ts";
import { accessLogsTexts } from "../texts/access-logs.sv.ts";
import { doorLogTexts as t } from "../texts/door-log.sv.ts";
import { useEventFeed } from "../use-event-feed.ts";
import { useHeldRows } from "../use-held-rows.ts";
import { useNewRowsSaid } from "../use-new-rows-said.ts";
import { silenceClass, silenceOf } from "./door-event-cells.tsx";
import { eventColumns, eventPlace, eventWho } from "./event-columns.tsx";
import { EventToolbar } from "./event-toolbar.tsx";
import { HeldList } from "./held-list.tsx";
import { HousingNote } from "./housing-note.tsx";
import { LiveControl } from "./live-control.tsx";

const EventDrawer = lazyDialog(
  () => import("./event-drawer.tsx"),
  (module) => module.EventDrawer,
);
const DIALOGS = [EventDrawer];

const NEWEST_FIRST = { key: "occurred_at", direction: "descending" } as const;

const WORDS = {
  doors: { icon: DoorClosed, emptyHelp: t.emptyHelp },
  all: { icon: ScrollText, emptyHelp: t.emptyBothHelp },
} as const;

/** Shows the log. `choice`: leads to the other logs. */
export function EventLog({ log, choice }: { log: EventLogName; choice: ReactNode }) {
  usePrefetched(DIALOGS);
  const client = useQueryClient();
  const address = useListAddress();
  const search = useSearchText(EVENTS_KEY, address);
  const inAddress = doorFiltersIn(address);
  // Only the log of doors has a door filter.
  const doorId = log === "doors" ? inAddress.doorId : null;
  const filters = { ...inAddress, doorId, text: search.query };
  const table = useAddressTableState(address, { sort: NEWEST_FIRST });
  const isFirst = table.from === 0;
  const { from, pageSize: size } = table;
  const question = JSON.stringify([filters, size]);
  const [openedAt] = useState(() => new Date().toISOString());
  const [pages, setPages] = useState<ShownPages | null>(null);
  const list = useQuery(getEventsQueryOptions(log, filters, startOf(pages, question, from, openedAt), size));
  const [chosen, setOpened] = useState<MergedLogRow | null>(null);
  const [linked, setLinked] = useState<string | null>(null);
  useLinkedParameter(EVENT, setLinked);
  const { data: linkedRow = null } = useQuery(getEventQueryOptions(log, linked));
  const opened = chosen ?? (linked === null ? null : linkedRow);
  const isConnected = useEventFeed(log);
  const [isPaused, setPaused] = useState(false);
  const [isReading, setReading] = useState(false);
  const key = JSON.stringify([filters, from]);
  const answered = list.isPlaceholderData ? undefined : list.data?.rows;
  // Pages after the first stand still: the next one begins where they ended.
  const shown = useHeldRows(key, answered, !isFirst || isPaused || isReading || opened !== null);
  const rows = shown.rows ?? list.data?.rows;
  const page = { key: question, from, size, rows: shown.rows, total: list.data?.total ?? null };
  const remembered = rememberedPages(pages, page);
  if (remembered !== pages) setPages(remembered);
  useNewRowsSaid(key, shown.rows);
  const grows = canGrow(filters, useNow());
  useDoorWatch(doorId === null ? [] : [doorId]);

  function close(): void {
    setOpened(null);
    setLinked(null);
  }

  function step(by: 1 | -1): void {
    const open = (rows ?? []).filter(opens);
    const at = open.findIndex(({ id }) => id === opened?.id);
    const next = at < 0 ? undefined : open[at + by];
    if (next) setOpened(next);
  }

  function clear(): void {
    search.setText("");
    address.change({ ...doorAddressOf(NO_DOOR_FILTERS), q: null });
  }

  const isFiltered = filters.text !== "" || countActiveDoorFilters(filters) > 0;
  const total = totalOf(pages, page);
  return (
    <div data-wide>
      <PageHead
        title={t.title}
        subtitle={periodSubtitle(t.shows[filters.show], filters)}
        secondary={
          <>
            <LiveControl {...{ grows, isPaused, isConnected, setPaused }} help={t.liveHelp} />
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
        onChange={(change) => address.change(doorAddressOf(change))}
        total={list.data ? total : undefined}
      />
      <HousingNote onShown={() => address.change(doorAddressOf({ show: "granted" }))} />
      {list.isError && !list.data ? (
        <RetryNote role="alert" onRetry={list.refetch}>
          {isTimeout(list.error) ? t.searchTooLong : `${t.failed}. ${list.error.message}`}
        </RetryNote>
      ) : (
        <HeldList waiting={shown.waiting} said={t.newRowsWait} showNewest={shown.showNewest} onReading={setReading}>
          <DataTable
            label={t.title}
            columns={eventColumns}
            rows={rows}
            rowId={(row) => row.id}
            rowName={rowName}
            live
            onOpen={setOpened}
            opens={opens}
            across={(row) => (row.source === "door" ? silenceOf(row) : null)}
            rowClass={(row) => (row.source === "door" ? silenceClass(row) : undefined)}
            stale={list.isPlaceholderData}
            sort={NEWEST_FIRST}
            paging={list.data && pagingOf(table, total)}
            empty={
              <EmptyList
                icon={WORDS[log].icon}
                filtered={{ icon: SearchX, title: t.emptyFiltered, help: t.emptyFilteredHelp }}
                unfiltered={{
                  title: t.empty,
                  help: WORDS[log].emptyHelp,
                  action: (
                    <Button onPress={() => address.change(doorAddressOf({ show: "all" }))}>{t.showEverything}</Button>
                  ),
                }}
                onClear={isFiltered ? clear : null}
              />
            }
          />
        </HeldList>
      )}
      {opened && <EventDrawer row={opened} onClose={close} onStep={step} />}
    </div>
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
