// Reads the hours at which a unit holds its doors unlocked by itself. An installer ties each door to schedules; the driver never writes
// them.
import type { UnlockHours } from "#contract/unlock-hours.ts";
import type { AxisClient } from "./client.ts";
import { SERVICES } from "./endpoints.ts";
import { hoursOfLists, isAlways } from "./pin-use.ts";
import { unlessUnreadable } from "./unless-unreadable.ts";
import { type WireDoorSchedules, type WireSchedule, wireDoorConfiguration, wireDoorSchedules } from "./wire.ts";

const CONFIGURATION_LIST = {
  service: SERVICES.doorControl,
  operation: "axtdc:GetDoorConfigurationList",
  keys: ["DoorConfiguration"],
  item: wireDoorConfiguration,
};
const CONFIGURATION = { ...CONFIGURATION_LIST, operation: "axtdc:GetDoorConfiguration" };
const DOOR_SCHEDULES = {
  service: SERVICES.doorControl,
  operation: "axtdc:GetDoorScheduleConfiguration",
  keys: ["DoorScheduleConfiguration"],
  item: wireDoorSchedules,
};

/** The scheduled states of doors, by door token. A door without hours of its own is absent. */
type DoorSchedules = ReadonlyMap<string, WireDoorSchedules>;

/** Reads all doors' scheduled states. Null: the unit cannot report them. */
export async function readDoorSchedules(client: AxisClient): Promise<DoorSchedules | null> {
  return await unlessUnreadable(async () => await linked(client, await client.list(CONFIGURATION_LIST)));
}

/** Reads the scheduled states of one door; null: it has none, or the unit cannot report them. */
export async function readSchedulesOf(client: AxisClient, doorToken: string): Promise<WireDoorSchedules | null> {
  const read = await unlessUnreadable(async () => await linked(client, await client.get(CONFIGURATION, [doorToken])));
  return read?.get(doorToken) ?? null;
}

async function linked(
  client: AxisClient,
  configurations: readonly { token: string; DoorScheduleConfiguration: string }[],
): Promise<DoorSchedules> {
  const links = configurations.filter(({ DoorScheduleConfiguration: named }) => named !== "");
  if (links.length === 0) return new Map();
  const found = await client.get(
    DOOR_SCHEDULES,
    links.map(({ DoorScheduleConfiguration: named }) => named),
  );
  const byToken = new Map(found.map((one) => [one.token, one]));
  return new Map(
    links.flatMap(({ token, DoorScheduleConfiguration: named }) => {
      const states = byToken.get(named);
      return states === undefined ? [] : [[token, states] as const];
    }),
  );
}

/** An installer's list has a few; a longer one is not read as a week. */
export const STATES_MAX = 20;

/**
 * Returns the hours at which the unit unlocks a door. Null: at none. Undefined: not readable. The first active state in the list counts,
 * and a state has no action at its end; where that makes no week of unlocked hours, only the schedules are named.
 */
export function unlockHoursOf(
  door: WireDoorSchedules | undefined,
  schedules: ReadonlyMap<string, WireSchedule> | null,
  today: string,
): UnlockHours | null | undefined {
  const lists = (door?.DoorSchedule ?? []).slice(0, STATES_MAX);
  const states = lists.flatMap(({ ScheduledState }) => ScheduledState.slice(0, STATES_MAX));
  const unlocking = states.filter(isUnlocking);
  if (unlocking.length === 0) return null;
  if (schedules === null) return undefined;
  const hours = hoursOfLists(
    unlocking.map(({ ScheduleToken }) => ScheduleToken),
    schedules,
    today,
  );
  return hours && (isWeek(states) && lists.length === 1 ? hours : { ...hours, weekly: null });
}

type ScheduledState = WireDoorSchedules["DoorSchedule"][number]["ScheduledState"][number];

const isUnlocking = ({ EnterAction }: ScheduledState): boolean => EnterAction === "Unlock";

/** Tells whether every unlocking state comes first, and another one around the clock follows them, so that the door locks at their end. */
function isWeek(states: readonly ScheduledState[]): boolean {
  const others = states.slice(states.findLastIndex(isUnlocking) + 1);
  return (
    states.length < STATES_MAX &&
    others.length + states.filter(isUnlocking).length === states.length &&
    others.some(({ ScheduleToken }) => isAlways(ScheduleToken))
  );
}
