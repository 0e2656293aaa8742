// Shared by both areas; row policies decide what an org admin sees.
import { useQuery } from "@tanstack/react-query";
import { DoorClosed, SearchX } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { DoorEventListRow } from "#contract/tables/door-events.ts";
import { formatTime } from "#web/lib/dates.ts";
import { EVENT } from "#web/lib/door-event-address.ts";
import { useLinkedParameter } from "#web/lib/linked-parameter.ts";
import { useListAddress } from "#web/lib/list-address.ts";
import { useSearchText } from "#web/lib/use-search-text.ts";
import { doorLogTexts as t } from "#web/texts/door-log.ts";
import { words } from "#web/texts/words.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy-dialog.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { pagingOf, useAddressTableState } from "#web/ui/table/use-table-state.ts";
import { DOOR_EVENTS_KEY, getDoorEventQueryOptions, getDoorEventsQueryOptions } from "../api/get-door-events.ts";
import { countActiveDoorFilters, doorAddressOf, doorFiltersIn, NO_DOOR_FILTERS } from "../door-filters.ts";
import { useDoorEventFeed } from "../use-door-event-feed.ts";
import { doorLogColumns, doorName, silenceClass, silenceOf, whoOf } from "./door-log-columns.tsx";
import { DoorLogToolbar } from "./door-log-toolbar.tsx";
import { HousingNote } from "./housing-note.tsx";

const DoorEventDrawer = lazyDialog(
  () => import("./door-event-drawer.tsx"),
  (module) => module.DoorEventDrawer,
);
const DIALOGS = [DoorEventDrawer];

const NEWEST_FIRST = { key: "occurred_at", direction: "descending" } as const;

/** `choice`: leads to the log of gates, where there is one. */
export function DoorLog({ choice }: { choice?: ReactNode }) {
  usePrefetched(DIALOGS);
  const address = useListAddress();
  const search = useSearchText(DOOR_EVENTS_KEY, address);
  const filters = { ...doorFiltersIn(address), text: search.query };
  const table = useAddressTableState(address, { sort: NEWEST_FIRST });
  const list = useQuery(getDoorEventsQueryOptions(filters, { from: table.from, rows: table.pageSize }));
  const [chosen, setOpened] = useState<DoorEventListRow | null>(null);
  const [linked, setLinked] = useState<string | null>(null);
  useLinkedParameter(EVENT, setLinked);
  const { data: linkedRow = null } = useQuery(getDoorEventQueryOptions(linked));
  const opened = chosen ?? (linked === null ? null : linkedRow);
  useDoorEventFeed(opened === null);

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
      <PageHead title={t.title} subtitle={t.subtitle} />
      <DoorLogToolbar
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
          {t.failed}. {list.error.message}
        </RetryNote>
      ) : (
        <DataTable
          label={t.title}
          columns={doorLogColumns}
          rows={list.data?.rows}
          rowId={(row) => row.id}
          rowName={(row) => t.rowName(whoOf(row) ?? t.kinds[row.kind], doorName(row), formatTime(row.occurred_at))}
          onOpen={setOpened}
          opens={opens}
          across={silenceOf}
          rowClass={silenceClass}
          stale={list.isPlaceholderData}
          sort={NEWEST_FIRST}
          paging={list.data && pagingOf(table, total)}
          empty={
            <EmptyState
              icon={isFiltered ? SearchX : DoorClosed}
              title={isFiltered ? t.emptyFiltered : t.empty}
              help={isFiltered ? t.emptyFilteredHelp : t.emptyHelp}
              action={isFiltered && <Button onPress={clear}>{words.clearFilters}</Button>}
            />
          }
        />
      )}
      {opened && <DoorEventDrawer row={opened} onClose={close} onStep={step} />}
    </div>
  );
}

/** Of another's event there is no more to know, and a gap has no explanation. */
function opens({ is_shared, kind }: DoorEventListRow): boolean {
  return !is_shared && kind !== "gap" && kind !== "outage";
}
