// Reads what a controller logged at its doors since the last time. Its PINs come first: a log that cannot be read, or
// never ends, takes nothing from them.
import type { DoorController, DoorEventPage } from "#drivers/port.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { holdsLease } from "./controller-workers.store.ts";
import { deviceTrouble } from "./device-trouble.ts";
import { doorEventRows } from "./door-events.rules.ts";
import {
  insertDoorEvents,
  readEventCursor,
  recordEventCursor,
  recordUnreadLog,
  type StoredCursor,
} from "./door-events.store.ts";
import { sourceOfToken } from "./tokens.ts";
import { type Lease, LeaseLostError, requireLease, type WorkerContext } from "./worker-context.ts";

const PAGE = 999;
/** A long log is read over many runs, between which the controller's PINs are looked at. */
const PAGES_A_RUN = 3;
const AGAIN_AFTER_TROUBLE_MS = 60_000;
/** New firmware may have a log. */
const AGAIN_WITHOUT_LOG_MS = 3_600_000;

/** About the log alone; others concern the whole controller. */
const LOG_CODES = new Set([
  "nonsense_reply",
  "reply_too_large",
  "device_fault",
  "item_not_found",
  "unsupported_firmware",
]);

/** @throws DeviceError when the controller cannot be reached, LeaseLostError */
export async function collectDoorEvents(worker: WorkerContext, lease: Lease, device: DoorController): Promise<void> {
  let stored = await readEventCursor(worker.pool, lease.controllerId);
  if (!stored.due) return;
  for (let page = 0; page < PAGES_A_RUN && !worker.stopping.aborted; page++) {
    requireLease(worker, lease);
    const read = await readPage(worker, lease, device, stored);
    if (read === null) return;
    stored = await keepPage(worker, lease, read, stored);
    if (!read.more) return;
  }
}

/** Null when this controller's log cannot be read now. */
async function readPage(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  { cursor }: StoredCursor,
): Promise<DoorEventPage | null> {
  try {
    const page = (await device.readEvents?.(cursor, PAGE)) ?? "unsupported";
    if (page !== "unsupported") return page;
    await recordUnreadLog(worker.pool, lease.controllerId, { error: null, nextMs: AGAIN_WITHOUT_LOG_MS });
  } catch (error) {
    const code = deviceTrouble(error)?.code;
    if (code === undefined || !LOG_CODES.has(code)) throw error;
    worker.log.warn({ err: error, controllerId: lease.controllerId, code }, "a controller's log cannot be read");
    await recordUnreadLog(worker.pool, lease.controllerId, { error: code, nextMs: AGAIN_AFTER_TROUBLE_MS });
  }
  return null;
}

/** Events and cursor in one transaction, so that nothing is lost or kept twice. */
async function keepPage(
  worker: WorkerContext,
  lease: Lease,
  page: DoorEventPage,
  { completeTo }: StoredCursor,
): Promise<StoredCursor> {
  const now = worker.clock.now();
  const rows = doorEventRows(page, { completeTo, now, sourceOf: sourceOfToken });
  const after = {
    cursor: page.cursor,
    completeTo: page.more ? completeTo : now,
    clockSkewMs: page.clockSkewMs,
    nextMs: page.more ? 0 : worker.options.eventsEveryMs,
  };
  const held = await transaction(worker.pool, async (client) => {
    if (!(await holdsLease(client, lease, worker.bootId))) return false;
    await insertDoorEvents(client, lease.controllerId, rows);
    await recordEventCursor(client, lease.controllerId, after);
    return true;
  });
  if (!held) throw new LeaseLostError("another worker took the controller while its log was read");
  return { cursor: after.cursor, completeTo: after.completeTo, due: true };
}
