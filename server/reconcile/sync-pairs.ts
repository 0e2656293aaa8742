// One batch on one device. Steps are numbered as in docs; after a stop the next worker completes the replicas.

import type { DeviceCredential, DeviceUser, DoorController } from "#drivers/port.ts";
import { SealError } from "#server/platform/crypto/key-ring.ts";
import { carryOut } from "./carry-out.ts";
import { compareSoon } from "./controller-lanes.store.ts";
import { type PairRow, readDuePairs } from "./device-sync.store.ts";
import { deviceTrouble } from "./device-trouble.ts";
import { atFaultPoint, type LaneContext, type Lease, maySend, requireLease } from "./lane-context.ts";
import { indexListing, otherCredentials } from "./pin-carriers.ts";
import {
  type ActualCopy,
  type DesiredCopy,
  type DeviceChange,
  type DevicePlan,
  planDeviceChanges,
} from "./plan-device-changes.rules.ts";
import { type ProvedPair, postpone, recordBatch, reportIfStale } from "./record-batch.ts";
import { copyDigest, desiredCopy } from "./wanted-copy.ts";

type DeviceObject = "user" | "credential";

export interface PairWork extends ProvedPair {
  desired: DesiredCopy;
  plan: DevicePlan;
  user: DeviceUser | null;
  credential: DeviceCredential | null;
  sent: Set<DeviceObject>;
}

export interface Turn {
  until: number;
  pairsLeft: number;
}

/** Only a listing shows whether these are resolved. */
const NEEDS_LISTING = new Set(["pin_on_other_holder", "pin_on_foreign_object"]);
/** Time limit of a batch without removals, so its first replicas are recorded soon. */
const GRANT_BATCH_MS = 2_500;

/** `all`: nothing due when the batch began is left. */
export interface Taken {
  done: number;
  all: boolean;
}

export async function syncPairs(lane: LaneContext, lease: Lease, device: DoorController, turn: Turn): Promise<Taken> {
  const rows = await readDuePairs(lane.pool, lease.controllerId, turn.pairsLeft); // 1
  await atFaultPoint(lane, "1_read", lease);
  if (rows.length === 0) return { done: 0, all: true };
  const { work, failed } = unseal(lane, rows);
  const withListing = rows.some((row) => !row.wanted || NEEDS_LISTING.has(row.last_error ?? ""));
  const batchUntil = withListing ? turn.until : Math.min(turn.until, lane.clock.monotonic() + GRANT_BATCH_MS);

  await lookUp(lane, lease, device, { pairs: work, again: () => true, withListing }); // 2, 3
  await atFaultPoint(lane, "3_planned", lease);
  const taken: PairWork[] = [];
  try {
    const breakdown = await writeEach(lane, lease, device, { work, taken, until: batchUntil }); // 4, 5
    await atFaultPoint(lane, "5_written", lease);
    const readBackAt = lane.clock.now();
    // Those before the breakdown are read back and recorded, or a repeated breakdown would starve them.
    const finished = breakdown ? taken.filter((pair) => pair !== breakdown.pair) : taken;
    await readBack(lane, lease, device, finished, withListing); // 6
    await atFaultPoint(lane, "6_read_back", lease);
    await recordBatch(lane, lease, [...finished, ...failed], readBackAt); // 7
    if (breakdown) throw breakdown.error;
  } catch (error) {
    // May have been sent under a lost lease, which only this worker knows.
    await reportIfStale(lane, lease, taken);
    throw error;
  }
  await atFaultPoint(lane, "7_committed", lease);
  const done = taken.length + failed.length;
  if (done === 0) requireLease(lane, lease);
  return { done, all: done === rows.length && rows.length < turn.pairsLeft };
}

interface Batch {
  work: readonly PairWork[];
  taken: PairWork[];
  until: number;
}

/** Returns the replica at which the device as a whole broke down, which ends the batch. */
async function writeEach(
  lane: LaneContext,
  lease: Lease,
  device: DoorController,
  batch: Batch,
): Promise<{ pair: PairWork; error: unknown } | null> {
  for (const pair of batch.work) {
    // At least one replica, so a slow device makes progress.
    if (batch.taken.length > 0 && (lane.clock.monotonic() > batch.until || lane.stopping.aborted)) break;
    if (!maySend(lane, lease)) break; // 4
    await atFaultPoint(lane, "4_clock_checked", lease);
    batch.taken.push(pair);
    try {
      await write(lane, lease, device, pair); // 5
    } catch (error) {
      const trouble = deviceTrouble(error);
      if (!trouble) throw error;
      // Else it would be first again, forever.
      await postpone(lane, lease, pair, trouble.code);
      return { pair, error };
    }
  }
  return null;
}

const NOTHING: DevicePlan = { changes: [], differences: [], obstacles: [] };

