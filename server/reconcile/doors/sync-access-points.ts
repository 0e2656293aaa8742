import {
  type DeviceDoor,
  type DeviceDoorProfile,
  type DoorController,
  type DoorProfilePut,
  HOURS_PROFILE_PREFIX,
} from "#drivers/port.ts";
import { retriedTransaction } from "#server/platform/database/transaction.ts";
import { type Lease, requireLease, troubleOfOneCall, type WorkerContext } from "../worker/public.ts";
import { defaultGroupOf } from "./default-group.rules.ts";
import { keepDefaultGroup } from "./default-group.store.ts";
import {
  lockDoorHours,
  readConfirmedHours,
  readHoursAt,
  recordKeepsHours,
  replaceHourProfiles,
} from "./door-hours.store.ts";
import { doorPinFacts, printable } from "./door-pin.rules.ts";
import { type KeptHours, keepDoorHours } from "./keep-door-hours.ts";
import { opensExactly, planDoorProfiles } from "./plan-door-profiles.rules.ts";
import { planHourProfiles } from "./plan-hour-profiles.rules.ts";
import { doorProfileTokenOf, hoursProfileTokenOf, isDoorProfileToken } from "./profile-tokens.ts";
import { rewrittenHours } from "./rewritten-hours.rules.ts";
import { insertDoors, readDoorsOf, setDoorsMissing, updateDoors } from "./sync-doors.store.ts";

export interface DoorSyncReport {
  doors: number;
  added: number;
  missing: number;
  profilesWritten: number;
}

export interface DoorSync {
  report: DoorSyncReport;
  /** Doors whose confirmed hours the unit held otherwise. */
  rewrittenHours: { id: string; name: string }[];
}

/** The device has no door; the message is the specification's. */
export class NoAccessPointsError extends Error {
  override name = "NoAccessPointsError";
  constructor() {
    super("No access points found");
  }
}

const NAME_MAX = 100;
const DESCRIPTION_MAX = 1_000;

/** Synchronises doors; writes profiles before rows. Throws NoAccessPointsError, DeviceError and LeaseLostError. */
export async function syncAccessPoints(worker: WorkerContext, lease: Lease, device: DoorController): Promise<DoorSync> {
  const doors = await device.readDoors();
  if (doors.length === 0) throw new NoAccessPointsError();
  const profiles = await device.listProfiles();
  await keepDefaultGroup(worker.pool, lease.controllerId, defaultGroupOf(profiles)?.token ?? null);
  const hoursAt = await readHoursAt(worker.pool, lease.controllerId);
  const rows = await readDoorsOf(worker.pool, lease.controllerId);
  const before = await readConfirmedHours(worker.pool, lease.controllerId);
  const kept = await keepDoorHours(worker, lease, device, rows);
  const stored = rows.map((row) => ({ ...row, hours: kept.doors.get(row.id) ?? null }));
  const whole = profiles.filter(({ token }) => !token.startsWith(HOURS_PROFILE_PREFIX));
  const plan = planDoorProfiles(stored, doors, whole, { tokenOf: doorProfileTokenOf, isOurs: isDoorProfileToken });
  const byHours = planHourProfiles(kept.combinations, {
    doors: plan.doors,
    stored,
    profiles,
    tokenOf: hoursProfileTokenOf,
  });
  const ownHours = plan.doors.flatMap(({ id, put }) =>
    id === null ? [] : [{ accessPointId: id, scheduleIds: null, hours: kept.doors.get(id) ?? null, put }],
  );
  const rewritten = rewrittenHours(before, [...ownHours, ...byHours], profiles);
  const puts = [...plan.doors, ...byHours].flatMap(({ put }) => (put ? [put] : []));
  for (const put of puts) {
    requireLease(worker, lease);
    await device.putDoorProfile(put);
  }
  const held = await readBack(device, profiles, puts);
  await recordDoors(worker, lease, { rows, hoursAt, kept, plan, byHours, puts, held });
  requireLease(worker, lease);
  await device.removeUnusedProfiles?.(new Set(byHours.map(({ token }) => token)));
  return {
    report: {
      doors: doors.length,
      added: plan.doors.filter(({ id }) => id === null).length,
      missing: plan.missing.length,
      profilesWritten: puts.length,
    },
    rewrittenHours: rows
      .filter(({ id }) => rewritten.has(id))
      .map((row) => ({ id: row.id, name: row.door_name || row.name })),
  };
}

