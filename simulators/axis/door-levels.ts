// A door's levels of priority: the highest one with an action decides its mode. A command acts at one level, and so does a schedule.
import { invalidArgs } from "./fault.ts";
import type { DoorAction, PriorityConfiguration } from "./objects.ts";
import type { AxisState } from "./state.ts";

export interface DoorLevel {
  PriorityLevel: string;
  /** Says who ordered the action; empty: the action is the first one. */
  Reason: "" | "API" | "Schedule";
  DoorAction: DoorAction;
}

/** The factory's configuration, which has one level. What a unit calls it is UNCONFIRMED. */
export const STANDARD_PRIORITY: PriorityConfiguration = {
  token: "Standard",
  Name: "Standard",
  DefaultPriority: "Medium",
  DoorPriorityAction: [{ PriorityLevel: "Medium", DoorAction: "Lock" }],
};

/** Returns a door's levels, highest first. */
export function levelsOf(state: AxisState, doorToken: string): DoorLevel[] {
  const door = state.doorState(doorToken);
  if (door.levels.length === 0)
    door.levels = configurationOf(state, doorToken).DoorPriorityAction.map((level) => ({ ...level, Reason: "" }));
  return door.levels;
}

/** Orders an action at a level; an empty name means the door's default level. */
export function setLevel(
  state: AxisState,
  doorToken: string,
  { PriorityLevel: named, ...action }: Pick<DoorLevel, "PriorityLevel" | "Reason" | "DoorAction">,
): void {
  const wanted = named || defaultLevel(state, doorToken);
  const level = levelsOf(state, doorToken).find(({ PriorityLevel }) => PriorityLevel === wanted);
  if (level === undefined) throw invalidArgs(`no priority level ${wanted}`);
  Object.assign(level, action);
}

/** Returns the action of the highest level that has one. A door of which every level is released is locked. */
export function actionOf(state: AxisState, doorToken: string): Exclude<DoorAction, "Release"> {
  const decides = levelsOf(state, doorToken).find(({ DoorAction }) => DoorAction !== "Release");
  return decides === undefined || decides.DoorAction === "Release" ? "Lock" : decides.DoorAction;
}

function configurationOf(state: AxisState, doorToken: string): PriorityConfiguration {
  const named = state.doors.get(doorToken)?.PriorityConfiguration;
  return state.priorityConfigurations.get(named || STANDARD_PRIORITY.token) ?? STANDARD_PRIORITY;
}

function defaultLevel(state: AxisState, doorToken: string): string {
  return state.doors.get(doorToken)?.DefaultPriority || configurationOf(state, doorToken).DefaultPriority;
}
