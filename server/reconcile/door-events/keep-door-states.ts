// Reads the states of a controller's doors, and keeps doors unlocked or locks them again as people ordered. A door that cannot be asked
// must not delay the controller's PINs.
import type { DoorController, DoorState } from "#drivers/port.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import {
  deviceTrouble,
  holdsLease,
  type Lease,
  LeaseLostError,
  requireLease,
  type WorkerContext,
} from "../worker/public.ts";
import type { LogNews } from "./collect-door-events.ts";
import { readEventCursor } from "./door-events.store.ts";
import { type DoorNow, desiredLock, isAsked, type Looking, nextLook, standsUnlocked } from "./door-states.rules.ts";
import {
  endHolds,
  type Reading,
  readDoorsNow,
  recordApplied,
  recordEnds,
  recordNextLook,
  recordReadings,
  recordSent,
} from "./door-states.store.ts";

/** Errors about one door; others concern the whole controller. */
const DOOR_CODES = new Set([
  "nonsense_reply",
  "device_fault",
  "item_not_found",
  "unsupported_firmware",
  "device_failed",
]);

/** Keeps the states. Throws DeviceError when the controller cannot be reached, and LeaseLostError. */
export async function keepDoorStates(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  news: LogNews,
): Promise<void> {
  if (!news.statesDue && !news.gap && news.changed.size === 0) return;
  await lookAtDoors(worker, lease, device, { ...news, isAsked });
}

/**
 * Locks only the doors whose hold is over, or leaves them to the unit's own hours. Runs before all other work, which may fail or take
 * long, and is all that runs while the workers are paused. Throws DeviceError when the controller cannot be reached, and LeaseLostError.
 */
export async function lockEndedHolds(worker: WorkerContext, lease: Lease, device: DoorController): Promise<void> {
  const { supported, statesDue, statesAt } = await readEventCursor(worker.pool, lease.controllerId);
  if (!statesDue) return;
  const news = { hasLog: supported, changed: new Set<string>(), gap: false, statesAt };
  const isOver = (door: DoorNow, { now }: Looking) => desiredLock(door, now) === "locked";
  await lookAtDoors(worker, lease, device, { ...news, isAsked: isOver });
}

interface Look extends Omit<LogNews, "statesDue"> {
  isAsked: (door: DoorNow, looking: Looking) => boolean;
}

async function lookAtDoors(worker: WorkerContext, lease: Lease, device: DoorController, look: Look): Promise<void> {
  const doors = await readDoorsNow(worker.pool, lease.controllerId);
  const looking: Looking = { ...look, now: worker.clock.now() };
  const readings: Reading[] = [];
  const left: string[] = [];
  for (const door of device.readDoorState ? doors.filter((one) => look.isAsked(one, looking)) : []) {
    requireLease(worker, lease);
    const askedAt = worker.clock.monotonic();
    const { state, isLeft } = await stateOf(worker, { device, door, now: looking.now });
    readings.push({ doorId: door.id, state, askedAt });
    if (isLeft) left.push(door.id);
  }
  const unlocked = readings.flatMap(({ doorId, state }) => (state && standsUnlocked(state.mode) ? [doorId] : []));
  const locked = readings.flatMap(({ doorId, state }) =>
    state && !standsUnlocked(state.mode) && state.mode !== "unknown" ? [doorId] : [],
  );
  await transaction(worker.pool, async (client) => {
    if (!(await holdsLease(client, lease, worker.bootId)))
      throw new LeaseLostError("another worker took the controller while its doors were read");
    await recordReadings(client, readings, worker.clock.monotonic());
    if (doors.some(({ holds }) => holds.length > 0)) {
      await recordApplied(client, unlocked);
      await endHolds(client, lease.controllerId);
      await recordEnds(client, lease.controllerId, { locked, left: left.filter((id) => unlocked.includes(id)) });
    }
    await recordNextLook(client, lease.controllerId, {
      nextMs: nextLook(doors, looking),
      seenAt: look.statesAt,
    });
  });
}

interface Asked {
  device: DoorController;
  door: DoorNow;
  now: Date;
}

interface Seen {
  /** Null: the device could not tell. */
  state: DoorState | null;
  /** The hold is over, and the device has left the lock to its own hours. */
  isLeft: boolean;
}

/** Sends the desired state and reads the door. */
async function stateOf(worker: WorkerContext, { device, door, now }: Asked): Promise<Seen> {
  const read = () => unlessDoor(worker, door, async () => (await device.readDoorState?.(door.doorToken)) ?? null);
  const state = await read();
  const desired = desiredLock(door, now);
  if (state === null || desired === null || standsUnlocked(state.mode) === (desired === "unlocked"))
    return { state, isLeft: false };
  if (desired === "unlocked") await recordSent(worker.pool, door.id);
  // A door that cannot be locked is still read, so that people see that it stands open.
  const left = await unlessDoor(worker, door, () => send(device, door.doorToken, desired));
  return { state: await read(), isLeft: left === "own_hours" };
}

async function send(device: DoorController, doorToken: string, desired: "locked" | "unlocked") {
  if (desired === "locked" && device.releaseDoor) return await device.releaseDoor(doorToken);
  await device.setDoorLock?.(doorToken, desired);
  return desired;
}

/** Runs `ask`; returns null when the device answers that only this door is in trouble. */
async function unlessDoor<T>(worker: WorkerContext, door: DoorNow, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    const code = deviceTrouble(error)?.code;
    if (code === undefined || !DOOR_CODES.has(code)) throw error;
    worker.log.warn({ err: error, doorId: door.id, code }, "a door's state cannot be read or set");
    return null;
  }
}
