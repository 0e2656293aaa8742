// Commands to a door: read its lock, open it once, keep it unlocked. Service /vapix/doorcontrol.
import { z } from "zod";
import type { DoorAlarm, DoorMode, DoorPosition } from "#contract/door-states.ts";
import type { Clock } from "../clock.ts";
import { DeviceError, DeviceFailedError, NonsenseReplyError, ReplyTooLargeError, TimeoutError } from "../errors.ts";
import type { NegotiatedSession } from "../negotiated-session.ts";
import type { DoorState, OpenOutcome } from "../port.ts";
import type { AxisClient } from "./client.ts";
import { SERVICES } from "./endpoints.ts";
import { readResult } from "./faults.ts";

const MODES = new Map<string, DoorMode>([
  ["Locked", "locked"],
  ["Unlocked", "unlocked"],
  ["Accessed", "accessed"],
  ["Blocked", "blocked"],
  ["DoubleLocked", "double_locked"],
  ["LockedDown", "locked_down"],
  ["LockedOpen", "locked_open"],
]);
const POSITIONS = new Map<string, DoorPosition>([
  ["Open", "open"],
  ["Closed", "closed"],
  ["Fault", "fault"],
]);
const ALARMS = new Map<string, DoorAlarm>([
  ["Normal", "normal"],
  ["DoorForcedOpen", "forced"],
  ["DoorOpenTooLong", "held_open"],
]);
/** A door in one of these modes answers an opening with success without opening, or refuses it. */
// Fault point: axis-blocked-door.
const DEAF: ReadonlySet<DoorMode> = new Set(["blocked", "locked_down", "locked_open"]);

const word = z.string().max(60).nullish();
const wireState = z.looseObject({
  DoorState: z.looseObject({ DoorMode: z.string().max(60), DoorPhysicalState: word, Alarm: word }),
});

/** Reads a door's state. A door without a sensor lacks fields. An unknown word is unknown, never locked. */
export async function readDoorState(client: AxisClient, doorToken: string): Promise<DoorState> {
  const result = await client.call(SERVICES.doorControl, "tdc:GetDoorState", { Token: doorToken });
  const parsed = wireState.safeParse(result);
  if (!parsed.success) throw new NonsenseReplyError("GetDoorState in an unknown shape", { cause: parsed.error });
  const { DoorMode: mode, DoorPhysicalState: physical, Alarm: alarm } = parsed.data.DoorState;
  return {
    // Fault point: axis-unknown-lock.
    mode: MODES.get(mode) ?? "unknown",
    physical: physical ? (POSITIONS.get(physical) ?? "unknown") : null,
    alarm: alarm ? (ALARMS.get(alarm) ?? null) : null,
  };
}

/** Sets the lock until the door's next scheduled change, or another command. Idempotent; a reading confirms it. */
export async function setDoorLock(client: AxisClient, doorToken: string, lock: "locked" | "unlocked"): Promise<void> {
  await client.call(SERVICES.doorControl, lock === "locked" ? "tdc:LockDoor" : "tdc:UnlockDoor", { Token: doorToken });
}

export interface OpeningParts {
  session: NegotiatedSession;
  client: AxisClient;
  clock: Clock;
}

/**
 * Opens at most once, and not after `timeoutMs`. A request answered with 401 was not carried out, so the signed one that follows is no
 * second opening. A blocked door answers success, so its state is read before and after.
 */
export async function openDoor(
  { session, client, clock }: OpeningParts,
  doorToken: string,
  { timeoutMs }: { timeoutMs: number },
): Promise<OpenOutcome> {
  const latest = clock.monotonic() + timeoutMs;
  try {
    const before = await readDoorState(client, doorToken);
    if (DEAF.has(before.mode)) return { outcome: "refused", reason: before.mode };
    const left = latest - clock.monotonic();
    if (left <= 0) throw new TimeoutError(timeoutMs, { outcomeUnknown: false });
    readResult(await sendOnce(session, doorToken, left));
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    return { outcome: isUndecided(error) ? "unknown" : "refused", reason: error.code };
  }
  return await afterwards(client, doorToken);
}

function sendOnce(session: NegotiatedSession, doorToken: string, totalMs: number) {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ "tdc:AccessDoor": { Token: doorToken } });
  // Fault point: axis-opening-sent-once.
  const request = { method: "POST", path: SERVICES.doorControl, headers, body, freshConnection: true } as const;
  return session.send(request, { totalMs });
}

/** Tells whether an error leaves the lock's state unknown: an unreadable answer, or a failure within the device. */
function isUndecided(error: DeviceError): boolean {
  const unreadable =
    error instanceof NonsenseReplyError || error instanceof DeviceFailedError || error instanceof ReplyTooLargeError;
  return error.outcomeUnknown || unreadable;
}

async function afterwards(client: AxisClient, doorToken: string): Promise<OpenOutcome> {
  try {
    const { mode } = await readDoorState(client, doorToken);
    if (DEAF.has(mode)) return { outcome: "refused", reason: mode };
  } catch (error) {
    // The device has answered that it opened; a failed second question changes nothing.
    if (!(error instanceof DeviceError)) throw error;
  }
  return { outcome: "executed", reason: null };
}
