// One operation, one fault, and four truths compared when all is quiet again: what the caller was told, the database,
// each device's own answer, and the audit.
import { setTimeout as wait } from "node:timers/promises";
import { differences, leakedReservations, unreservedPins, type Witness } from "#bench/edits/agreement.ts";
import { type Random, seededRandom } from "#scripts/seed/random.ts";
import { FAULTS, heal } from "./faults.ts";
import type { Happened, Told } from "./operations/means.ts";
import { OPERATIONS, type OperationName } from "./operations.ts";
import type { World } from "./world.ts";

export interface TrialResult {
  seed: number;
  operation: OperationName;
  fault: string;
  told: Told;
  /** Empty = every promise held. */
  broken: string[];
}

/** Faults by which a device changes without being told. */
const TAMPERED = /^device_(forgets|edited)/;
/** What a caller waits for at most; a server that was killed answers nobody. */
const ANSWER_LIMIT_MS = 40_000;
/** From the end of the fault until every device agrees. */
const QUIET_LIMIT_MS = 60_000;

/** What is not drawn but given. */
export interface Only {
  fault?: string | undefined;
  operation?: OperationName | undefined;
}

/** The same seed draws the same operation, fault and moment. */
export async function runTrial(world: World, seed: number, only: Only = {}): Promise<TrialResult> {
  const random = seededRandom(seed);
  const operationName = only.operation ?? random.pick(Object.keys(OPERATIONS).filter(isOperation));
  const faultName = only.fault ?? random.pick(Object.keys(FAULTS));
  await restore(world);
  const system = await world.client();
  const operation = await OPERATIONS[operationName]({ world, system, random });
  const fault = makeFault(faultName, world, random);
  const startedAt =
    (await world.admin.query<{ now: Date }>("select clock_timestamp() as now")).rows[0]?.now ?? new Date();
  await fault.before?.();
  const [told] = await Promise.all([
    Promise.race([operation.send(), wait(ANSWER_LIMIT_MS, "unknown" as const, { ref: false })]),
    fault.during?.(),
  ]);
  await heal(world);
  const broken: string[] = [];
  const happened = await operation.happened();
  broken.push(...toldAgainstDatabase(told, happened));
  // A device that lost something behind our back is right again after the next comparison, no sooner.
  broken.push(...(await quiet(world, { compare: TAMPERED.test(fault.name) })));
  const settled = await operation.happened();
  if (JSON.stringify(settled) !== JSON.stringify(happened))
    broken.push(`the database said ${JSON.stringify(happened)} first and ${JSON.stringify(settled)} later`);
  broken.push(...(await databaseAgainstDevices(world)));
  if (operation.subject !== null) broken.push(...(await auditOf(world, operation.subject, startedAt, settled)));
  return { seed, operation: operationName, fault: fault.name, told, broken };
}

function isOperation(name: string): name is OperationName {
  return name in OPERATIONS;
}

function makeFault(name: string, world: World, random: Random) {
  const make = FAULTS[name];
  if (!make) throw new Error(`no fault is called ${name}`);
  return make(world, random);
}

/** Acknowledged means kept, refused means nothing was done, and never half. */
function toldAgainstDatabase(told: Told, happened: Happened): string[] {
  if (typeof happened === "object") return [`done by half: ${happened.half}`];
  if (told === "done" && happened !== "all") return ["acknowledged, and not in the database"];
  if (told === "refused" && happened !== "none") return ["refused, and yet in the database"];
  return [];
}

/** Doors on and controllers linked, straight in the database: what an operation needs is not what it tests. */
async function restore({ admin, organizationId, houses }: World): Promise<void> {
  await admin.query("update access_points set enabled = true where not enabled");
  await admin.query(
    "insert into organization_controllers (organization_id, controller_id) select $1, unnest($2::uuid[]) on conflict do nothing",
    [organizationId, houses.map((house) => house.id)],
  );
}

/**
 * Wakes every lane until nothing is pending; what stays pending is a broken promise. A door or a link that changes marks the
 * controller, and its lane then each pair.
 */
async function quiet(world: World, { compare }: { compare: boolean }): Promise<string[]> {
  const end = Date.now() + QUIET_LIMIT_MS;
  await world.admin.query(
    "update controller_sync set next_try_at = now(), verify_at = case when $1 then now() else verify_at end",
    [compare],
  );
  await world.admin.query("update device_sync set next_try_at = now() where pending");
  for (;;) {
    const { rows } = await world.admin.query<{ open: string }>(
      `select 'pair ' || holder_id || ' ' || coalesce(last_error, '') as open from device_sync where pending
       union all select 'controller ' || controller_id || ' ' || coalesce(last_error, 'not compared') from controller_sync s
         join controllers c on c.id = s.controller_id where c.device_type = 'axis' and (s.desired_gen > s.applied_gen or s.verify_at <= now() or s.last_error is not null)`,
    );
    if (rows.length === 0) return [];
    if (Date.now() > end) return rows.slice(0, 3).map(({ open }) => `not quiet after a minute: ${open}`);
    await wait(100);
  }
}

async function databaseAgainstDevices({ admin, keys, houses }: World): Promise<string[]> {
  const witnesses = houses.map(
    ({ id, device }): Witness => ({
      id,
      carriers: () =>
        device.credentials().map((credential) => ({
          token: credential.token,
          userToken: credential.UserToken,
          pin: credential.IdData.find(({ Name }) => Name === "PIN")?.Value ?? null,
        })),
      wouldOpen: (pin, door, at) => device.wouldOpen(pin, door, at),
    }),
  );
  const found = await differences(admin, keys, witnesses);
  for (const witness of witnesses)
    found.push(...(await unreservedPins(admin, keys, witness)).map((pin) => `${pin} is on a device and not reserved`));
  const leaked = await leakedReservations(admin);
  if (leaked > 0) found.push(`${leaked} reservations of nobody's PINs`);
  return found;
}

/** What was done has a row in the audit, what was not done has none. */
async function auditOf({ admin }: World, subject: string, since: Date, happened: Happened): Promise<string[]> {
  const { rows } = await admin.query<{ n: number }>(
    "select count(*)::int as n from audit where subject_id = $1 and at >= $2::timestamptz - interval '1 millisecond'",
    [subject, since],
  );
  const written = (rows[0]?.n ?? 0) > 0;
  if (happened === "all" && !written) return ["done without a row in the audit"];
  if (happened === "none" && written) return ["in the audit and not done"];
  return [];
}
