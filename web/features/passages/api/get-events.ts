import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { DOOR_ALARM_KINDS, DOOR_SILENCE_KINDS } from "#contract/door-events.ts";
import { DOOR_LOG_COLUMNS, mergedLogColumns } from "#contract/log-columns.ts";
import { type NamedIds, searchConditions, searchWords } from "#contract/log-search.ts";
import { accessPointRow } from "#contract/tables/access-points.ts";
import { type DoorEventListRow, doorEventListRow } from "#contract/tables/door-events.ts";
import { type MergedLogRow, mergedLogRow } from "#contract/tables/merged-log.ts";
import { organizationRow } from "#contract/tables/organizations.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readPage, readRow, readRows } from "#web/lib/calls/rows.ts";
import type { DoorFilters } from "../door-filters.ts";
import { windowOf } from "../filters.ts";
import type { ListedRow, PageStart } from "../shown-pages.ts";
import { isSystemAdmin } from "../whose-log.ts";
import { afterRow } from "./after-row.ts";
import { findNames } from "./log-names.ts";

export const EVENTS_KEY = ["door-events", "list"] as const;

/** The log of doors, or of doors and gates. */
export type EventLogName = "doors" | "all";

const LOGS = {
  doors: { view: "door_log", columnsOf: () => DOOR_LOG_COLUMNS, row: doorEventListRow.transform(ofDoor) },
  all: { view: "merged_log", columnsOf: mergedLogColumns, row: mergedLogRow },
} as const;

function ofDoor(row: DoorEventListRow): MergedLogRow {
  return { ...row, source: "door" };
}

const OTHER_KINDS = [...new Set([...DOOR_ALARM_KINDS, ...DOOR_SILENCE_KINDS])];

/** Rows about gaps in the log; no filter hides them. */
const SILENCE = `kind.in.(${DOOR_SILENCE_KINDS.join(",")})`;

/** Reads a page of events. A page that follows another one is not counted. */
export function getEventsQueryOptions(log: EventLogName, filters: DoorFilters, start: PageStart, rows: number) {
  const { columnsOf, row } = LOGS[log];
  return queryOptions({
    queryKey: [...EVENTS_KEY, log, filters, start, rows],
    placeholderData: keepPreviousData,
    queryFn: async ({ client, signal }) => {
      const columns = columnsOf(isSystemAdmin());
      const names = await namesIn(client, filters);
      if ("after" in start) {
        const call = listed(log, columns, filters, names, {});
        return readPage(row, following(call, start.after).limit(rows).abortSignal(signal));
      }
      const { from, upTo } = start;
      // Years of events may match; "estimated" counts exactly only while that is cheap.
      const call = listed(log, columns, filters, names, { count: "estimated" });
      return readPage(
        row,
        (upTo === null ? call : call.lte("occurred_at", upTo)).range(from, from + rows - 1).abortSignal(signal),
      );
    },
  });
}

function following(call: ReturnType<typeof listed>, { occurred_at: at, id }: ListedRow) {
  return afterRow(call, "occurred_at", { at, id });
}

/** Reads rows for a file: those after one, or from the newest on. Throws BackendError. */
export async function readEvents(
  client: QueryClient,
  log: EventLogName,
  filters: DoorFilters,
  { after, rows }: { after: MergedLogRow | undefined; rows: number },
): Promise<MergedLogRow[]> {
  const columns = LOGS[log].columnsOf(isSystemAdmin()).replace("removed_at)", "removed_at, organizations(name))");
  const call = listed(log, columns, filters, await namesIn(client, filters), {});
  return readRows(LOGS[log].row, (after === undefined ? call : following(call, after)).limit(rows));
}

/** Lists events, newest first. */
function listed(
  log: EventLogName,
  columns: string,
  filters: DoorFilters,
  names: readonly NamedIds[],
  counted: Counted,
) {
  let call = matching(log, columns, filters, names, counted);
  if (filters.show === "granted") call = call.or(`granted.is.true,${SILENCE}`);
  if (filters.show === "refused") call = call.or(`granted.is.false,kind.in.(${DOOR_ALARM_KINDS.join(",")}),${SILENCE}`);
  return call.order("occurred_at", { ascending: false }).order("id");
}

function namesIn(client: QueryClient, filters: DoorFilters): Promise<NamedIds[]> {
  return findNames(client, filters.text, windowOf(filters, Date.now()).since);
}

type Counted = { count?: "estimated" };

/** Filters rows by a period, a controller, a door and a search. */
function matching(
  log: EventLogName,
  columns: string,
  filters: DoorFilters,
  names: readonly NamedIds[],
  counted: Counted,
) {
  const { since, before } = windowOf(filters, Date.now());
  let call = backend.from(LOGS[log].view).select(columns, counted);
  if (since !== null) call = call.gte("occurred_at", since);
  // A gap is listed at its end, and belongs to every day that it touches.
  if (before !== null) call = call.or(`occurred_at.lt."${before}",and(${SILENCE},gap_from.lt."${before}")`);
  if (filters.controllerId !== null) call = call.eq("controller_id", filters.controllerId);
  if (filters.doorId !== null) call = call.or(`access_point_id.eq.${filters.doorId},${SILENCE}`);
  for (const conditions of searchConditions(searchWords(filters.text), names, log === "all"))
    call = call.or([...conditions, SILENCE].join(","));
  return call;
}

/** The most rows of one reply, and more than anybody counts. */
const MOST_OTHERS = 1_000;

/** For a list of refusals and alarms: reads which rows are alarms, so that refusals can be counted. Null: too many. */
export function getOtherKindsQueryOptions(log: EventLogName, filters: DoorFilters) {
  return queryOptions({
    queryKey: [...EVENTS_KEY, log, filters, "others"],
    enabled: filters.show === "refused",
    placeholderData: keepPreviousData,
    queryFn: async ({ client, signal }) => {
      const call = matching(log, "kind", filters, await namesIn(client, filters), {}).in("kind", OTHER_KINDS);
      const rows = await readRows(doorEventListRow.pick({ kind: true }), call.limit(MOST_OTHERS).abortSignal(signal));
      return rows.length < MOST_OTHERS ? rows.map(({ kind }) => kind) : null;
    },
  });
}

/** Reads an event; null when there is none, or none that the caller may see. */
export function getEventQueryOptions(log: EventLogName, id: string | null) {
  const { view, columnsOf, row } = LOGS[log];
  return queryOptions({
    queryKey: ["door-events", "one", log, id],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      const call = backend
        .from(view)
        .select(columnsOf(isSystemAdmin()))
        .eq("id", id ?? "")
        .abortSignal(signal);
      const [found] = await readRows(row, call);
      return found ?? null;
    },
  });
}

const doorRow = accessPointRow
  .pick({ id: true, name: true, door_name: true })
  .extend({ controllers: z.object({ name: z.string() }).nullable() });

/** Reads every door that the caller may see, for the filter. */
export function getDoorsQueryOptions() {
  return queryOptions({
    queryKey: ["access-points", "names"],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readRows(
        doorRow,
        backend
          .from("access_points")
          .select("id, name, door_name, controllers(name)")
          .order("name")
          .limit(1_000)
          .abortSignal(signal),
      ),
  });
}

const ownKind = organizationRow.pick({ kind: true });

export function getOwnKindQueryOptions(organizationId: string | null) {
  return queryOptions({
    queryKey: ["organizations", "own-kind", organizationId],
    enabled: organizationId !== null,
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) =>
      readRow(
        ownKind,
        backend
          .from("organizations")
          .select("kind")
          .eq("id", organizationId ?? "")
          .abortSignal(signal)
          .single(),
      ),
  });
}
