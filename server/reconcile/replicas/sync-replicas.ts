// Synchronises one batch on one device. Numbers in comments are the steps of FaultPoint in server/reconcile/worker/worker-context.ts; after
// a stop the next worker completes the replicas.

import type { DoorController } from "#drivers/port.ts";
import { writeMissingHours } from "../doors/sync-access-points.ts";
import {
  atFaultPoint,
  compareSoon,
  type DeviceTrouble,
  deviceTrouble,
  type Lease,
  learnWholeDays,
  mayBeOneObject,
  maySend,
  requireLease,
  type WorkerContext,
} from "../worker/public.ts";
import { desiredReplica, replicaDigest, unreadableCode } from "./desired-replica.ts";
import { type ReplicaRow, readDueReplicas } from "./device-sync.store.ts";
import { indexListing, otherCredentials } from "./pin-carriers.ts";
import {
  type ActualReplica,
  type DeviceChange,
  type DevicePlan,
  planDeviceChanges,
} from "./plan-device-changes.rules.ts";
import { postpone, recordBatch, reportIfStale } from "./record-batch.ts";
import type { DeviceObject, ReplicaWork } from "./replica-work.ts";
import { endSuspensionsOf } from "./suspended-replicas.store.ts";
import { trySuspended } from "./try-suspended.ts";
import { cutsToDays, wakesAt } from "./whole-days.rules.ts";

export interface Turn {
  until: number;
  replicasLeft: number;
  /** True once missing profiles with hours have been written in this turn. */
  hoursWritten?: boolean;
}

/** Obstacles that only a new listing can show as resolved. */
const NEEDS_LISTING = new Set(["pin_on_other_source", "pin_on_foreign_object"]);
/** Time limit of a batch without removals, so its first replicas are recorded soon. */
const GRANT_BATCH_MS = 2_500;

/** `all`: no replica that was due when the batch began is left. */
export interface Taken {
  done: number;
  all: boolean;
}

/** Writes, reads back and records one batch. Throws DeviceError for the whole device, and LeaseLostError. */
export async function syncReplicas(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  turn: Turn,
): Promise<Taken> {
  const { suspendedMs } = worker.options;
  const read = () => readDueReplicas(worker.pool, lease.controllerId, { suspendedMs, limit: turn.replicasLeft });
  let due = await read(); // Step 1.
  const isGrants = due.every((row) => row.desired);
  if (isGrants && !turn.hoursWritten && due.some((row) => row.hours_unknown)) {
    turn.hoursWritten = true;
    await writeMissingHours(worker, lease, device);
    due = await read();
  }
  await atFaultPoint(worker, "1_read", lease);
  if (due.length === 0) return { done: 0, all: true };
  // Removals are a batch of their own, confirmed before the first grant is started, and before anybody's hours.
  const removals = due.filter((row) => !row.desired);
  const rows = removals.length > 0 ? removals : due;
  const { work, failed } = decrypt(worker, rows, device);
  const withListing = rows.some(
    (row) => !row.desired || row.suspension_ends || NEEDS_LISTING.has(row.last_error ?? ""),
  );
  const batchUntil = withListing ? turn.until : Math.min(turn.until, worker.clock.monotonic() + GRANT_BATCH_MS);

  await lookUp(worker, lease, device, { replicas: work, again: () => true, withListing }); // Steps 2 and 3.
  await atFaultPoint(worker, "3_planned", lease);
  const taken: ReplicaWork[] = [];
  try {
    const breakdown = await writeEach(worker, lease, device, { work, taken, until: batchUntil }); // Steps 4 and 5.
    await atFaultPoint(worker, "5_written", lease);
    const readBackAt = worker.clock.now();
    // Replicas before the failing one are read back and recorded; otherwise a repeated failure would starve them.
    const written = breakdown ? taken.filter((replica) => replica !== breakdown.replica) : taken;
    await readBack(worker, lease, device, written, withListing); // Step 6.
    if (written.some(isCutToDays)) await learnWholeDays(worker.pool, lease.controllerId);
    const { finished, inDoubt } = await trySuspended(worker, lease, device, { replicas: written, until: turn.until });
    await removeInstead(worker, lease, device, inDoubt);
    await atFaultPoint(worker, "6_read_back", lease);
    await recordBatch(worker, lease, [...finished, ...inDoubt, ...failed], readBackAt); // Step 7.
    if (breakdown) throw breakdown.error;
  } catch (error) {
    // Replicas may have been sent under a lost lease, which only this worker knows.
    await reportIfStale(worker, lease, taken);
    throw error;
  }
  await atFaultPoint(worker, "7_committed", lease);
  const done = taken.length + failed.length;
  if (done === 0) requireLease(worker, lease);
  return { done, all: done === due.length && due.length < turn.replicasLeft };
}