function unseal(lane: LaneContext, rows: readonly PairRow[]): { work: PairWork[]; failed: PairWork[] } {
  const work: PairWork[] = [];
  const failed: PairWork[] = [];
  for (const row of rows) {
    const base = {
      row,
      digest: copyDigest(row),
      wakesEpoch: row.wanted ? row.expires_epoch : null,
      plan: NOTHING,
      user: null,
      credential: null,
      foreignHmacs: [],
      error: null,
    };
    try {
      work.push({ ...base, sent: new Set(), desired: desiredCopy(row, lane.keys) });
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      lane.log.error({ err: error, holderId: row.holder_id }, "a PIN cannot be decrypted");
      const desired = { userToken: row.user_token, credentialToken: row.credential_token, wanted: null };
      failed.push({ ...base, sent: new Set(), desired, error: "pin_unreadable" });
    }
  }
  return { work, failed };
}

interface Look {
  pairs: readonly PairWork[];
  again: (pair: PairWork, object: DeviceObject) => boolean;
  /** Lists all credentials of the device, to find other carriers of the PINs. */
  withListing: boolean;
}

async function lookUp(
  lane: LaneContext,
  lease: Lease,
  device: DoorController,
  { pairs, again, withListing }: Look,
): Promise<void> {
  if (pairs.length === 0) return;
  const userPairs = pairs.filter((pair) => again(pair, "user"));
  const credentialPairs = pairs.filter((pair) => withListing || again(pair, "credential"));
  const [found, listed] = await Promise.all([
    device.getUsers(userPairs.map((pair) => pair.row.user_token)),
    withListing
      ? device.listCredentials()
      : device.getCredentials(credentialPairs.map((pair) => pair.row.credential_token)),
  ]);
  const users = new Map(found.map((user) => [user.token, user]));
  await atFaultPoint(lane, "2_looked_up", lease);
  const listing = indexListing(listed, lane.keys);
  const others = withListing
    ? await otherCredentials(
        lane,
        lease.controllerId,
        pairs.map((pair) => pair.row),
        listing,
      )
    : new Map<string, ActualCopy["others"]>();
  for (const pair of userPairs) pair.user = users.get(pair.row.user_token) ?? null;
  for (const pair of credentialPairs) pair.credential = listing.byToken.get(pair.row.credential_token) ?? null;
  for (const pair of pairs) {
    const related = others.get(pair.row.holder_id) ?? [];
    const foreign = new Set(related.filter((other) => other.ownership === "foreign").map((other) => other.token));
    pair.foreignHmacs = pair.row.reserved_hmacs.filter((hmac) =>
      listing.byPinHmac.get(hmac)?.some(({ token }) => foreign.has(token)),
    );
    pair.plan = planDeviceChanges(pair.desired, { user: pair.user, credential: pair.credential, others: related });
  }
}

/** A refusal stays with the replica; other errors stop the worker. */
async function write(lane: LaneContext, lease: Lease, device: DoorController, pair: PairWork): Promise<void> {
  if (pair.plan.changes.length === 0) return;
  for (const [index, change] of pair.plan.changes.entries()) {
    if (index > 0) {
      await atFaultPoint(lane, "5_half_written", lease);
      // The first change took too long: another worker continues from the read-back.
      if (!maySend(lane, lease)) return;
    }
    pair.sent.add(objectOf(change));
    try {
      await carryOut(device, change);
    } catch (error) {
      const trouble = deviceTrouble(error);
      if (trouble?.scope !== "object") throw error;
      lane.log.warn(
        { err: error, controllerId: lease.controllerId, holderId: pair.row.holder_id },
        "the device refused an object",
      );
      pair.error = trouble.code;
      // A referenced object is gone, such as a recreated group: a comparison finds the present one.
      if (trouble.code === "item_not_found") await compareSoon(lane.pool, lease.controllerId);
      return;
    }
  }
}

function objectOf({ kind }: DeviceChange): DeviceObject {
  return kind === "put_user" || kind === "remove_user" ? "user" : "credential";
}

/** An empty second plan confirms, whatever the writes answered. */
async function readBack(
  lane: LaneContext,
  lease: Lease,
  device: DoorController,
  pairs: readonly PairWork[],
  withListing: boolean,
): Promise<void> {
  const written = pairs.filter((pair) => pair.sent.size > 0);
  const refusals = new Map(pairs.map((pair) => [pair, pair.error]));
  await lookUp(lane, lease, device, { pairs: written, again: (pair, object) => pair.sent.has(object), withListing });
  // Fault point: writes-believed.
  for (const pair of pairs) pair.error = refusals.get(pair) ?? verdict(pair);
}

function verdict({ row, plan }: PairWork): string | null {
  const [obstacle] = plan.obstacles;
  if (obstacle) return obstacle.obstacle;
  if (plan.changes.length > 0) return `read_back_differs:${plan.differences.join(",")}`;
  return row.wanted && row.doors_without_profile > 0 ? "door_profile_missing" : null;
}
