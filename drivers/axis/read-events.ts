// Every call begins at the last row that was read, so that its absence shows that rows were lost.
import { DeviceFaultError, NonsenseReplyError, UnsupportedFirmwareError } from "../errors.ts";
import type { DoorEventCursor, DoorEventPage } from "../port.ts";
import type { AxisClient } from "./client.ts";
import { doorsByPart } from "./doors.ts";
import { SERVICES } from "./endpoints.ts";
import { EVENT_FILTERS, toDoorEvent, toScheduleEdge } from "./event-topics.ts";
import { type AxisEvent, type AxisEvents, parseEvents } from "./event-wire.ts";

/** Largest number of rows in one reply of the device. */
const ROWS_MAX = 1_000;
/** Number of rows, newest first, in which a short look usually reaches the last known one. */
const SHORT_LOOK = 50;

type Page = Omit<DoorEventPage, "clockSkewMs">;
type Rows = Omit<Page, "events" | "changedDoors" | "scheduleEdges"> & { rows: AxisEvent[] };

/** Reads events. `limit` applies to a page; a unit that only lists newest first returns everything, at most 1,000 rows. */
export function axisEvents(client: AxisClient) {
  let onlyNewestFirst = false;
  let doorOf: ReadonlyMap<string, string> = new Map();

  async function readRows(cursor: DoorEventCursor | null, limit: number): Promise<Rows | "unsupported"> {
    try {
      if (!onlyNewestFirst) return await readForward(client, cursor, Math.min(limit, ROWS_MAX - 1));
    } catch (error) {
      if (!isUnsupported(error)) throw error;
    }
    try {
      const page = await readNewest(client, cursor);
      onlyNewestFirst = true;
      return page;
    } catch (error) {
      if (isUnsupported(error)) return "unsupported";
      throw error;
    }
  }

  return {
    async read(cursor: DoorEventCursor | null, limit: number): Promise<Page | "unsupported"> {
      const read = await readRows(cursor, limit);
      if (read === "unsupported") return read;
      const { rows, ...page } = read;
      const isNew = (token: string | undefined) => token !== undefined && !doorOf.has(token);
      if (rows.some(({ values }) => isNew(values.get("AccessPointToken")) || isNew(values.get("IdPointToken"))))
        doorOf = await doorsByPart(client);
      const changedDoors = [...new Set(rows.flatMap((row) => changedDoor(row) ?? []))];
      return {
        ...page,
        changedDoors,
        events: rows.flatMap((row) => toDoorEvent(row, doorOf) ?? []),
        scheduleEdges: rows.flatMap((row) => toScheduleEdge(row) ?? []),
      };
    },
  };
}

function changedDoor({ topic, values }: AxisEvent): string | undefined {
  return topic.startsWith("Door/State/") ? values.get("DoorToken") : undefined;
}

const isUnsupported = (error: unknown): boolean =>
  error instanceof UnsupportedFirmwareError || error instanceof DeviceFaultError;

async function fetchRows(client: AxisClient, operation: string, args: Record<string, unknown>): Promise<AxisEvents> {
  const page = parseEvents(await client.call(SERVICES.eventLog, operation, args));
  // The error has no cause, because that could quote a row.
  if (!page) throw new NonsenseReplyError(`${operation} in an unknown shape`);
  return page;
}

async function readForward(client: AxisClient, cursor: DoorEventCursor | null, limit: number): Promise<Rows> {
  const fetch = async (args: { RowID?: number; Limit: number }): Promise<AxisEvents> =>
    await fetchRows(client, "axlog:FetchEvents2", { ...args, FilterSets: EVENT_FILTERS });
  if (!cursor) return pageOf(await fetch({ Limit: limit }), null, null);
  // It is unconfirmed whether the answer includes RowID itself; starting one row earlier gives the last row either way.
  // Fault point: axis-log-read-on.
  const before = cursor.row > 1 ? { RowID: cursor.row - 1 } : {};
  const page = await fetch({ ...before, Limit: limit + 1 });
  const rows = page.rows.filter(({ row }) => row >= cursor.row);
  if (rows[0]?.token === cursor.token) return pageOf({ ...page, rows: rows.slice(1) }, cursor, null);
  return gapBefore(await fetch({ Limit: limit }), cursor);
}

async function readNewest(client: AxisClient, cursor: DoorEventCursor | null): Promise<Rows> {
  const look = async (Limit: number): Promise<AxisEvents> => {
    const page = await fetchRows(client, "axlog:FetchEvents3", { Limit, Descending: true });
    const [first] = page.rows;
    const last = page.rows.at(-1);
    // A unit that always lists its oldest rows (seen on an A1001) would never show a new one.
    if (page.more && first && last && first.row < last.row) throw new UnsupportedFirmwareError("only the oldest rows");
    return { ...page, rows: page.rows.toReversed() };
  };
  const at = ({ rows }: AxisEvents): number => rows.findIndex(({ token }) => token === cursor?.token);
  let page = await look(cursor ? SHORT_LOOK : ROWS_MAX);
  if (cursor && at(page) < 0 && page.more) page = await look(ROWS_MAX);
  const known = at(page);
  const all = { ...page, more: false };
  if (!cursor) return pageOf(all, null, null);
  return known < 0 ? gapBefore(all, cursor) : pageOf({ ...all, rows: page.rows.slice(known + 1) }, cursor, null);
}

/**
 * Returns the gap when the last row read is gone. Rows that begin at or below its number belong to a restarted log. An emptied log
 * keeps the cursor: the gap is reported before its first row, however many rows were overwritten meanwhile.
 */
function gapBefore(all: AxisEvents, cursor: DoorEventCursor): Rows {
  const [oldest] = all.rows;
  if (!oldest) return pageOf(all, cursor, null);
  // Fault point: axis-lost-rows-are-a-gap.
  return pageOf(all, null, oldest.row > cursor.row ? "overrun" : "reset");
}

function pageOf({ rows, more, unreadable }: AxisEvents, cursor: DoorEventCursor | null, gap: Page["gap"]): Rows {
  const last: AxisEvent | undefined = rows.at(-1);
  // Otherwise the next call would begin at the same row for ever.
  if (more && !last) throw new NonsenseReplyError("a page of the event log without a readable row");
  return {
    rows,
    cursor: last ? { row: last.row, token: last.token } : cursor,
    more,
    gap,
    unreadable,
  };
}