interface Batch {
  work: readonly ReplicaWork[];
  taken: ReplicaWork[];
  until: number;
}

/** Writes each replica. Returns the one at which the whole device failed, which ends the batch. */
async function writeEach(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  batch: Batch,
): Promise<{ replica: ReplicaWork; error: unknown } | null> {
  for (const replica of batch.work) {
    // At least one replica is written, so that a slow device makes progress.
    if (batch.taken.length > 0 && (worker.clock.monotonic() > batch.until || worker.stopping.aborted)) break;
    if (!maySend(worker, lease)) break; // Step 4.
    await atFaultPoint(worker, "4_clock_checked", lease);
    batch.taken.push(replica);
    try {
      await write(worker, lease, device, replica); // Step 5.
    } catch (error) {
      const trouble = deviceTrouble(error);
      if (!trouble) throw error;
      // If this replica were not delayed, it would always be first again.
      await postpone(worker, lease, replica, trouble.code);
      return { replica, error };
    }
  }
  return null;
}

/** Removes replicas whose suspension was not confirmed. */
async function removeInstead(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  replicas: readonly ReplicaWork[],
): Promise<void> {
  for (const replica of replicas) {
    replica.desired = { ...replica.desired, content: null };
    replica.digest = null;
    replica.wakesEpoch = null;
    replica.error = null;
  }
  await lookUp(worker, lease, device, { replicas, again: () => true, withListing: true });
  for (const replica of replicas) {
    requireLease(worker, lease);
    await write(worker, lease, device, replica);
  }
  await readBack(worker, lease, device, replicas, true);
}

const NOTHING: DevicePlan = { changes: [], differences: [], obstacles: [] };

function decrypt(
  worker: WorkerContext,
  rows: readonly ReplicaRow[],
  device: DoorController,
): { work: ReplicaWork[]; failed: ReplicaWork[] } {
  const work: ReplicaWork[] = [];
  const failed: ReplicaWork[] = [];
  for (const read of rows) {
    // A PIN that cannot be tried cannot be confirmed to open for nobody.
    const isTriable = device.verifyPin !== undefined && read.door_tokens.length > 0;
    const row = { ...read, suspends: read.suspends && isTriable };
    const base = {
      row,
      digest: replicaDigest(row),
      wakesEpoch: row.suspends ? row.suspended_until_epoch : wakesAt(row),
      isSuspended: false,
      plan: NOTHING,
      user: null,
      credential: null,
      foreignHmacs: [],
      error: null,
    };
    try {
      work.push({ ...base, sent: new Set(), desired: desiredReplica(row, worker.keys) });
    } catch (error) {
      worker.log.error({ err: error, sourceId: row.source_id }, "a replica cannot be read");
      const desired = { userToken: row.user_token, credentialToken: row.credential_token, content: null };
      failed.push({ ...base, sent: new Set(), desired, error: unreadableCode(error) });
    }
  }
  return { work, failed };
}

interface Look {
  replicas: readonly ReplicaWork[];
  again: (replica: ReplicaWork, object: DeviceObject) => boolean;
  /** Lists all credentials of the device, to find other carriers of the PINs. */
  withListing: boolean;
}

async function lookUp(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  { replicas, again, withListing }: Look,
): Promise<void> {
  if (replicas.length === 0) return;
  const userReplicas = replicas.filter((replica) => again(replica, "user"));
  const credentialReplicas = replicas.filter((replica) => withListing || again(replica, "credential"));
  const [found, listed] = await Promise.all([
    device.getUsers(userReplicas.map((replica) => replica.row.user_token)),
    withListing
      ? device.listCredentials()
      : device.getCredentials(credentialReplicas.map((replica) => replica.row.credential_token)),
  ]);
  const users = new Map(found.map((user) => [user.token, user]));
  await atFaultPoint(worker, "2_looked_up", lease);
  const listing = indexListing(listed, worker.keys);
  const others = withListing
    ? await otherCredentials(
        worker,
        lease.controllerId,
        replicas.map((replica) => replica.row),
        listing,
      )
    : new Map<string, ActualReplica["others"]>();
  for (const replica of userReplicas) replica.user = users.get(replica.row.user_token) ?? null;
  for (const replica of credentialReplicas)
    replica.credential = listing.byToken.get(replica.row.credential_token) ?? null;
  for (const replica of replicas) {
    const related = others.get(replica.row.source_id) ?? [];
    const foreign = new Set(related.filter((other) => other.ownership === "foreign").map((other) => other.token));
    replica.foreignHmacs = replica.row.reserved_hmacs.filter((hmac) =>
      listing.byPinHmac.get(hmac)?.some(({ token }) => foreign.has(token)),
    );
    planEach(worker, replica, related);
  }
}

