import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DOOR_TYPES } from "#contract/devices.ts";
import type { MergedLogRow } from "#contract/tables/merged-log.ts";
import { useDoorWatch } from "#web/lib/doors/watch-doors.ts";
import { useLinkedParameter } from "#web/lib/lists/linked-parameter.ts";
import { useListAddress } from "#web/lib/lists/list-address.ts";
import { useSearchText } from "#web/lib/lists/use-search-text.ts";
import { useNow } from "#web/lib/now.ts";
import { PASSAGE } from "#web/lib/passages/passage-address.ts";
import { useAddressTableState } from "#web/ui/table/use-table-state.ts";
import { EVENTS_KEY, type EventLogName, getEventQueryOptions, getEventsQueryOptions } from "./api/get-events.ts";
import {
  getLogControllersQueryOptions,
  isWithoutAny,
  type ListedController,
  namedById,
} from "./api/get-log-controllers.ts";
import {
  countActiveDoorFilters,
  type DoorFilters,
  doorAddressOf,
  doorFiltersIn,
  NO_DOOR_FILTERS,
} from "./door-filters.ts";
import { canGrow } from "./filters.ts";
import { type Arrived, eventsWithArrived } from "./recent-rows.ts";
import { rememberedPages, type ShownPages, startOf, totalOf } from "./shown-pages.ts";
import { useEventFeed } from "./use-event-feed.ts";
import { useHeldRows } from "./use-held-rows.ts";
import { useNewRowsSaid } from "./use-new-rows-said.ts";

export const NEWEST_FIRST = { key: "occurred_at", direction: "descending" } as const;

/** Holds filters, the page of rows that is shown while new ones arrive, and the opened row. */
export function useEventLog(log: EventLogName) {
  const address = useListAddress();
  const search = useSearchText(EVENTS_KEY, address);
  const filters = { ...filtersOf(log, doorFiltersIn(address)), text: search.query };
  const table = useAddressTableState(address, { sort: NEWEST_FIRST });
  const isFirst = table.from === 0;
  const { from, pageSize: size } = table;
  const question = JSON.stringify([filters, size]);
  const [openedAt] = useState(() => new Date().toISOString());
  const [pages, setPages] = useState<ShownPages | null>(null);
  const list = useQuery(getEventsQueryOptions(log, filters, startOf(pages, question, from, openedAt), size));
  const { opened, open, close } = useOpenedEvent(log);
  const { isConnected, arrived } = useEventFeed(log);
  const { data: controllers } = useQuery(getLogControllersQueryOptions());
  const [isPaused, setPaused] = useState(false);
  const [isReading, setReading] = useState(false);
  const key = JSON.stringify([filters, from]);
  const read = list.isPlaceholderData ? undefined : list.data?.rows;
  // Only the log of both has gates, and only its first page grows.
  const isLive = log === "all" && isFirst && controllers !== undefined;
  const latest = read && isLive ? liveEvents(read, arrived, filters, controllers, size) : null;
  // Pages after the first stand still: the next one begins where they ended.
  const shown = useHeldRows(key, latest?.rows ?? read, !isFirst || isPaused || isReading || opened !== null);
  const page = {
    key: question,
    from,
    size,
    rows: shown.rows,
    total: list.data ? addedTo(list.data.total, latest?.added ?? 0) : null,
  };
  const remembered = rememberedPages(pages, page);
  if (remembered !== pages) setPages(remembered);
  useNewRowsSaid(key, shown.rows);
  const grows = canGrow(filters, useNow());
  useDoorWatch(filters.doorId === null ? [] : [filters.doorId]);

  return {
    list,
    table,
    search,
    filters,
    isFiltered: filters.text !== "" || countActiveDoorFilters(filters) > 0,
    setFilters: (change: Partial<DoorFilters>) => address.change(doorAddressOf(change)),
    refetch: () => void list.refetch(),
    clear: () => {
      search.setText("");
      address.change({ ...doorAddressOf(NO_DOOR_FILTERS), q: null });
    },
    shown,
    rows: shown.rows ?? list.data?.rows,
    total: totalOf(pages, page),
    // Without a door or gate, an empty log has nothing to wait for.
    isWithout: log === "doors" && list.data?.rows.length === 0 && isWithoutAny(DOOR_TYPES, controllers),
    live: { grows, isPaused, isConnected, setPaused },
    setReading,
    opened,
    open,
    close,
  };
}

/** Returns the filters that the log has: by door for doors, by controller for doors and gates. */
const filtersOf = <Filters extends Pick<DoorFilters, "doorId" | "controllerId">>(
  log: EventLogName,
  given: Filters,
) => ({
  ...given,
  doorId: log === "doors" ? given.doorId : null,
  controllerId: log === "all" ? given.controllerId : null,
});

function liveEvents(
  read: readonly MergedLogRow[],
  arrived: readonly Arrived[],
  filters: DoorFilters,
  controllers: readonly ListedController[],
  limit: number,
) {
  return eventsWithArrived(read, arrived, { filters, gates: namedById(controllers), limit, now: Date.now() });
}

const addedTo = (total: number | null, added: number) => (total === null ? null : total + added);

export type ShownEvents = ReturnType<typeof useEventLog>;

/** Returns the row that was clicked, or the one that the page's address names. */
function useOpenedEvent(log: EventLogName) {
  const [chosen, open] = useState<MergedLogRow | null>(null);
  const [linked, setLinked] = useState<string | null>(null);
  useLinkedParameter(PASSAGE, setLinked);
  const { data: linkedRow = null } = useQuery(getEventQueryOptions(log, linked));
  return {
    opened: chosen ?? (linked === null ? null : linkedRow),
    open,
    close: () => {
      open(null);
      setLinked(null);
    },
  };
}
