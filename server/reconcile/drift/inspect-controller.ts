// Reads a door controller after a restore, so that a person can decide about the differences. Writes nothing and needs no lease.
import type { RestoreDifference } from "#contract/functions/restore-control.ts";
import type { DeviceCredential, DeviceUser, DoorController } from "#drivers/port.ts";
import { readDoorsOf } from "../doors/sync-doors.store.ts";
import {
  type Difference,
  desiredReplica,
  knownTokens,
  planDeviceChanges,
  type ReplicaRow,
  readAllReplicas,
} from "../replicas/public.ts";
import { sourceOfToken, type WorkerContext } from "../worker/public.ts";
import { shownName } from "./compare-controller.ts";

/** Returns the differences. Throws DeviceError. */
export async function inspectController(
  worker: WorkerContext,
  controllerId: string,
  device: DoorController,
): Promise<RestoreDifference[]> {
  const replicas = await readAllReplicas(worker.pool, controllerId, worker.options.suspendedMs);
  const users = await device.listUsers();
  const credentials = await device.listCredentials();
  const ours = replicas.flatMap((replica) =>
    differenceOf(worker, replica, { users: byToken(users), credentials: byToken(credentials) }),
  );
  const known = await knownTokens(
    worker.pool,
    controllerId,
    [...users, ...credentials].map(({ token }) => token),
  );
  return [
    ...ours,
    ...(await lostPinAlone(worker, controllerId, device)),
    ...unknownOf(
      users.filter(({ token }) => !known.has(token)),
      credentials.filter(({ token }) => !known.has(token)),
    ),
  ];
}

/** Tells whether PIN alone is lost in the restore. Somebody may have switched it off since the back-up; the device's profile shows it. */
async function lostPinAlone(
  { pool }: WorkerContext,
  controllerId: string,
  device: DoorController,
): Promise<RestoreDifference[]> {
  const doors = (await readDoorsOf(pool, controllerId)).filter((door) => door.pin_alone);
  if (doors.length === 0) return [];
  const carrying = (await device.listProfiles()).filter(({ pinRules = [] }) => pinRules.length > 0);
  const tokens = new Set<string | null>(carrying.map(({ token }) => token));
  return doors
    .filter((door) => !tokens.has(door.access_profile_token))
    .map((door) => ({ kind: "pin_alone", access_point_id: door.id, label: door.door_name || door.name }));
}

interface OnDevice {
  users: Map<string, DeviceUser>;
  credentials: Map<string, DeviceCredential>;
}

/** Returns a replica's difference. The worker removes unwanted objects; missing ones may have been removed on purpose. */
function differenceOf(worker: WorkerContext, row: ReplicaRow, { users, credentials }: OnDevice): RestoreDifference[] {
  if (!row.desired) return [];
  const { source_id, source_kind, label } = row;
  const user = users.get(row.user_token) ?? null;
  const credential = credentials.get(row.credential_token) ?? null;
  const differences = differencesOf(worker, row, { user, credential }).filter((one) => one !== "name");
  if (differences.length === 0) return [];
  const gone = credential === null && (row.encrypted_pin !== null || user === null);
  return gone
    ? [{ kind: "missing_on_device", source_id, source_kind, label }]
    : [{ kind: "differs", source_id, source_kind, label, differences }];
}

function differencesOf(
  worker: WorkerContext,
  row: ReplicaRow,
  actual: { user: DeviceUser | null; credential: DeviceCredential | null },
): Difference[] {
  try {
    return planDeviceChanges(desiredReplica(row, worker.keys), { ...actual, others: [] }).differences;
  } catch (error) {
    worker.log.error({ err: error, sourceId: row.source_id }, "a replica cannot be compared");
    return ["pin"];
  }
}

function unknownOf(users: readonly DeviceUser[], credentials: readonly DeviceCredential[]): RestoreDifference[] {
  const ours = new Map<string, { name: string | null; carriesPin: boolean }>();
  const foreign: RestoreDifference[] = [];
  const nameOf = new Map(users.map((user) => [user.token, personName(user)]));
  for (const user of users) {
    const { token } = user;
    const name = personName(user);
    const sourceId = sourceOfToken(token);
    if (sourceId === null) foreign.push({ kind: "foreign", token, name, carries_pin: false });
    else ours.set(sourceId, { name, carriesPin: false });
  }
  for (const { token, userToken, pin } of credentials) {
    const name = userToken === null ? null : (nameOf.get(userToken) ?? null);
    const sourceId = sourceOfToken(token);
    if (sourceId === null) foreign.push({ kind: "foreign", token, name, carries_pin: pin !== null });
    else ours.set(sourceId, { name: ours.get(sourceId)?.name ?? name, carriesPin: pin !== null });
  }
  return [
    ...[...ours].map(
      ([source_id, { name, carriesPin }]): RestoreDifference => ({
        kind: "unknown_to_database",
        source_id,
        name,
        carries_pin: carriesPin,
      }),
    ),
    ...foreign,
  ];
}

/** Returns a name in the form that the portal writes; other devices have one text. */
function personName({ firstName, lastName, name }: DeviceUser): string {
  return shownName(`${firstName} ${lastName}`.trim() || name);
}

function byToken<T extends { token: string }>(objects: readonly T[]): Map<string, T> {
  return new Map(objects.map((object) => [object.token, object]));
}