/** Plans a replica. A read-back that cannot be compared is an error of its replica alone. */
function planEach(worker: WorkerContext, replica: ReplicaWork, others: ActualReplica["others"]): void {
  const { desired, user, credential } = replica;
  try {
    replica.plan = planDeviceChanges(desired, { user, credential, others });
  } catch (error) {
    worker.log.error({ err: error, sourceId: replica.row.source_id }, "a replica cannot be planned");
    replica.plan = NOTHING;
    replica.error = unreadableCode(error);
  }
}

/** Writes a replica. A refusal stays with the replica; errors of the whole device stop the worker. */
async function write(worker: WorkerContext, lease: Lease, device: DoorController, replica: ReplicaWork): Promise<void> {
  if (replica.plan.changes.length === 0) return;
  for (const [index, change] of replica.plan.changes.entries()) {
    if (index > 0) {
      await atFaultPoint(worker, "5_half_written", lease);
      // The first change took too long: another worker continues from the read-back.
      if (!maySend(worker, lease)) return;
    }
    replica.sent.add(objectOf(change));
    try {
      await carryOut(device, change);
    } catch (error) {
      const trouble = deviceTrouble(error);
      if (!trouble || !(await isOfOneObject(device, replica, trouble))) throw error;
      worker.log.warn(
        { err: error, controllerId: lease.controllerId, sourceId: replica.row.source_id },
        "the device refused an object",
      );
      replica.error = trouble.code;
      // A referenced object, such as a recreated group, is gone: a comparison finds the present one.
      if (trouble.code === "item_not_found") await compareSoon(worker.pool, lease.controllerId);
      // The device may be full, and people with access go before suspended ones.
      else if (trouble.code === "device_fault" && replica.row.desired)
        await endSuspensionsOf(worker.pool, lease.controllerId);
      return;
    }
  }
}

/**
 * Tells whether the trouble concerns one object: the device answers as before, even though it failed here with an HTTP 500 or by hanging
 * up.
 */
async function isOfOneObject(device: DoorController, { row }: ReplicaWork, trouble: DeviceTrouble): Promise<boolean> {
  if (trouble.scope === "object") return true;
  if (!mayBeOneObject(trouble)) return false;
  try {
    await device.getCredentials([row.credential_token]);
    return true;
  } catch (error) {
    if (deviceTrouble(error)) return false;
    throw error;
  }
}

function objectOf({ kind }: DeviceChange): DeviceObject {
  return kind === "put_user" || kind === "remove_user" ? "user" : "credential";
}

/** Reads back. An empty second plan confirms, whatever the writes answered. */
async function readBack(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  replicas: readonly ReplicaWork[],
  withListing: boolean,
): Promise<void> {
  const written = replicas.filter((replica) => replica.sent.size > 0);
  await lookUp(worker, lease, device, {
    replicas: written,
    again: (replica, object) => replica.sent.has(object),
    withListing,
  });
  // Fault point: writes-believed.
  for (const replica of replicas) replica.error ??= verdict(replica);
}

function isCutToDays({ desired, credential, sent }: ReplicaWork): boolean {
  return (
    sent.has("credential") && desired.content !== null && credential !== null && cutsToDays(desired.content, credential)
  );
}

function verdict({ row, plan }: ReplicaWork): string | null {
  const [obstacle] = plan.obstacles;
  if (obstacle) return obstacle.obstacle;
  if (plan.changes.length > 0) return `read_back_differs:${plan.differences.join(",")}`;
  if (!row.desired) return null;
  if (row.doors_without_profile > 0) return "door_profile_missing";
  return row.doors_withheld > 0 ? "hours_withheld" : null;
}

async function carryOut(device: DoorController, change: DeviceChange): Promise<void> {
  switch (change.kind) {
    case "put_user":
      return device.putUser(change.user);
    case "put_credential":
      return device.putCredential(change.credential);
    case "remove_user":
      return device.removeUser(change.token);
    case "remove_credential":
      // Fault point: credential-left.
      return device.removeCredential(change.token);
  }
}
