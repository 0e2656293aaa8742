// A change of doors, links or connection raises one generation of the controller; the worker finds the affected replicas by comparing
// digests.
import { transaction } from "#server/platform/database/transaction.ts";
import {
  holdsLease,
  type Lease,
  LeaseLostError,
  recordControllerApplied,
  type WorkerContext,
} from "../worker/public.ts";
import { replicaDigest } from "./desired-replica.ts";
import { bumpReplicas, readReplicasAfter } from "./device-sync.store.ts";

/** A controller may have ten thousand replicas; pages keep transactions short. */
const PAGE = 1_000;
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/** Raises the generations of affected replicas; returns how many. `generation` was read first, so a concurrent change stays pending. */
export async function bumpChangedReplicas(worker: WorkerContext, lease: Lease, generation: string): Promise<number> {
  let after = LOWEST_ID;
  let bumped = 0;
  const { suspendedMs } = worker.options;
  for (;;) {
    const rows = await readReplicasAfter(worker.pool, lease.controllerId, { suspendedMs, after, limit: PAGE });
    const differing = rows.filter((row) => !row.pending && replicaDigest(row) !== row.applied_digest);
    if (differing.length > 0) {
      await bumpReplicas(
        worker.pool,
        lease.controllerId,
        differing.map((row) => row.source_id),
      );
      bumped += differing.length;
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) break;
    after = last.source_id;
  }
  await transaction(worker.pool, async (client) => {
    if (!(await holdsLease(client, lease, worker.bootId)))
      throw new LeaseLostError("the lease was lost while replicas were compared");
    await recordControllerApplied(client, lease.controllerId, generation);
  });
  return bumped;
}
