// Works out whether a door's device keeps the hours that were chosen for it.
import { z } from "zod";
import { HOURS_PROBLEMS, type HoursProblem } from "#contract/hours-problem.ts";

export const doorHoursColumns = {
  hours_schedule_id: z.uuid().nullable(),
  hours_token: z.string().nullable(),
  hours_problem: z.enum(HOURS_PROBLEMS).nullable(),
};
interface DoorHours {
  hours_schedule_id: string | null;
  /** Null: the device has not confirmed the hours. */
  hours_token: string | null;
  hours_problem: HoursProblem | null;
}

/** Returns null for a door without hours of its own. */
export function doorHoursState(door: DoorHours): "on" | "waits" | "problem" | null {
  if (door.hours_schedule_id === null) return null;
  if (door.hours_problem !== null) return "problem";
  return door.hours_token === null ? "waits" : "on";
}
