import { durationMs } from "./device-clock.ts";
import { actionOf, type DoorLevel, setLevel } from "./door-levels.ts";
import { actionFailed } from "./fault.ts";
import type { DoorAction } from "./objects.ts";
import type { AxisState } from "./state.ts";

export type DoorMode = "Locked" | "Unlocked" | "Accessed" | "Blocked" | "LockedDown" | "LockedOpen" | "DoubleLocked";

export interface DoorState {
  mode: DoorMode;
  /** Empty: each level has its first action. */
  levels: DoorLevel[];
  /** The scheduled state that was entered last, for each level. */
  entered: Map<string, number>;
  physical: "Open" | "Closed";
  alarm: "Normal" | "DoorForcedOpen" | "DoorOpenTooLong";
  accessUntil: number;
  openings: number;
}

export const lockedDoor = (): DoorState => ({
  mode: "Locked",
  levels: [],
  entered: new Map(),
  physical: "Closed",
  alarm: "Normal",
  accessUntil: 0,
  openings: 0,
});

export type DoorCommand =
  | "LockDoor"
  | "UnlockDoor"
  | "BlockDoor"
  | "DoubleLockDoor"
  | "LockDownDoor"
  | "LockDownReleaseDoor"
  | "LockOpenDoor"
  | "LockOpenReleaseDoor"
  | "ReleaseDoor";

/** The act that a command orders at its level. A door that is locked down or open keeps what its levels say. */
const ORDERS: Record<Exclude<DoorCommand, "LockDownDoor" | "LockOpenDoor">, DoorAction> = {
  LockDoor: "Lock",
  UnlockDoor: "Unlock",
  BlockDoor: "Block",
  DoubleLockDoor: "DoubleLock",
  LockDownReleaseDoor: "Lock",
  LockOpenReleaseDoor: "Unlock",
  ReleaseDoor: "Release",
};

const MODES = { Lock: "Locked", Unlock: "Unlocked", Block: "Blocked", DoubleLock: "DoubleLocked" } as const;

const WALK_IN_AFTER_MS = 1_000;
const DOOR_SHUTS_AFTER_MS = 4_000;

/** Carries out a command. Throws AxisFault when the door's mode forbids it. */
export function commandDoor(state: AxisState, doorToken: string, command: DoorCommand, priorityLevel = ""): void {
  const door = state.doorState(doorToken);
  if (door.mode === "LockedDown" && command !== "LockDownReleaseDoor") throw actionFailed("Door is locked down");
  if (door.mode === "LockedOpen" && command !== "LockOpenReleaseDoor") throw actionFailed("Door is locked open");
  if (command === "LockDownReleaseDoor" && door.mode !== "LockedDown") throw actionFailed("Door is not locked down");
  if (command === "LockOpenReleaseDoor" && door.mode !== "LockedOpen") throw actionFailed("Door is not locked open");
  door.accessUntil = 0;
  if (command === "LockDownDoor" || command === "LockOpenDoor") {
    setMode(state, doorToken, command === "LockDownDoor" ? "LockedDown" : "LockedOpen");
    return;
  }
  setLevel(state, doorToken, { PriorityLevel: priorityLevel, Reason: "API", DoorAction: ORDERS[command] });
  setMode(state, doorToken, MODES[actionOf(state, doorToken)]);
}

/** Gives a door the mode of its levels, unless it is locked down or open, or open for somebody. */
export function settle(state: AxisState, doorToken: string): void {
  const { mode } = state.doorState(doorToken);
  const next = MODES[actionOf(state, doorToken)];
  if (mode === "LockedDown" || mode === "LockedOpen" || (mode === "Accessed" && next !== "Unlocked")) return;
  setMode(state, doorToken, next);
}

/** Opens a door; returns whether the lock opened. A blocked door ignores it; locked down or open is a fault. */
export function accessDoor(state: AxisState, doorToken: string, accessTime?: string): boolean {
  const door = state.doorState(doorToken);
  if (door.mode === "LockedDown") throw actionFailed("Door is locked down");
  if (door.mode === "LockedOpen") throw actionFailed("Door is locked open");
  if (door.mode === "Blocked") return false;
  const lasts = durationMs(accessTime ?? state.doors.get(doorToken)?.AccessTime ?? "PT7S");
  const until = state.clock.now() + lasts;
  door.accessUntil = until;
  door.openings += 1;
  if (door.mode !== "Unlocked") setMode(state, doorToken, "Accessed");
  state.later(lasts, () => {
    if (door.accessUntil === until) relock(state, doorToken);
  });
  return true;
}

/** Simulates a person walking through; the closing door locks again. `onTaken` runs as it opens. */
export function walkThrough(state: AxisState, doorToken: string, onTaken: () => void): void {
  const door = state.doorState(doorToken);
  state.later(WALK_IN_AFTER_MS, () => {
    if (door.accessUntil === 0) return;
    setPhysical(state, doorToken, "Open");
    onTaken();
    state.later(DOOR_SHUTS_AFTER_MS - WALK_IN_AFTER_MS, () => {
      setPhysical(state, doorToken, "Closed");
      relock(state, doorToken);
    });
  });
}

/** Sets an alarm: forced or propped open; `Normal` shuts the door. */
export function setDoorAlarm(state: AxisState, doorToken: string, alarm: DoorState["alarm"]): void {
  const door = state.doorState(doorToken);
  setPhysical(state, doorToken, alarm === "Normal" ? "Closed" : "Open");
  door.alarm = alarm;
  state.log("Door/State/DoorAlarm", { DoorToken: doorToken, State: alarm });
}

function relock(state: AxisState, doorToken: string): void {
  const door = state.doorState(doorToken);
  door.accessUntil = 0;
  if (door.mode === "Accessed") setMode(state, doorToken, MODES[actionOf(state, doorToken)]);
}

function setMode(state: AxisState, doorToken: string, mode: DoorMode): void {
  const door = state.doorState(doorToken);
  if (door.mode === mode) return;
  door.mode = mode;
  state.log("Door/State/DoorMode", { DoorToken: doorToken, State: mode });
}

function setPhysical(state: AxisState, doorToken: string, physical: DoorState["physical"]): void {
  const door = state.doorState(doorToken);
  if (door.physical === physical) return;
  door.physical = physical;
  state.log("Door/State/DoorPhysicalState", { DoorToken: doorToken, State: physical });
}
