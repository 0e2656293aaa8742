// The doors of a controller as rows, each with an access profile on the device that opens exactly that door.
import type { DeviceDoor, DoorController } from "#drivers/port.ts";
import { retriedTransaction } from "#server/platform/database/transaction.ts";
import { defaultGroupOf } from "./default-group.rules.ts";
import { keepDefaultGroup } from "./default-group.store.ts";
import { type LaneContext, type Lease, requireLease } from "./lane-context.ts";
import { planDoorProfiles } from "./plan-door-profiles.rules.ts";
import { insertDoor, markDoorsMissing, readDoorsOf, updateDoor } from "./sync-doors.store.ts";
import { doorProfileTokenOf, isDoorProfileToken } from "./tokens.ts";

export interface DoorSyncReport {
  doors: number;
  added: number;
  missing: number;
  /** Profiles that were written or re-pointed on the device. */
  profilesWritten: number;
}

/** The device has no door at all; the message is the specification's. */
export class NoAccessPointsError extends Error {
  override name = "NoAccessPointsError";
  constructor() {
    super("No access points found");
  }
}

const NAME_MAX = 100;
const DESCRIPTION_MAX = 1_000;

/**
 * Reads doors and profiles, writes the profiles that are missing or point elsewhere, then the rows. Profiles first:
 * a row never names a profile that does not exist. Runs under the controller's lease.
 * @throws NoAccessPointsError, DeviceError, LeaseLostError
 */
export async function syncAccessPoints(
  lane: LaneContext,
  lease: Lease,
  device: DoorController,
): Promise<DoorSyncReport> {
  const doors = await device.readDoors();
  if (doors.length === 0) throw new NoAccessPointsError();
  const profiles = await device.listProfiles();
  await keepDefaultGroup(lane.pool, lease.controllerId, defaultGroupOf(profiles)?.token ?? null);
  const stored = await readDoorsOf(lane.pool, lease.controllerId);
  const plan = planDoorProfiles(stored, doors, profiles, { tokenOf: doorProfileTokenOf, isOurs: isDoorProfileToken });
  const puts = plan.doors.flatMap(({ put }) => (put ? [put] : []));
  for (const put of puts) {
    requireLease(lane, lease);
    await device.putDoorProfile(put);
  }
  await retriedTransaction(lane.pool, async (client) => {
    for (const { id, door, profileToken } of plan.doors) {
      const facts = {
        deviceDoorToken: door.doorToken,
        profileToken,
        pinMin: door.pinMin,
        pinMax: door.pinMax,
        pinOnlyOk: door.pinOnlyOk,
      };
      if (id === null) await insertDoor(client, lease.controllerId, { ...facts, ...textsOf(door) });
      else await updateDoor(client, id, facts);
    }
    await markDoorsMissing(client, plan.missing);
  });
  return {
    doors: doors.length,
    added: plan.doors.filter(({ id }) => id === null).length,
    missing: plan.missing.length,
    profilesWritten: puts.length,
  };
}

function textsOf(door: DeviceDoor): { name: string; doorName: string; description: string | null } {
  const name = printable(door.name, NAME_MAX) || printable(door.doorToken, NAME_MAX) || "?";
  return { name, doorName: name, description: printable(door.description, DESCRIPTION_MAX) || null };
}

/** A device's text as the database takes it: no control characters, no more than fits. */
function printable(text: string, length: number): string {
  return text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, length)
    .trim();
}
