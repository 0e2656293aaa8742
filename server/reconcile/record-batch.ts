// Step 7: records what the device showed, in one transaction under the fence.
import { retriedTransaction, transaction } from "#server/platform/database/transaction.ts";
import { backOffMs } from "./back-off.ts";
import { compareSoon, holdsLane } from "./controller-lanes.store.ts";
import {
  endPairs,
  freeFormerPins,
  leaveToForeign,
  lockPairs,
  markPairs,
  type PairRow,
  type Receipt,
  recordApplied,
  recordPairFailures,
  writeAssignmentTokens,
  writeReceipts,
} from "./device-sync.store.ts";
import { atFaultPoint, type LaneContext, type Lease, LeaseLostError } from "./lane-context.ts";

export interface ProvedPair {
  row: PairRow;
  digest: string | null;
  /** When a synced replica is due again, in epoch seconds; null: at its next change. */
  wakesEpoch: number | null;
  /** PINs that an unmanaged object carries too: they stay reserved when the source goes. */
  foreignHmacs: string[];
  /** From the first send the device may hold half of it, so each is looked at again. */
  sent: ReadonlySet<string>;
  error: string | null;
}

/** @throws LeaseLostError when another worker has the controller; records nothing then. */
export async function recordBatch(
  lane: LaneContext,
  lease: Lease,
  pairs: readonly ProvedPair[],
  readBackAt: Date,
): Promise<void> {
  if (pairs.length === 0) return;
  const held = await retriedTransaction(lane.pool, async (client) => {
    if (!(await holdsLane(client, lease, lane.bootId))) return false;
    const done = pairs.filter((pair) => pair.error === null);
    await writeAssignmentTokens(client, lease.controllerId, done.filter(isCredential).map(tokensOf));
    const generations = await lockPairs(
      client,
      lease.controllerId,
      pairs.map((pair) => pair.row.holder_id),
    );
    const current = (pair: ProvedPair) => generations.get(pair.row.holder_id) === pair.row.desired_gen;
    const ended = done.filter((pair) => !pair.row.wanted && !pair.row.assigned && current(pair));
    await writeReceipts(
      client,
      lease.controllerId,
      done.filter((pair) => worthReceipt(pair, ended)).map((pair) => receiptOf(pair, readBackAt)),
    );
    await recordApplied(
      client,
      lease.controllerId,
      done
        .filter((pair) => !ended.includes(pair))
        .map(({ row, digest, wakesEpoch }) => ({
          holderId: row.holder_id,
          generation: row.desired_gen,
          digest,
          wakesEpoch,
        })),
    );
    const shown = done.filter((pair) => current(pair) && !ended.includes(pair));
    // Disabled or expired, and confirmed absent: the PIN is free.
    const over = shown.filter(({ row }) => !row.live);
    await leaveToForeign(
      client,
      lease.controllerId,
      over.map(({ row }) => row.holder_id),
      over.flatMap((pair) => pair.foreignHmacs),
    );
    await freeFormerPins(
      client,
      lease.controllerId,
      shown.map(({ row }) => ({ holderId: row.holder_id, hmacs: row.live ? row.pin_hmacs : [] })),
    );
    await endPairs(
      client,
      lease.controllerId,
      ended.map((pair) => pair.row.holder_id),
      ended.flatMap((pair) => pair.foreignHmacs),
    );
    await recordPairFailures(
      client,
      lease.controllerId,
      pairs.flatMap((pair) => failureOf(lane, pair)),
    );
    await atFaultPoint(lane, "7_committing", lease);
    return true;
  });
  if (!held) throw new LeaseLostError("another worker took the controller while this one was writing");
}

/** Delays the replica that broke the device, so the next run begins with another. */
export async function postpone(lane: LaneContext, lease: Lease, pair: ProvedPair, error: string): Promise<void> {
  await transaction(lane.pool, async (client) => {
    if (!(await holdsLane(client, lease, lane.bootId))) return;
    await recordPairFailures(client, lease.controllerId, failureOf(lane, { ...pair, error }));
  });
}

/** Only the sender knows of a stale write. Two statements, against deadlock with the new worker. */
export async function reportIfStale(lane: LaneContext, lease: Lease, pairs: readonly ProvedPair[]): Promise<void> {
  const holderIds = pairs.filter((pair) => pair.sent.size > 0).map((pair) => pair.row.holder_id);
  if (holderIds.length === 0) return;
  const held = await transaction(lane.pool, (client) => holdsLane(client, lease, lane.bootId));
  if (held) return;
  lease.lost = true;
  await compareSoon(lane.pool, lease.controllerId);
  await markPairs(lane.pool, lease.controllerId, holderIds);
  lane.log.warn(
    { controllerId: lease.controllerId, pairs: holderIds.length },
    "a worker lost its lease and may have written; the controller is compared again",
  );
}

/** Plates have no tokens: a list identifies them by text. */
function isCredential({ row }: ProvedPair): boolean {
  return row.holder_kind === "credential" && row.sealed_pin !== null;
}

function tokensOf({ row }: ProvedPair): { holderId: string; userToken: string | null; credentialToken: string | null } {
  const { holder_id: holderId, user_token, credential_token, wanted } = row;
  return { holderId, userToken: wanted ? user_token : null, credentialToken: wanted ? credential_token : null };
}

/** Read-back grants, and removals of what was, or may have been, there. */
function worthReceipt(pair: ProvedPair, ended: readonly ProvedPair[]): boolean {
  return pair.row.wanted || pair.sent.size > 0 || pair.row.applied_digest !== null || ended.includes(pair);
}

function receiptOf({ row }: ProvedPair, readBackAt: Date): Receipt {
  return {
    holderId: row.holder_id,
    kind: row.wanted ? "grant" : "revocation",
    generation: row.desired_gen,
    readBackAt,
  };
}

function failureOf(lane: LaneContext, { row, error }: ProvedPair) {
  if (error === null) return [];
  return [
    {
      holderId: row.holder_id,
      generation: row.desired_gen,
      error,
      pauseMs: backOffMs(row.attempts + 1, lane.random()),
    },
  ];
}
