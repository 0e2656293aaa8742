// A door, link or connection change bumps the controller once; the worker finds its replicas by comparing digests.
import { transaction } from "#server/platform/database/transaction.ts";
import { holdsLane, recordControllerApplied } from "./controller-lanes.store.ts";
import { markPairs, readPairsAfter } from "./device-sync.store.ts";
import { type LaneContext, type Lease, LeaseLostError } from "./lane-context.ts";
import { copyDigest } from "./wanted-copy.ts";

/** A controller may have ten thousand replicas; pages keep transactions short. */
const PAGE = 1_000;
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/** `generation` was read first, so a concurrent change stays pending. Returns the number of bumped replicas. */
export async function markChangedPairs(lane: LaneContext, lease: Lease, generation: string): Promise<number> {
  let after = LOWEST_ID;
  let marked = 0;
  for (;;) {
    const rows = await readPairsAfter(lane.pool, lease.controllerId, after, PAGE);
    const differing = rows.filter((row) => !row.pending && copyDigest(row) !== row.applied_digest);
    if (differing.length > 0) {
      await markPairs(
        lane.pool,
        lease.controllerId,
        differing.map((row) => row.holder_id),
      );
      marked += differing.length;
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) break;
    after = last.holder_id;
  }
  await transaction(lane.pool, async (client) => {
    if (!(await holdsLane(client, lease, lane.bootId)))
      throw new LeaseLostError("the lease was lost while replicas were compared");
    await recordControllerApplied(client, lease.controllerId, generation);
  });
  return marked;
}
