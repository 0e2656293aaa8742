// Opens doors and holds them unlocked. An opening is recorded before it is sent, and sent once. A hold is a desired state that the
// controller's worker carries out, ends and reads back.
import {
  DOOR_HOLD_HOURS_MAX,
  DOOR_OPEN_LATEST_MS,
  DOOR_OPENINGS_A_MINUTE,
  DOOR_WATCH_SECONDS,
  DOORS_WATCHED_MAX,
} from "#contract/door-states.ts";
import type { Refusal } from "#contract/errors/define-errors.ts";
import { doorErrors } from "#contract/errors/doors.ts";
import type { DoorOpened, DoorRequest } from "#contract/functions/door-control.ts";
import type { Clock } from "#drivers/clock.ts";
import { DeviceError } from "#drivers/errors.ts";
import type { OpenOutcome } from "#drivers/port.ts";
import type { AuthService } from "#server/auth/auth-service.ts";
import { storedConnection } from "#server/devices/device-connection.ts";
import { readStoredController } from "#server/devices/stored-controller.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { isDatabaseUnavailable, PortalError } from "#server/platform/http/errors.ts";
import {
  isUnreachable,
  orderHold,
  orderOpening,
  readHold,
  readOutcome,
  recordOutcome,
  releaseHold,
  watchDoors,
} from "./door-control.store.ts";

export interface DoorControlDeps extends Deps {
  auth: Pick<AuthService, "limiter">;
}

/** Maps the database functions' answers when nothing was recorded. */
const REFUSALS = new Map<string, () => Refusal>([
  ["gone", doorErrors.door_gone],
  ["off", doorErrors.door_off],
  ["other", doorErrors.request_used],
  ["paused", doorErrors.doors_paused],
  ["held", doorErrors.door_held],
  ["none", doorErrors.door_not_held],
]);

function refuse(state: string): void {
  const refusal = REFUSALS.get(state);
  if (refusal) throw new PortalError(refusal());
}

const HOUR_MS = 3_600_000;
export const UNKNOWN: DoorOpened = { outcome: "unknown", unreachable: false };
/** Time for the worker to unlock or lock the door; after that the page follows the door's state. */
const HOLD_WAIT_MS = 6_000;
const WAIT_STEP_MS = 150;
/** Time to record an outcome that came at the last moment. */
const RECORDING_MS = 3_000;

/** Opens a door. Throws PortalError 404, 409 or 429 when nothing was sent. */
export async function openDoor(
  deps: DoorControlDeps,
  { asCaller, claims }: CallerContext,
  { access_point_id: doorId, reason, request_id: requestId }: DoorRequest<"OPEN">,
): Promise<DoorOpened> {
  const until = deps.clock.monotonic() + DOOR_OPEN_LATEST_MS;
  const order = await asCaller(async (client) => {
    const ordered = await orderOpening(client, { requestId, doorId, reason });
    refuse(ordered.state);
    if (ordered.state === "new") await consume(deps, "open", `${claims.sub}:${doorId}`);
    return ordered;
  });
  const { command_id: commandId, controller_id: controllerId, door_token: doorToken } = order;
  if (commandId === null) return UNKNOWN;
  if (controllerId === null || doorToken === null) return await outcomeOf(deps, commandId, until);
  return await sendOrder(
    () => send(deps, { controllerId, doorToken, until }),
    (outcome) => recordOutcome(deps.pools.engine, { commandId, ...outcome }),
  );
}

/** Sends an order that is stored, and records its outcome. */
export async function sendOrder(
  send: () => Promise<OpenOutcome>,
  record: (outcome: OpenOutcome) => Promise<void>,
): Promise<DoorOpened> {
  try {
    const { outcome, reason } = await send();
    await record({ outcome, reason });
    return { outcome, unreachable: isUnreachable(outcome, reason) };
  } catch (error) {
    // The order is stored, but its outcome is unknown, here and in its row. The answer must not claim that nothing changed.
    if (isDatabaseUnavailable(error)) return UNKNOWN;
    throw error;
  }
}

/** Consumes the quota before the order is committed, so that a refused order leaves nothing. Openings and holds have separate quotas. */
async function consume({ auth }: DoorControlDeps, what: "open" | "hold", key: string): Promise<void> {
  const allowed = DOOR_OPENINGS_A_MINUTE;
  if (await auth.limiter.consume({ key: `door-${what}:${key}`, allowed, windowSeconds: 60 })) return;
  throw new PortalError(
    what === "open" ? doorErrors.door_opened_often({ limit: allowed }) : doorErrors.door_held_often({ limit: allowed }),
  );
}

