// Ends a hold: a door that the unit's own hours hold unlocked is left to them, any other door is locked.
import { NonsenseReplyError } from "../errors.ts";
import type { AxisClient } from "./client.ts";
import { setDoorLock } from "./door-commands.ts";
import { SERVICES } from "./endpoints.ts";
import { isScheduleActive } from "./hours/schedule-active.ts";
import { unlessUnreadable } from "./unless-unreadable.ts";
import { readSchedulesOf, STATES_MAX } from "./unlock-hours.ts";
import { type WireDoorSchedules, wirePriorityState } from "./wire.ts";

/**
 * Ends the unlock of `setDoorLock`. `own_hours`: the unit's own hours decide now, and may hold the door unlocked. A unit that cannot
 * report its hours locks: they take over again when the next of them begins.
 */
export async function releaseDoor(client: AxisClient, doorToken: string): Promise<"locked" | "own_hours"> {
  const schedules = await readSchedulesOf(client, doorToken);
  const lists = schedules?.DoorSchedule ?? [];
  if (lists.length > 0) {
    const level = await levelOfHold(client, doorToken);
    // Fault point: axis-hold-above-its-hours.
    if (level !== null && lists.every(({ PriorityLevel }) => PriorityLevel !== "" && PriorityLevel !== level)) {
      // The hours act at another level, which decides once this one is free.
      await client.call(SERVICES.doorControl, "axtdc:ReleaseDoor", { Token: doorToken, PriorityLevel: level });
      return "own_hours";
    }
    const list = lists.find(({ PriorityLevel }) => PriorityLevel === level) ?? lists[0];
    // The unlock has replaced the one of the hours, at the same level: a release would lock the door. The next change of the hours
    // replaces it in turn.
    // Fault point: axis-hold-in-unlock-hours.
    if (list && (await actionNow(client, list)) === "Unlock") return "own_hours";
  }
  await setDoorLock(client, doorToken, "locked");
  return "locked";
}

/** Returns the level at which a command has unlocked the door; null where there is one level only, or none is reported. */
async function levelOfHold(client: AxisClient, doorToken: string): Promise<string | null> {
  const levels = await unlessUnreadable(async () => {
    const reply = await client.call(SERVICES.doorControl, "axtdc:GetDoorPriorityState", { Token: doorToken });
    const parsed = wirePriorityState.safeParse(reply);
    if (parsed.success) return parsed.data.DoorPriorityAction;
    throw new NonsenseReplyError("GetDoorPriorityState in an unknown shape", { cause: parsed.error });
  });
  if (levels === null || levels.length < 2) return null;
  return levels.find(({ Reason, DoorAction }) => Reason === "API" && DoorAction === "Unlock")?.PriorityLevel ?? null;
}

/** Returns the action of the first state whose schedules are active; null: of none, or the unit cannot say. */
async function actionNow(
  client: AxisClient,
  { ScheduledState }: WireDoorSchedules["DoorSchedule"][number],
): Promise<string | null> {
  return await unlessUnreadable(async () => {
    for (const { ScheduleToken, EnterAction } of ScheduledState.slice(0, STATES_MAX))
      if (ScheduleToken.length > 0 && (await isScheduleActive(client, ScheduleToken))) return EnterAction;
    return null;
  });
}
