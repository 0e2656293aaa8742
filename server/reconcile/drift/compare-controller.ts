// Compares a device in full with what was confirmed on it. Repairs the portal's objects, reports unmanaged objects and reserves their PINs.
import { cutText } from "#contract/plain-line.ts";
import type { DeviceCredential, DeviceUser, DoorController } from "#drivers/port.ts";
import {
  type DoorSync,
  type DoorSyncReport,
  NoAccessPointsError,
  syncAccessPoints,
} from "../doors/sync-access-points.ts";
import {
  bumpReplicas,
  type Difference,
  desiredReplica,
  indexListing,
  ownerships,
  planDeviceChanges,
  type ReplicaRow,
  readAllReplicas,
} from "../replicas/public.ts";
import { type Lease, requireLease, sourceOfToken, type WorkerContext } from "../worker/public.ts";
import { replaceForeignPins } from "./foreign-pins.store.ts";

/** A finding of a full comparison. Never contains a PIN. */
export type DriftItem =
  | {
      kind: "replica_differs";
      sourceId: string;
      sourceKind: ReplicaRow["source_kind"];
      organizationId: string | null;
      label: string;
      differences: Difference[];
    }
  /** Confirmed hours of a door that differed on the unit; they are written again. */
  | { kind: "hours_differ"; accessPointId: string; label: string }
  | { kind: "orphan_removed"; object: "user" | "credential"; token: string; sourceId: string }
  /** An orphan found in read-only mode; left for the worker. */
  | { kind: "orphan_found"; object: "user" | "credential"; token: string; sourceId: string }
  /** An unmanaged object: reported and left alone. */
  | { kind: "unknown_object"; object: "user" | "credential"; token: string; name: string | null; carriesPin: boolean }
  /** An unmanaged object whose PIN one of the portal's sources has too. */
  | { kind: "pin_shared"; token: string; sourceId: string };

export interface DriftReport {
  controllerId: string;
  comparedAt: string;
  doors: DoorSyncReport;
  users: number;
  credentials: number;
  items: DriftItem[];
}

const NAME_SHOWN = 200;

/** Cuts the name of somebody else's entry for a report: a thousand of them must fit into its row. */
export const shownName = (name: string): string => cutText(name, NAME_SHOWN);

const NO_DOORS: DoorSync = { report: { doors: 0, added: 0, missing: 0, profilesWritten: 0 }, rewrittenHours: [] };

/** `readOnly`: writes nothing and raises no generation; for paused workers. */
export interface CompareOptions {
  readOnly?: boolean;
}

/** Compares a controller. Skips pending replicas and reads the others before the device. Throws DeviceError and LeaseLostError. */
export async function compareController(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  { readOnly = false }: CompareOptions = {},
): Promise<DriftReport> {
  const comparedAt = worker.clock.now().toISOString();
  const { report: doors, rewrittenHours } = readOnly ? NO_DOORS : await syncDoorsIfAny(worker, lease, device);
  const replicas = await readAllReplicas(worker.pool, lease.controllerId, worker.options.suspendedMs);
  const users = await device.listUsers();
  const credentials = await device.listCredentials();
  const differing = differingReplicas(worker, replicas, users, credentials);
  const known = new Set(replicas.flatMap((replica) => [replica.user_token, replica.credential_token]));
  const others = await unknownObjects(worker, lease, device, {
    users: users.filter((user) => !known.has(user.token)),
    credentials: credentials.filter((credential) => !known.has(credential.token)),
    readOnly,
  });
  const foreign = credentials.filter((credential) => others.foreignTokens.has(credential.token));
  const shared = await reserveForeignPins(worker, lease, foreign);
  requireLease(worker, lease);
  if (!readOnly) {
    await bumpReplicas(
      worker.pool,
      lease.controllerId,
      differing.map((item) => item.sourceId),
    );
  }
  return {
    controllerId: lease.controllerId,
    comparedAt,
    doors,
    users: users.length,
    credentials: credentials.length,
    items: [...differing, ...rewrittenHours.map(hoursDiffer), ...others.items, ...shared],
  };
}

/** Synchronises doors. A device without doors still holds people, and their removal must not wait. */
async function syncDoorsIfAny(worker: WorkerContext, lease: Lease, device: DoorController): Promise<DoorSync> {
  try {
    return await syncAccessPoints(worker, lease, device);
  } catch (error) {
    if (!(error instanceof NoAccessPointsError)) throw error;
    return NO_DOORS;
  }
}

