// Merges passages from the realtime channel into the rows that were read; the next reading completes them.
import { z } from "zod";
import { accessLogRow } from "#contract/tables/access-logs.ts";
import type { GateLogRow, MergedLogRow } from "#contract/tables/merged-log.ts";
import type { LogRow } from "./api/get-access-logs.ts";
import { type DoorFilters, matchesPassage } from "./door-filters.ts";
import { type LogFilters, matchesFilters } from "./filters.ts";
import { patchRow } from "./live-rows.ts";

/** The table's own columns, which are all that a change event carries. */
export const recentRow = accessLogRow.extend({ opened: z.boolean(), duplicate_of: z.string().nullable() });
export type RecentRow = z.infer<typeof recentRow>;

type Gate = NonNullable<LogRow["controllers"]>;

/** Long enough for a reading that began after the event to complete. */
const KEPT_MS = 30_000;

export interface Arrived {
  row: RecentRow;
  at: number;
}

/** Adds `news`: an update replaces its row, and rows that every reading has by now are dropped. */
export function addArrived(arrived: readonly Arrived[], news: readonly RecentRow[], now: number): readonly Arrived[] {
  const replaced = new Set(news.map((row) => row.id));
  return [
    ...news.map((row) => ({ row, at: now })),
    ...arrived.filter(({ row, at }) => now - at < KEPT_MS && !replaced.has(row.id)),
  ];
}

interface Listed<Filters> {
  filters: Filters;
  gates: ReadonlyMap<string, Gate>;
  limit: number;
  now: number;
}

/**
 * Adds matching passages that no reading had yet, newest first, up to `limit` rows. A passage at an unknown gate waits for the next
 * reading.
 */
export function withArrived(
  read: readonly LogRow[],
  arrived: readonly Arrived[],
  { filters, gates, limit, now }: Listed<LogFilters>,
): { rows: readonly LogRow[]; added: number } {
  return merged(read, arrived, {
    limit,
    gates,
    matches: (row) => matchesFilters(filters, row, now),
    timeOf: ({ detected_at }) => detected_at,
    rowOf: (row, controllers) => {
      const credentials = read.find((old) => old.credential_id === row.credential_id)?.credentials ?? null;
      return { ...row, controllers, credentials: row.credential_id === null ? null : credentials };
    },
  });
}

/** Adds passages like `withArrived`, for the log of doors and gates. */
export function eventsWithArrived(
  read: readonly MergedLogRow[],
  arrived: readonly Arrived[],
  { filters, gates, limit, now }: Listed<DoorFilters>,
): { rows: readonly MergedLogRow[]; added: number } {
  return merged<MergedLogRow>(read, arrived, {
    limit,
    gates,
    matches: (row) => matchesPassage(filters, row, now),
    timeOf: ({ occurred_at }) => occurred_at,
    rowOf: gateEvent,
  });
}

function gateEvent(row: RecentRow, controllers: Gate | null): GateLogRow {
  const { id, detected_at: at, controller_id, plate_number, macro_executed, opened, duplicate_of } = row;
  const { access_granted: granted, access_reason: reason } = row;
  return {
    source: "gate",
    id,
    controller_id,
    controllers,
    plate_number,
    granted,
    reason,
    macro_executed,
    opened,
    duplicate_of,
    occurred_at: at,
    received_at: at,
    // The person's name comes with the next reading.
    credentials: null,
    door_commands: null,
  };
}

interface Merging<Row> {
  limit: number;
  gates: ReadonlyMap<string, Gate>;
  matches: (row: RecentRow) => boolean;
  timeOf: (row: Row) => string;
  rowOf: (row: RecentRow, gate: Gate | null) => Row;
}

function merged<Row extends { id: string; macro_executed?: boolean | null }>(
  read: readonly Row[],
  arrived: readonly Arrived[],
  { limit, gates, matches, timeOf, rowOf }: Merging<Row>,
): { rows: readonly Row[]; added: number } {
  const known = new Set(read.map((row) => row.id));
  // Applies events to rows read before them; a known macro outcome never becomes unknown again.
  const turned = arrived.filter(({ row }) => row.macro_executed !== null && known.has(row.id));
  const patched = turned.reduce<readonly Row[]>((rows, { row }) => patchRow(rows, row), read);
  const last = read.at(-1);
  const oldest = read.length < limit || !last ? Number.NEGATIVE_INFINITY : Date.parse(timeOf(last));
  const added = arrived.flatMap(({ row }): Row[] => {
    // Cheapest test first: most passages of a busy gate are already read or too old.
    if (known.has(row.id) || Date.parse(row.detected_at) < oldest) return [];
    if (!matches(row)) return [];
    const gate = row.controller_id === null ? null : gates.get(row.controller_id);
    return gate === undefined ? [] : [rowOf(row, gate)];
  });
  if (added.length === 0) return { rows: patched, added: 0 };
  const rows = [...added, ...patched].sort((one, other) => Date.parse(timeOf(other)) - Date.parse(timeOf(one)));
  return { rows: rows.slice(0, limit), added: added.length };
}
