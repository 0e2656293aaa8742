// A door's own hours: the unit unlocks and locks it by itself when schedules begin, whatever a person ordered before.
import { setLevel } from "./door-levels.ts";
import { settle } from "./door-state.ts";
import type { DoorAction } from "./objects.ts";
import { anyScheduleActive } from "./schedule-active.ts";
import type { AxisState } from "./state.ts";

const MINUTE_MS = 60_000;
/** Beginnings longer ago than this are not made up for when the clock is set ahead. */
const DAY_MS = 86_400_000;

/** Ties a door to its own hours, as installers do: unlocked while one of the schedules is active, else locked. None: no hours. */
export function setUnlockHours(state: AxisState, door: string, schedules: readonly string[], level = ""): void {
  state.doorConfigurations.set(door, { token: door, DoorScheduleConfiguration: schedules.length > 0 ? door : "" });
  state.doorSchedules.delete(door);
  state.doorStates.get(door)?.entered.clear();
  if (schedules.length > 0)
    state.doorSchedules.set(door, {
      token: door,
      Name: "",
      Description: "",
      DoorSchedule: [
        {
          PriorityLevel: level,
          ScheduledState: [
            { EnterAction: "Unlock", ScheduleToken: [...schedules] },
            { EnterAction: level === "" ? "Lock" : "Release", ScheduleToken: ["standard_always"] },
          ],
        },
      ],
    });
  state.changed();
}

/** Gives a door two levels of priority, as an installer may, and its own hours the lower one. */
export function setHoursAtLowerLevel(state: AxisState, door: string, schedules: readonly string[]): void {
  const action = (PriorityLevel: string, DoorAction: DoorAction) => ({ PriorityLevel, DoorAction });
  const DoorPriorityAction = [action("High", "Release"), action("Normal", "Lock")];
  state.priorityConfigurations.set("two", { token: "two", Name: "", DefaultPriority: "High", DoorPriorityAction });
  Object.assign(state.doors.get(door) ?? {}, { PriorityConfiguration: "two", DefaultPriority: "" });
  state.doorStates.delete(door);
  setUnlockHours(state, door, schedules, "Normal");
}

/** Enters the scheduled states that have begun since the last call, in whole minutes. */
export function followSchedules(state: AxisState): void {
  const now = state.clock.now();
  const since = state.followedUntil ?? now;
  state.followedUntil = now;
  if (state.doorSchedules.size === 0) return;
  const first = Math.floor(Math.max(since, now - DAY_MS) / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  for (let at = first; at < now; at += MINUTE_MS) enterStates(state, at);
  enterStates(state, now);
}

function enterStates(state: AxisState, at: number): void {
  for (const { token, DoorScheduleConfiguration } of state.doorConfigurations.values()) {
    const configuration = state.doorSchedules.get(DoorScheduleConfiguration);
    if (!configuration || !state.isOwn(token)) continue;
    const { entered } = state.doorState(token);
    for (const { PriorityLevel, ScheduledState } of configuration.DoorSchedule) {
      const index = ScheduledState.findIndex(({ ScheduleToken }) => anyScheduleActive(state, ScheduleToken, at));
      if (entered.get(PriorityLevel) === index) continue;
      entered.set(PriorityLevel, index);
      const begun = ScheduledState[index];
      if (begun === undefined) continue;
      setLevel(state, token, { PriorityLevel, Reason: "Schedule", DoorAction: begun.EnterAction });
      settle(state, token);
      state.changed();
    }
  }
}