const hoursDiffer = ({ id, name }: DoorSync["rewrittenHours"][number]): DriftItem => ({
  kind: "hours_differ",
  accessPointId: id,
  label: name,
});

type ReplicaDiffers = Extract<DriftItem, { kind: "replica_differs" }>;

function differingReplicas(
  worker: WorkerContext,
  replicas: readonly ReplicaRow[],
  users: readonly DeviceUser[],
  credentials: readonly DeviceCredential[],
): ReplicaDiffers[] {
  const userOf = new Map(users.map((user) => [user.token, user]));
  const credentialOf = new Map(credentials.map((credential) => [credential.token, credential]));
  return replicas.flatMap((row): ReplicaDiffers[] => {
    if (row.pending) return [];
    const actual = {
      user: userOf.get(row.user_token) ?? null,
      credential: credentialOf.get(row.credential_token) ?? null,
      others: [],
    };
    const differences = differencesOf(worker, row, actual);
    if (differences.length === 0) return [];
    const { source_id: sourceId, source_kind: sourceKind, organization_id: organizationId, label } = row;
    return [{ kind: "replica_differs", sourceId, sourceKind, organizationId, label, differences }];
  });
}

function differencesOf(worker: WorkerContext, row: ReplicaRow, actual: Parameters<typeof planDeviceChanges>[1]) {
  try {
    return planDeviceChanges(desiredReplica(row, worker.keys), actual).differences;
  } catch (error) {
    // An unreadable replica must not stop the comparison; the replica's own run reports it.
    worker.log.error({ err: error, sourceId: row.source_id }, "a replica cannot be compared");
    return ["pin" as const];
  }
}

/** Removes orphans unless read-only, and reports the other unknown objects. Credentials go before users, so that access ends first. */
async function unknownObjects(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  unknown: { users: DeviceUser[]; credentials: DeviceCredential[]; readOnly: boolean },
): Promise<{ items: DriftItem[]; foreignTokens: Set<string> }> {
  const ownerOf = await ownerships(
    worker,
    lease.controllerId,
    [...unknown.credentials, ...unknown.users].map(({ token }) => token),
  );
  const items: DriftItem[] = [];
  const foreignTokens = new Set<string>();
  for (const { token, pin } of unknown.credentials) {
    const owner = ownerOf(token);
    // The replica was created after the replicas were read.
    if (owner === "source") continue;
    if (owner === "foreign") {
      foreignTokens.add(token);
      items.push({ kind: "unknown_object", object: "credential", token, name: null, carriesPin: pin !== null });
      continue;
    }
    const orphan = { object: "credential", token, sourceId: sourceOfToken(token) ?? token } as const;
    if (unknown.readOnly) {
      items.push({ kind: "orphan_found", ...orphan });
      continue;
    }
    requireLease(worker, lease);
    await device.removeCredential(token);
    items.push({ kind: "orphan_removed", ...orphan });
  }
  for (const { token, name } of unknown.users) {
    const owner = ownerOf(token);
    if (owner === "source") continue;
    if (owner === "foreign") {
      items.push({ kind: "unknown_object", object: "user", token, name: shownName(name), carriesPin: false });
      continue;
    }
    const orphan = { object: "user", token, sourceId: sourceOfToken(token) ?? token } as const;
    if (unknown.readOnly) {
      items.push({ kind: "orphan_found", ...orphan });
      continue;
    }
    requireLease(worker, lease);
    await device.removeUser(token);
    items.push({ kind: "orphan_removed", ...orphan });
  }
  return { items, foreignTokens };
}

async function reserveForeignPins(
  worker: WorkerContext,
  lease: Lease,
  foreign: readonly DeviceCredential[],
): Promise<DriftItem[]> {
  const listing = indexListing(foreign, worker.keys);
  const taken = await replaceForeignPins(worker.pool, lease.controllerId, [...listing.byPinHmac.keys()]);
  const items = taken.flatMap(({ hmac, sourceId }) =>
    (listing.byPinHmac.get(hmac) ?? []).map(({ token }): DriftItem => ({ kind: "pin_shared", token, sourceId })),
  );
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