/**
 * Synchronises doors because a profile with hours is missing. Where one call fails over somebody's hours, others must be served: the missing
 * profile stays its replica's error. Throws DeviceError for the whole device, and LeaseLostError.
 */
export async function writeMissingHours(worker: WorkerContext, lease: Lease, device: DoorController): Promise<void> {
  try {
    await syncAccessPoints(worker, lease, device);
  } catch (error) {
    // A device without doors still holds people.
    if (error instanceof NoAccessPointsError) return;
    if (troubleOfOneCall(error) === null) throw error;
    worker.log.warn({ err: error, controllerId: lease.controllerId }, "hours cannot be written");
  }
}

interface SyncedDoors {
  rows: Awaited<ReturnType<typeof readDoorsOf>>;
  /** Read before the schedules. */
  hoursAt: string | null;
  kept: KeptHours;
  plan: ReturnType<typeof planDoorProfiles>;
  byHours: ReturnType<typeof planHourProfiles>;
  puts: readonly DoorProfilePut[];
  held: ReadonlyMap<string, DeviceDoorProfile>;
}

/**
 * Records the doors of a unit. Hours stay unconfirmed where their schedule changed while the unit was asked, and until the next comparison
 * where the unit acknowledged their profile and does not show it.
 */
async function recordDoors(worker: WorkerContext, { controllerId }: Lease, synced: SyncedDoors): Promise<void> {
  const { rows, hoursAt, kept, plan, byHours, puts, held } = synced;
  const unshown = new Set(puts.filter((put) => !opensExactly(held.get(put.token), put)).map(({ token }) => token));
  const asked = new Map(rows.map((row) => [row.id, row.hours_schedule_id]));
  const unlockHours = new Map(rows.map((row) => [row.id, row.unlock_hours]));
  await retriedTransaction(worker.pool, async (client) => {
    const own = await lockDoorHours(client, controllerId);
    const isChanged = (await readHoursAt(client, controllerId)) !== hoursAt;
    const confirmed = <Hours>(doorId: string, token: string | null, hours: Hours) =>
      isChanged || own.get(doorId) !== asked.get(doorId) || (token !== null && unshown.has(token)) ? null : hours;
    const facts = plan.doors.map(({ id, door, profileToken }) => ({
      id,
      deviceDoorToken: door.doorToken,
      profileToken,
      pinMin: door.pinMin,
      pinMax: door.pinMax,
      hours: id === null ? null : confirmed(id, profileToken, kept.doors.get(id) ?? null),
      // Hours that cannot be read now stay as they were read.
      unlockHours: door.unlockHours === undefined ? (unlockHours.get(id ?? "") ?? null) : door.unlockHours,
      ...doorPinFacts(door, profileToken === null ? undefined : held.get(profileToken), isDoorProfileToken),
      ...textsOf(door),
    }));
    await insertDoors(
      client,
      controllerId,
      facts.filter(({ id }) => id === null),
    );
    await updateDoors(
      client,
      facts.flatMap((door) => (door.id === null ? [] : [{ ...door, id: door.id }])),
    );
    await setDoorsMissing(client, plan.missing);
    await replaceHourProfiles(
      client,
      controllerId,
      byHours.map((one) => ({ ...one, hours: confirmed(one.accessPointId, one.token, one.hours) })),
    );
    if (kept.keepsHours !== null) await recordKeepsHours(client, controllerId, kept.keepsHours);
  });
}

/**
 * Reads the profiles back where hours or rules were written: their effect is stored only when the unit shows it. A profile without a rule
 * has the reader's effect.
 */
async function readBack(device: DoorController, before: readonly DeviceDoorProfile[], puts: readonly DoorProfilePut[]) {
  const had = new Map(before.map((profile) => [profile.token, profile]));
  const concerned = puts.some(
    ({ token, byHours = [], pinRules = [] }) =>
      [...byHours, ...pinRules, ...(had.get(token)?.pinRules ?? [])].length > 0,
  );
  const now = concerned ? await device.listProfiles() : before;
  return new Map(now.map((profile) => [profile.token, profile]));
}

function textsOf(door: DeviceDoor): { name: string; doorName: string; description: string | null } {
  const name = printable(door.name, NAME_MAX) || printable(door.doorToken, NAME_MAX) || "?";
  return { name, doorName: name, description: printable(door.description, DESCRIPTION_MAX) || null };
}
