// Keeps a gate's plate list. Every run compares the whole list, writes the difference, reads back and records. Numbers in comments are the
// steps of FaultPoint in server/reconcile/worker/worker-context.ts.
import { createHash } from "node:crypto";
import { isReadableKey } from "#contract/plate.ts";
import { DeviceError, NoPlateListsError, PlateListFixedError } from "#drivers/errors.ts";
import type { PlateController, PlateList, PlateListChange, PlateListOutcome } from "#drivers/port.ts";
import { createSignInMemory } from "#drivers/sign-in-memory.ts";
import { storedConnection } from "#server/devices/device-connection.ts";
import { keepingSignIn } from "#server/devices/keep-sign-in.ts";
import { recordIdentity, type StoredController } from "#server/devices/stored-controller.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import {
  type ConfirmedReplica,
  type ReplicaRow,
  readAllReplicas,
  recordBatch,
  reportIfStale,
} from "../replicas/public.ts";
import {
  atFaultPoint,
  beginComparison,
  type ComparisonBegun,
  compareSoon,
  holdsLease,
  jitteredMs,
  type Lease,
  LeaseLostError,
  mayBeOneObject,
  maySend,
  recordComparison,
  recordControllerApplied,
  requireLease,
  type WorkerContext,
  type WorkerState,
} from "../worker/public.ts";
import { desiredPlates, type PlateListPlan, planPlateList } from "./plan-plate-list.rules.ts";

const RECORD_PAGE = 100;
/** Time limit for additions, so that a removal ordered meanwhile need not wait long for the next run. */
const ADDITIONS_MS = 2_500;

/** Brings the list in step. Throws DeviceError and LeaseLostError. */
export async function keepPlateList(
  worker: WorkerContext,
  lease: Lease,
  controller: StoredController,
  state: WorkerState,
): Promise<void> {
  if (!controller.enabled) return;
  const begun = await beginComparison(worker.pool, lease.controllerId);
  const signIn = createSignInMemory(worker.clock);
  const connection = { ...storedConnection(worker.keys, controller), signIn };
  const gate = worker.openPlateController(connection, controller.device_type);
  try {
    await keepingSignIn({ engine: worker.pool, log: worker.log }, controller, signIn, async () => {
      if (controller.cert_sha256 === null) await recordIdentity(worker.pool, controller, await gate.identify());
      await bringInStep(worker, lease, { list: listOf(gate), keeps: controller.list_sync });
    });
  } finally {
    await gate.close();
  }
  await recordState(worker, lease, { ...state, begun });
}

function listOf({ plateList }: PlateController): PlateList {
  if (!plateList) throw new NoPlateListsError();
  return plateList;
}

/**
 * Brings the list in step. `keeps` false: the gate no longer keeps a list, so all entries and replicas go. Removals run separately and
 * are recorded before the first addition.
 */
async function bringInStep(
  worker: WorkerContext,
  lease: Lease,
  { list, keeps }: { list: PlateList; keeps: boolean },
): Promise<void> {
  const until = worker.clock.monotonic() + ADDITIONS_MS;
  const rows = (await readAllReplicas(worker.pool, lease.controllerId, worker.options.suspendedMs)).map((row) =>
    asListed(row, keeps),
  ); // Step 1.
  await atFaultPoint(worker, "1_read", lease);
  const listed = rows.map((row) => ({ plateKeys: platesOf(row), desired: row.desired }));
  const desired = desiredPlates(listed);
  const read = async () => planPlateList(listed, await list.read(desired));
  const plan = await read(); // Steps 2 and 3.
  await atFaultPoint(worker, "3_planned", lease);
  const change = { worker, lease, list, read };
  const removal = { rows: rows.filter((row) => !row.desired), plan: { ...plan, add: [] }, before: plan };
  const { left } = await carryOut({ ...change, ...removal });
  const resting = new Set(rows.filter((row) => row.rests && row.attempts > 0).flatMap(platesOf));
  const due = desiredPlates(listed.filter((_, index) => rows[index]?.rests !== true));
  const add = plan.add.filter((plate) => due.has(plate) || !resting.has(plate));
  const { untried } = await carryOut({
    ...change,
    rows: rows.filter((row) => row.desired),
    plan: { add, remove: [] },
    before: left,
    goesOn: () => worker.clock.monotonic() < until && !worker.stopping.aborted && maySend(worker, lease),
  });
  // Other losses on the device have no due time of their own, so a comparison is planned.
  if (untried > 0) await compareSoon(worker.pool, lease.controllerId);
}

interface Run {
  worker: WorkerContext;
  lease: Lease;
  list: PlateList;
  read: () => Promise<PlateListPlan>;
  rows: readonly ReplicaRow[];
  plan: PlateListPlan;
  /** The difference when the list was last read. */
  before: PlateListPlan;
  goesOn?: () => boolean;
}

/** Carries out one run, reads back and records. `left`: the difference that remains; `untried`: how many plates were not tried. */
async function carryOut({
  worker,
  lease,
  list,
  read,
  rows,
  plan,
  before,
  goesOn,
}: Run): Promise<{ left: PlateListPlan; untried: number }> {
  const changed = new Set([...plan.add, ...plan.remove]);
  const work = rows.filter((row) => concerns(row, changed)).map((row) => replicaOf(row, changed));
  let outcome: Outcome = { refused: new Map(), untried: [], trouble: null };
  let left = before;
  try {
    if (changed.size > 0) {
      requireLease(worker, lease); // Step 4.
      outcome = await change(list, { ...plan, ...(goesOn && { goesOn }) }); // Step 5.
      await atFaultPoint(worker, "5_written", lease);
    }
    const readBackAt = worker.clock.now();
    if (changed.size > 0) left = await read(); // Step 6.
    await atFaultPoint(worker, "6_read_back", lease);
    for (const replica of work) replica.error = errorOf(replica, left, outcome);
    const untried = new Set(outcome.untried);
    const judged = work.filter(({ row, error }) => error === null || !(row.rests || isUntried(row, untried)));
    for (let start = 0; start < judged.length; start += RECORD_PAGE)
      await recordBatch(worker, lease, judged.slice(start, start + RECORD_PAGE), readBackAt); // Step 7.
  } catch (error) {
    // Plates may have been sent under a lost lease, which only this worker knows.
    await reportIfStale(worker, lease, work);
    throw error;
  }
  warnOfDrift(worker, lease, work);
  return { left, untried: outcome.untried.length };
}

