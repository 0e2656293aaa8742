import { z } from "zod";
import { levelsOf } from "../door-levels.ts";
import { accessDoor, commandDoor, type DoorCommand } from "../door-state.ts";
import { notFound } from "../fault.ts";
import type { Door } from "../objects.ts";
import { getOf, listOf, type Operation, shortListOf, tokenArgument } from "../operation.ts";
import { readArguments } from "../read-arguments.ts";
import type { AxisState } from "../state.ts";

const doors = (state: AxisState): Map<string, Door> => state.doors;

const CAPABILITIES = {
  Access: true,
  AccessTimingOverride: true,
  Lock: true,
  Unlock: true,
  Block: true,
  DoubleLock: false,
  LockDown: true,
  LockOpen: true,
  DoorMonitor: true,
  LockMonitor: false,
  DoubleLockMonitor: false,
  Alarm: true,
  Tamper: false,
  Fault: false,
  Warning: true,
  Configurable: true,
  PriorityLevels: true,
};

/** Describes a door; a neighbour's door shows no capabilities. */
const doorInfo = ({ token, Name, Description }: Door, state: AxisState): unknown => ({
  token,
  Name,
  Description,
  Capabilities: state.isOwn(token) ? CAPABILITIES : {},
});

const accessArguments = z.strictObject({
  Token: z.string(),
  UseExtendedTime: z.boolean().optional(),
  AccessTime: z.string().optional(),
  OpenTooLongTime: z.string().optional(),
  PreAlarmTime: z.string().optional(),
});

const commandArguments = z.strictObject({ Token: z.string(), PriorityLevel: z.string().default("") });

const command =
  (name: DoorCommand): Operation =>
  ({ state, operation }, args) => {
    const { Token, PriorityLevel } = readArguments(commandArguments, args, operation);
    commandDoor(state, knownDoor(state, Token).token, name, PriorityLevel);
    state.changed();
    return {};
  };

/** Shows a door's hardware; its settings are left out. */
const doorConfiguration = ({ token }: Door, state: AxisState): unknown => ({
  token,
  DeviceUUID: state.uuid,
  Configuration: [],
  DoorScheduleConfiguration: state.doorConfigurations.get(token)?.DoorScheduleConfiguration ?? "",
});

export const doorOperations: Record<string, Operation> = {
  "tdc:GetDoorInfoList": shortListOf("DoorInfo", doors, doorInfo),
  "tdc:GetDoorInfo": getOf("DoorInfo", doors, doorInfo),
  "axtdc:GetDoorList": listOf("Door", doors),
  "axtdc:GetDoor": getOf("Door", doors),
  "tdc:GetDoorState": ({ state, operation }, args) => {
    const { token } = knownDoor(state, tokenArgument(args, operation));
    const { mode, physical, alarm } = state.doorState(token);
    const seen = state.switches.doorMonitors ? { DoorPhysicalState: physical, Alarm: alarm } : {};
    return { DoorState: { DoorMode: mode, ...seen } };
  },
  "tdc:AccessDoor": ({ state, operation }, args) => {
    const request = readArguments(accessArguments, args, operation);
    const door = knownDoor(state, request.Token);
    accessDoor(state, door.token, request.UseExtendedTime ? door.ExtendedAccessTime : request.AccessTime);
    state.changed();
    return {};
  },
  "axtdc:AccessDoorWithoutUnlock": ({ state, operation }, args) => {
    knownDoor(state, tokenArgument(args, operation));
    return {};
  },
  "tdc:LockDoor": command("LockDoor"),
  "tdc:UnlockDoor": command("UnlockDoor"),
  "tdc:BlockDoor": command("BlockDoor"),
  "tdc:DoubleLockDoor": command("DoubleLockDoor"),
  "tdc:LockDownDoor": command("LockDownDoor"),
  "tdc:LockDownReleaseDoor": command("LockDownReleaseDoor"),
  "tdc:LockOpenDoor": command("LockOpenDoor"),
  "tdc:LockOpenReleaseDoor": command("LockOpenReleaseDoor"),
  "axtdc:ReleaseDoor": command("ReleaseDoor"),
  "axtdc:GetDoorPriorityState": ({ state, operation }, args) => {
    const { token } = knownDoor(state, tokenArgument(args, operation));
    return { DoorPriorityAction: levelsOf(state, token).map((level) => ({ ...level })) };
  },
  "axtdc:GetPriorityConfigurationList": listOf("PriorityConfiguration", (state) => state.priorityConfigurations),
  "axtdc:GetPriorityConfiguration": getOf("PriorityConfiguration", (state) => state.priorityConfigurations),
  "tdc:GetServiceCapabilities": ({ state }) => ({
    Capabilities: {
      MaxLimit: state.switches.pageCap,
      GetDoorSupported: true,
      SetDoorSupported: true,
      PriorityConfigurationSupported: true,
    },
  }),
  "axtdc:GetDoorConfigurationList": shortListOf("DoorConfiguration", doors, doorConfiguration),
  "axtdc:GetDoorConfiguration": getOf("DoorConfiguration", doors, doorConfiguration),
  "axtdc:GetDoorScheduleConfigurationList": listOf("DoorScheduleConfiguration", (state) => state.doorSchedules),
  "axtdc:GetDoorScheduleConfiguration": getOf("DoorScheduleConfiguration", (state) => state.doorSchedules),
};

function knownDoor(state: AxisState, token: string): Door {
  const door = state.doors.get(token);
  // A neighbour's door is operated at its own unit.
  if (!door || !state.isOwn(token)) throw notFound();
  return door;
}
