// Reads what a controller logged at its doors since the last reading, after changed PINs and before a comparison. An unreadable or endless
// log must not delay PIN changes or comparison.
import type { PoolClient } from "pg";
import type { DoorController, DoorEventPage } from "#drivers/port.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import {
  holdsLease,
  type Lease,
  LeaseLostError,
  requireLease,
  sourceOfToken,
  troubleOfOneCall,
  type WorkerContext,
} from "../worker/public.ts";
import { believedEdges, doorEventRows, untilNextReading, withinDay, wrongClockMs } from "./door-events.rules.ts";
import {
  insertDoorEvents,
  readEventCursor,
  recordEventCursor,
  recordUnreadLog,
  type StoredCursor,
} from "./door-events.store.ts";
import { WATCHED_MS } from "./door-states.rules.ts";
import { confirmStates } from "./door-states.store.ts";
import { askBoot, noticeRestart } from "./notice-restart.ts";
import { recordQuietPage } from "./quiet-page.store.ts";
import { lockDoorsWithHours, recordScheduleEdges } from "./schedule-edges.store.ts";

const PAGE = 999;
/** A long log is read over many runs, so that the controller's PINs are checked in between. */
const PAGES_A_RUN = 3;
const AGAIN_AFTER_TROUBLE_MS = 60_000;
/** The time until a unit without a log is asked again, because new firmware may have one. */
const AGAIN_WITHOUT_LOG_MS = 3_600_000;

/** The changes of the doors' states that the log reported. */
export interface LogNews {
  hasLog: boolean;
  /** Tokens of doors whose lock, position or alarm changed. */
  changed: ReadonlySet<string>;
  /** Changes may be missing: rows were lost, or the device restarted. */
  gap: boolean;
  /** The doors' states are due, whatever the log says. */
  statesDue: boolean;
  /** The time at which the states became due. */
  statesAt: string | null;
}

/** Collects events. Throws DeviceError when the controller cannot be reached, and LeaseLostError. */
export async function collectDoorEvents(worker: WorkerContext, lease: Lease, device: DoorController): Promise<LogNews> {
  const stored = await readEventCursor(worker.pool, lease.controllerId);
  const boot = await askBoot(worker, lease, device, stored);
  const { isToTheEnd, ...news } = await readNews(worker, lease, device, stored);
  // Before the log has been read to its end, one of its later pages may report the start.
  const isStartedAnew = isToTheEnd && (await noticeRestart(worker, lease, boot));
  return { ...news, gap: news.gap || isStartedAnew };
}

async function readNews(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  from: StoredCursor,
): Promise<LogNews & { isToTheEnd: boolean }> {
  let stored = from;
  const changed = new Set<string>();
  const { supported: hasLog, statesDue, statesAt } = stored;
  const news = { hasLog, changed, gap: false, statesDue, statesAt, isToTheEnd: true };
  for (let page = 0; stored.due && page < PAGES_A_RUN && !worker.stopping.aborted; page++) {
    requireLease(worker, lease);
    const begunAt = worker.clock.monotonic();
    const read = await readPage(worker, lease, device, stored);
    if (read === null) return { ...news, hasLog: false };
    for (const token of read.changedDoors) changed.add(token);
    news.gap ||= mayMissChanges(read);
    stored = await keepPage(worker, lease, read, { stored, confirms: !news.gap, changed, begunAt });
    news.isToTheEnd = !read.more;
    if (!read.more) break;
  }
  return news;
}

function mayMissChanges({ gap, unreadable, events }: DoorEventPage): boolean {
  return gap !== null || unreadable > 0 || events.some(({ kind }) => kind === "gap" || kind === "controller_restarted");
}

/** Reads a page; returns null when this controller's log cannot be read now. */
async function readPage(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  { cursor, nextReadAt: seenNextReadAt }: StoredCursor,
): Promise<DoorEventPage | null> {
  const unread = (error: string | null, nextMs: number) =>
    recordUnreadLog(worker.pool, lease.controllerId, { error, nextMs, seenNextReadAt });
  try {
    const page = (await device.readEvents?.(cursor, PAGE)) ?? "unsupported";
    if (page !== "unsupported") return page;
    await unread(null, AGAIN_WITHOUT_LOG_MS);
  } catch (error) {
    const code = troubleOfOneCall(error);
    if (code === null) throw error;
    worker.log.warn({ err: error, controllerId: lease.controllerId, code }, "a controller's log cannot be read");
    await unread(code, AGAIN_AFTER_TROUBLE_MS);
  }
  return null;
}

interface Keeping {
  stored: StoredCursor;
  confirms: boolean;
  changed: ReadonlySet<string>;
  /** On the monotonic clock. Events logged while the unit answers may be missing from the page. */
  begunAt: number;
}

/** Stores events and cursor in one transaction, so that nothing is lost or stored twice. */
async function keepPage(
  worker: WorkerContext,
  lease: Lease,
  page: DoorEventPage,
  { stored, confirms, changed, begunAt }: Keeping,
): Promise<StoredCursor> {
  const { completeTo } = stored;
  const now = worker.clock.now();
  const { eventsEveryMs, pollMs } = worker.options;
  const spentMs = worker.clock.monotonic() - begunAt;
  const spent = { spentMs, pollMs };
  const read = doorEventRows(page, { completeTo, now, sourceOf: sourceOfToken });
  const { rows, isFull } = withinDay(read, stored.ofDay);
  const edges = believedEdges(page, { completeTo, now });
  const after = {
    cursor: page.cursor,
    completeTo: page.more ? completeTo : new Date(now.getTime() - spentMs),
    clockSkewMs: page.clockSkewMs,
    wrongClockMs: wrongClockMs(page, { completeTo, now }),
    nextMs: page.more ? 0 : untilNextReading(eventsEveryMs, spent),
    nextWatchedMs: page.more ? 0 : untilNextReading(Math.min(WATCHED_MS, eventsEveryMs), spent),
    seenNextReadAt: stored.nextReadAt,
    kept: rows.length,
    isFull,
  };
  const changedTokens = confirms && !page.more ? [...changed] : null;
  const agoMs = () => worker.clock.monotonic() - begunAt;
  const record = async (client: PoolClient) => {
    if (edges.length > 0) await lockDoorsWithHours(client, lease.controllerId);
    if (!(await holdsLease(client, lease, worker.bootId))) return null;
    await insertDoorEvents(client, lease.controllerId, rows);
    await recordScheduleEdges(client, lease.controllerId, edges);
    const next = await recordEventCursor(client, lease.controllerId, after);
    if (changedTokens !== null) await confirmStates(client, lease.controllerId, { changedTokens, agoMs: agoMs() });
    return next;
  };
  const isQuiet = rows.length === 0 && edges.length === 0;
  const nextReadAt = isQuiet
    ? await recordQuietPage(worker.pool, lease, { owner: worker.bootId, after, changedTokens, agoMs })
    : await transaction(worker.pool, record);
  if (nextReadAt === null) throw new LeaseLostError("another worker took the controller while its log was read");
  if (rows.length > 0) worker.onDoorEvents?.();
  const ofDay = { ...stored.ofDay, counted: stored.ofDay.counted + rows.length };
  return { ...stored, cursor: after.cursor, completeTo: after.completeTo, nextReadAt, ofDay };
}
