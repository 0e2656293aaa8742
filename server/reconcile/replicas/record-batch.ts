// Step 7: records what the device showed, in one transaction under the fence.
import { retriedTransaction, transaction } from "#server/platform/database/transaction.ts";
import {
  atFaultPoint,
  backOffMs,
  compareSoon,
  holdsLease,
  type Lease,
  LeaseLostError,
  type WorkerContext,
} from "../worker/public.ts";
import {
  bumpReplicas,
  endReplicas,
  freeFormerPins,
  leaveToForeign,
  lockReplicas,
  type ReplicaRow,
  recordApplied,
  recordReplicaFailures,
  writeAssignmentTokens,
} from "./device-sync.store.ts";
import { type Receipt, writeReceipts } from "./receipts.store.ts";

export interface ConfirmedReplica {
  row: ReplicaRow;
  digest: string | null;
  /** When a synced replica is due again, in epoch seconds; null: at its next change. */
  wakesEpoch: number | null;
  /** The read-back showed the object without access, and a dry run refused the PIN. */
  isSuspended: boolean;
  /** PINs that an unmanaged object carries too: they stay reserved when the source goes. */
  foreignHmacs: string[];
  /** Replicas that were sent. From the first send the device may hold half of a replica, so each is planned again. */
  sent: ReadonlySet<string>;
  error: string | null;
}

/** Records a batch. Throws LeaseLostError, having recorded nothing, when another worker has the controller. */
export async function recordBatch(
  worker: WorkerContext,
  lease: Lease,
  replicas: readonly ConfirmedReplica[],
  readBackAt: Date,
): Promise<void> {
  if (replicas.length === 0) return;
  const held = await retriedTransaction(worker.pool, async (client) => {
    if (!(await holdsLease(client, lease, worker.bootId))) return false;
    const done = replicas.filter((replica) => replica.error === null);
    await writeAssignmentTokens(client, lease.controllerId, done.filter(isCredential).map(tokensOf));
    const generations = await lockReplicas(
      client,
      lease.controllerId,
      replicas.map((replica) => replica.row.source_id),
    );
    const current = (replica: ConfirmedReplica) => generations.get(replica.row.source_id) === replica.row.desired_gen;
    const ended = done.filter((replica) => !replica.row.desired && !replica.row.assigned && current(replica));
    await writeReceipts(
      client,
      lease.controllerId,
      done.filter((replica) => worthReceipt(replica, ended)).map((replica) => receiptOf(replica, readBackAt)),
    );
    await recordApplied(client, lease.controllerId, done.filter((replica) => !ended.includes(replica)).map(appliedOf));
    const shown = done.filter((replica) => current(replica) && !ended.includes(replica));
    // The replica is disabled or expired, and confirmed absent or suspended: its PIN is free.
    const over = shown.filter(({ row }) => !row.live);
    await leaveToForeign(
      client,
      lease.controllerId,
      over.map(({ row }) => row.source_id),
      over.flatMap((replica) => replica.foreignHmacs),
    );
    await freeFormerPins(
      client,
      lease.controllerId,
      shown.map(({ row }) => ({ sourceId: row.source_id, hmacs: row.live ? row.pin_hmacs : [] })),
    );
    await endReplicas(
      client,
      lease.controllerId,
      ended.map((replica) => replica.row.source_id),
      ended.flatMap((replica) => replica.foreignHmacs),
    );
    await recordReplicaFailures(
      client,
      lease.controllerId,
      replicas.flatMap((replica) => failureOf(worker, replica)),
    );
    await atFaultPoint(worker, "7_committing", lease);
    return true;
  });
  if (!held) throw new LeaseLostError("another worker took the controller while this one was writing");
}

/** Delays the replica at which the device failed, so that the next run begins with another. */
export async function postpone(
  worker: WorkerContext,
  lease: Lease,
  replica: ConfirmedReplica,
  error: string,
): Promise<void> {
  await transaction(worker.pool, async (client) => {
    if (!(await holdsLease(client, lease, worker.bootId))) return;
    await recordReplicaFailures(client, lease.controllerId, failureOf(worker, { ...replica, error }));
  });
}

/** Reports a write that was sent under a lost lease; only its sender knows of it. Uses two statements, against deadlock with the new worker. */
export async function reportIfStale(
  worker: WorkerContext,
  lease: Lease,
  replicas: readonly ConfirmedReplica[],
): Promise<void> {
  const sourceIds = replicas.filter((replica) => replica.sent.size > 0).map((replica) => replica.row.source_id);
  if (sourceIds.length === 0) return;
  const held = await transaction(worker.pool, (client) => holdsLease(client, lease, worker.bootId));
  if (held) return;
  lease.lost = true;
  await compareSoon(worker.pool, lease.controllerId);
  await bumpReplicas(worker.pool, lease.controllerId, sourceIds);
  worker.log.warn(
    { controllerId: lease.controllerId, replicas: sourceIds.length },
    "a worker lost its lease and may have written; the controller is compared again",
  );
}

/** Tells whether a replica has tokens. Plates have none: a list identifies them by text. */
function isCredential({ row }: ConfirmedReplica): boolean {
  return row.source_kind === "credential" && row.encrypted_pin !== null;
}

function tokensOf({ row, isSuspended }: ConfirmedReplica): {
  sourceId: string;
  userToken: string | null;
  credentialToken: string | null;
} {
  const { source_id: sourceId, user_token, credential_token, desired } = row;
  const isThere = desired || isSuspended;
  return { sourceId, userToken: isThere ? user_token : null, credentialToken: isThere ? credential_token : null };
}

function appliedOf({ row, digest, wakesEpoch, isSuspended }: ConfirmedReplica) {
  return { sourceId: row.source_id, generation: row.desired_gen, digest, wakesEpoch, isSuspended };
}

/** Returns the replicas that need a receipt: grants that were read back, and removals of objects that were or may have been there. */
function worthReceipt(replica: ConfirmedReplica, ended: readonly ConfirmedReplica[]): boolean {
  return replica.row.desired || replica.sent.size > 0 || replica.row.applied_digest !== null || ended.includes(replica);
}

function receiptOf({ row, sent, isSuspended, wakesEpoch }: ConfirmedReplica, readBackAt: Date): Receipt {
  return {
    sourceId: row.source_id,
    kind: isSuspended ? "suspension" : row.desired ? "grant" : "revocation",
    suspendedUntilEpoch: isSuspended ? wakesEpoch : null,
    generation: row.desired_gen,
    readBackAt,
    sent: sent.size > 0,
  };
}

function failureOf(worker: WorkerContext, { row, error }: ConfirmedReplica) {
  if (error === null) return [];
  return [
    {
      sourceId: row.source_id,
      generation: row.desired_gen,
      error,
      pauseMs: backOffMs(row.attempts + 1, worker.random()),
    },
  ];
}
