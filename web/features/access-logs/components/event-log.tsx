// What happened at doors, or at doors and gates. Shared by both areas; row policies decide what an org admin sees.
import { useQuery } from "@tanstack/react-query";
import { DoorClosed, ScrollText, SearchX } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { MergedLogRow } from "#contract/tables/merged-log.ts";
import { formatTime } from "#web/lib/dates.ts";
import { isTimeout } from "#web/lib/errors.ts";
import { useLinkedParameter } from "#web/lib/linked-parameter.ts";
import { useListAddress } from "#web/lib/list-address.ts";
import { EVENT } from "#web/lib/passage-address.ts";
import { useSearchText } from "#web/lib/use-search-text.ts";
import { useDoorWatch } from "#web/lib/watch-doors.ts";
import { doorLogTexts as t } from "#web/texts/door-log.ts";
import { words } from "#web/texts/words.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy-dialog.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { pagingOf, useAddressTableState } from "#web/ui/table/use-table-state.ts";
import { EVENTS_KEY, type EventLogName, getEventQueryOptions, getEventsQueryOptions } from "../api/get-events.ts";
import { countActiveDoorFilters, doorAddressOf, doorFiltersIn, NO_DOOR_FILTERS } from "../door-filters.ts";
import { periodSubtitle } from "../period-subtitle.ts";
import { useEventFeed } from "../use-event-feed.ts";
import { silenceClass, silenceOf } from "./door-event-cells.tsx";
import { eventColumns, eventPlace, eventWho } from "./event-columns.tsx";
import { EventToolbar } from "./event-toolbar.tsx";
import { HousingNote } from "./housing-note.tsx";

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

/** `choice`: leads to the other logs. */
export function EventLog({ log, choice }: { log: EventLogName; choice: ReactNode }) {
  usePrefetched(DIALOGS);
  const address = useListAddress();
  const search = useSearchText(EVENTS_KEY, address);
  const inAddress = doorFiltersIn(address);
  // The doors of a door filter are the log of doors' alone.
  const doorId = log === "doors" ? inAddress.doorId : null;
  const filters = { ...inAddress, doorId, text: search.query };
  const table = useAddressTableState(address, { sort: NEWEST_FIRST });
  const list = useQuery(getEventsQueryOptions(log, filters, { from: table.from, rows: table.pageSize }));
  const [chosen, setOpened] = useState<MergedLogRow | null>(null);
  const [linked, setLinked] = useState<string | null>(null);
  useLinkedParameter(EVENT, setLinked);
  const { data: linkedRow = null } = useQuery(getEventQueryOptions(log, linked));
  const opened = chosen ?? (linked === null ? null : linkedRow);
  useEventFeed(log, opened === null);
  useDoorWatch(doorId === null ? [] : [doorId]);

  function close(): void {
    setOpened(null);
    setLinked(null);
  }

  function step(by: 1 | -1): void {
    const rows = (list.data?.rows ?? []).filter(opens);
    const at = rows.findIndex(({ id }) => id === opened?.id);
    const next = at < 0 ? undefined : rows[at + by];
    if (next) setOpened(next);
  }

  function clear(): void {
    search.setText("");
    address.change({ ...doorAddressOf(NO_DOOR_FILTERS), q: null });
  }

  const isFiltered = filters.text !== "" || countActiveDoorFilters(filters) > 0;
  const total = list.data?.total ?? 0;
  return (
    <div data-wide>
      <PageHead title={t.title} subtitle={periodSubtitle(t.shows[filters.show], filters)} />
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
        <DataTable
          label={t.title}
          columns={eventColumns}
          rows={list.data?.rows}
          rowId={(row) => row.id}
          rowName={rowName}
          onOpen={setOpened}
          opens={opens}
          across={(row) => (row.source === "door" ? silenceOf(row) : null)}
          rowClass={(row) => (row.source === "door" ? silenceClass(row) : undefined)}
          stale={list.isPlaceholderData}
          sort={NEWEST_FIRST}
          paging={list.data && pagingOf(table, total)}
          empty={
            <EmptyState
              icon={isFiltered ? SearchX : WORDS[log].icon}
              title={isFiltered ? t.emptyFiltered : t.empty}
              help={isFiltered ? t.emptyFilteredHelp : WORDS[log].emptyHelp}
              action={isFiltered && <Button onPress={clear}>{words.clearFilters}</Button>}
            />
          }
        />
      )}
      {opened && <EventDrawer row={opened} onClose={close} onStep={step} />}
    </div>
  );
}

/** Of another's event there is no more to know, and a gap has no explanation. */
function opens(row: MergedLogRow): boolean {
  return row.source === "gate" || (!row.is_shared && row.kind !== "gap" && row.kind !== "outage");
}

function rowName(row: MergedLogRow): string {
  const what = eventWho(row) ?? (row.source === "door" ? t.kinds[row.kind] : words.unreadPlate);
  return t.rowName(what, eventPlace(row), formatTime(row.occurred_at));
}
