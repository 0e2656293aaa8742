import { durationMs } from "./device-clock.ts";
import { actionFailed } from "./fault.ts";
import type { AxisState } from "./state.ts";

export type DoorMode = "Locked" | "Unlocked" | "Accessed" | "Blocked" | "LockedDown" | "LockedOpen" | "DoubleLocked";

export interface DoorState {
  mode: DoorMode;
  base: DoorMode;
  physical: "Open" | "Closed";
  alarm: "Normal" | "DoorForcedOpen" | "DoorOpenTooLong";
  accessUntil: number;
  openings: number;
}

export const lockedDoor = (): DoorState => ({
  mode: "Locked",
  base: "Locked",
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

const RESULT: Record<DoorCommand, DoorMode> = {
  LockDoor: "Locked",
  UnlockDoor: "Unlocked",
  BlockDoor: "Blocked",
  DoubleLockDoor: "DoubleLocked",
  LockDownDoor: "LockedDown",
  LockDownReleaseDoor: "Locked",
  LockOpenDoor: "LockedOpen",
  LockOpenReleaseDoor: "Unlocked",
  ReleaseDoor: "Locked",
};

const WALK_IN_AFTER_MS = 1_000;
const DOOR_SHUTS_AFTER_MS = 4_000;

export function commandDoor(state: AxisState, doorToken: string, command: DoorCommand): void {
  const door = state.doorState(doorToken);
  if (door.mode === "LockedDown" && command !== "LockDownReleaseDoor") throw actionFailed("Door is locked down");
  if (door.mode === "LockedOpen" && command !== "LockOpenReleaseDoor") throw actionFailed("Door is locked open");
  if (command === "LockDownReleaseDoor" && door.mode !== "LockedDown") throw actionFailed("Door is not locked down");
  if (command === "LockOpenReleaseDoor" && door.mode !== "LockedOpen") throw actionFailed("Door is not locked open");
  door.accessUntil = 0;
  door.base = RESULT[command];
  setMode(state, doorToken, RESULT[command]);
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
  if (door.mode === "Accessed") setMode(state, doorToken, door.base);
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