interface Outcome extends PlateListOutcome {
  /** An error while adding a plate. */
  trouble: DeviceError | null;
}

/**
 * Changes the list. A device that fails at an addition is read back: if it answers, the failure belongs to the plates that it does not
 * have.
 */
async function change(list: PlateList, plan: PlateListChange): Promise<Outcome> {
  try {
    return { ...(await list.change(plan)), trouble: null };
  } catch (error) {
    if (!(error instanceof DeviceError) || plan.remove.length > 0 || !mayBeOfAddition(error)) throw error;
    return { refused: new Map(), untried: [], trouble: error };
  }
}

const mayBeOfAddition = (error: DeviceError) =>
  error instanceof PlateListFixedError || mayBeOneObject({ scope: "controller", code: error.code });

const isUntried = (row: ReplicaRow, untried: ReadonlySet<string>) => platesOf(row).some((plate) => untried.has(plate));

function errorOf(replica: ConfirmedReplica, left: PlateListPlan, { refused, trouble }: Outcome): string | null {
  if (replica.row.unreadable) return "replica_unreadable";
  const differs = verdict(replica, new Set(left.add), new Set(left.remove));
  if (differs === null) return null;
  const why = platesOf(replica.row).flatMap((plate) => refused.get(plate) ?? []);
  return (why[0] ?? trouble)?.code ?? differs;
}

/** Returns the entry for a replica. A list has no dates, so a future plate is left off; its replica wakes at the start. */
function asListed(row: ReplicaRow, keeps: boolean): ReplicaRow {
  const desired = keeps && row.desired && row.begins_epoch === null && !row.unreadable;
  return { ...row, desired, assigned: keeps && row.assigned };
}

/** Tells whether a replica is due, changed by its controller, or changed on the device; others stay confirmed. */
function concerns(row: ReplicaRow, changed: ReadonlySet<string>): boolean {
  return row.pending || digestOf(row) !== row.applied_digest || platesOf(row).some((plate) => changed.has(plate));
}

function replicaOf(row: ReplicaRow, changed: ReadonlySet<string>): ConfirmedReplica {
  // The plate of a deleted person is unknown, so any change may be its removal.
  const touched = row.plate_key === null ? changed.size > 0 : platesOf(row).some((plate) => changed.has(plate));
  const sent = new Set(touched ? ["plate"] : []);
  return {
    row,
    digest: digestOf(row),
    wakesEpoch: wakesAt(row),
    isSuspended: false,
    foreignHmacs: [],
    sent,
    error: null,
  };
}

function wakesAt(row: ReplicaRow): number | null {
  if (!row.assigned) return null;
  return row.desired ? row.expires_epoch : row.begins_epoch;
}

function digestOf(row: ReplicaRow): string | null {
  return row.desired
    ? createHash("sha256")
        .update(`plate ${platesOf(row).join(" ")}`)
        .digest("hex")
    : null;
}

/**
 * Returns the replica's own plate and those that a person has linked to it; a list does not distinguish them. A plate that no camera can
 * read is not listed.
 */
function platesOf({ plate_key, alias_keys }: ReplicaRow): string[] {
  return plate_key === null ? [] : [plate_key, ...alias_keys].filter(isReadableKey);
}

/** Returns why a replica is not done. A former plate is unknown, so a list without surplus plates confirms its removal. */
function verdict(
  { row, digest }: ConfirmedReplica,
  missing: ReadonlySet<string>,
  left: ReadonlySet<string>,
): string | null {
  const former = row.plate_key === null || (row.applied_digest !== null && row.applied_digest !== digest);
  const off = row.desired ? missing : left;
  const differs = platesOf(row).some((plate) => off.has(plate)) || (former && left.size > 0);
  return differs ? "read_back_differs:plate" : null;
}

/** Logs that somebody else edited the list, which is repaired at once. */
function warnOfDrift(worker: WorkerContext, lease: Lease, work: readonly ConfirmedReplica[]): void {
  const drifted = work.filter(
    ({ row, digest, sent }) => sent.size > 0 && !row.pending && digest === row.applied_digest,
  );
  if (drifted.length > 0)
    worker.log.warn({ controllerId: lease.controllerId, drift: drifted.length }, "a gate's plate list differed");
}

async function recordState(
  worker: WorkerContext,
  lease: Lease,
  { desiredGen, begun }: { desiredGen: string; begun: ComparisonBegun },
): Promise<void> {
  const held = await transaction(worker.pool, async (client) => {
    if (!(await holdsLease(client, lease, worker.bootId))) return false;
    await recordControllerApplied(client, lease.controllerId, desiredGen);
    return true;
  });
  const nextMs = jitteredMs(worker.options.compareEveryMs, worker.random());
  if (!held || !(await recordComparison(worker.pool, lease, { begun, nextMs })))
    throw new LeaseLostError("another worker took the gate while its list was compared");
}
