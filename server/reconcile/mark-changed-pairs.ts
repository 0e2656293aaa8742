// A change of a door, a link or a connection marks its controller once; here the lane finds out which pairs it
// concerns, by comparing what is wanted now with the digest of what was applied.
import { transaction } from "#server/platform/database/transaction.ts";
import { holdsLane, recordControllerApplied } from "./controller-lanes.store.ts";
import { markPairs, readPairsAfter } from "./device-sync.store.ts";
import { type LaneContext, type Lease, LeaseLostError } from "./lane-context.ts";
import { copyDigest } from "./wanted-copy.ts";

/** Rows per statement: a controller may hold ten thousand, and each page is short work for the database. */
const PAGE = 1_000;
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * `generation` was read before the first page, so a change that commits meanwhile leaves the controller changed.
 * Returns how many pairs were marked.
 */
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
      throw new LeaseLostError("the lease was lost while pairs were compared");
    await recordControllerApplied(client, lease.controllerId, generation);
  });
  return marked;
}