async function send(
  deps: Deps,
  { controllerId, doorToken, until }: { controllerId: string; doorToken: string; until: number },
): Promise<OpenOutcome> {
  const refused = (reason: string): OpenOutcome => ({ outcome: "refused", reason });
  const controller = await readStoredController(deps.pools.engine, controllerId);
  if (controller === null) return refused("item_not_found");
  try {
    const device = deps.drivers.openDoorController(storedConnection(deps.keys, controller), controller.device_type);
    try {
      const timeoutMs = until - deps.clock.monotonic();
      return (await device.openDoor?.(doorToken, { timeoutMs })) ?? refused("unsupported_firmware");
    } finally {
      await device.close();
    }
  } catch (error) {
    if (error instanceof DeviceError) return refused(error.code);
    throw error;
  }
}

/**
 * Returns the outcome of a press that is already being sent, perhaps by another server. It may be sent until `until`, monotonic milliseconds,
 * and is recorded after that.
 */
export async function outcomeOf(
  { pools, clock }: Pick<Deps, "clock"> & { pools: Pick<Deps["pools"], "engine"> },
  commandId: string,
  until: number,
): Promise<DoorOpened> {
  return (await asked(clock, until + RECORDING_MS, () => readOutcome(pools.engine, commandId))) ?? UNKNOWN;
}

/**
 * Holds a door unlocked; `applied` tells that a reading has shown it unlocked. Throws PortalError 400, 404, 409 or 429 when nothing was
 * changed.
 */
export async function holdDoor(
  deps: DoorControlDeps,
  { asCaller, claims }: CallerContext,
  { access_point_id: doorId, reason, request_id: requestId, until: end }: DoorRequest<"HOLD">,
): Promise<{ hold_id: string; applied: boolean }> {
  const until = wholeSecond(new Date(end));
  const now = deps.clock.now().getTime();
  if (until.getTime() <= now) throw new PortalError(doorErrors.hold_in_the_past());
  if (until.getTime() > now + DOOR_HOLD_HOURS_MAX * HOUR_MS)
    throw new PortalError(doorErrors.hold_too_long({ hours: DOOR_HOLD_HOURS_MAX }));
  const holdId = await asCaller(async (client) => {
    const ordered = await orderHold(client, { requestId, doorId, reason, until });
    refuse(ordered.state);
    if (ordered.state === "new") await consume(deps, "hold", `${claims.sub}:${doorId}`);
    return ordered.hold_id;
  });
  if (holdId === null) throw new PortalError(doorErrors.door_held());
  return { hold_id: holdId, applied: (await becomes(deps, holdId, "applied")) !== null };
}

/**
 * Ends a hold. `locked`: a reading has shown the door locked again. `own_hours`: it is over, and a reading has shown the door unlocked by
 * the unit's own hours.
 */
export async function releaseDoor(
  deps: Deps,
  { asCaller }: CallerContext,
  { access_point_id: doorId, reason, request_id: requestId }: DoorRequest<"RELEASE">,
): Promise<{ locked: boolean; own_hours: boolean }> {
  const press = { doorId, reason: reason ?? null, requestId: requestId ?? null };
  const { state, hold_id: holdId } = await asCaller((client) => releaseHold(client, press));
  refuse(state);
  if (holdId === null) throw new PortalError(doorErrors.door_not_held());
  const over = await becomes(deps, holdId, "ended");
  return { locked: over?.unlocked === false, own_hours: over?.unlocked === true };
}

/** Waits for the worker, so that the usual answer is final; returns null when it has not come yet. */
async function becomes({ pools, clock }: Deps, holdId: string, what: "applied" | "ended") {
  const until = clock.monotonic() + HOLD_WAIT_MS * pools.patience;
  return await asked(clock, until, async () => {
    const hold = await readHold(pools.engine, holdId);
    return hold[what] ? hold : null;
  });
}

/** Repeats `read` until there is an answer; returns null when the time is up or the database is away. The request is saved by then. */
async function asked<T>(clock: Clock, until: number, read: () => Promise<T | null>): Promise<T | null> {
  for (;;) {
    const answer = await read().catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) return null;
      throw error;
    });
    if (answer !== null || clock.monotonic() > until) return answer;
    await clock.wait(WAIT_STEP_MS);
  }
}

/** Has the doors' states read often for a while; returns how many doors the caller may see. */
export async function followDoors(
  { asCaller }: CallerContext,
  { access_point_ids: doorIds }: DoorRequest<"STATE">,
): Promise<{ watched: number }> {
  const bounds = { seconds: DOOR_WATCH_SECONDS, max: DOORS_WATCHED_MAX };
  return { watched: await asCaller((client) => watchDoors(client, doorIds, bounds)) };
}

const wholeSecond = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);
