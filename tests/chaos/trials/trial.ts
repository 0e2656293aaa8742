// Runs one operation under one fault; once quiet, compares the caller's answer, the database, each device's own answer and the audit.
import { setTimeout as wait } from "node:timers/promises";
import { type Random, seededRandom } from "#scripts/seed/random.ts";
import { paced } from "#tests/support/pace.ts";
import type { Fault } from "../faults/fault.ts";
import { FAULTS, heal } from "../faults/faults.ts";
import { OPERATIONS, type OperationName } from "../operations/operations.ts";
import { answersAgainstDatabase, auditAgainstDatabase, type Notified } from "../oracle/callers.ts";
import { brokenIn, examine } from "../oracle/examine.ts";
import { untilQuiet } from "../world/quiet.ts";
import type { World } from "../world/world.ts";
import { tidy } from "./tidy.ts";

export interface TrialResult {
  seed: number;
  operation: OperationName;
  fault: string;
  reported: Notified;
  quietMs: number;
  /** Empty when every promise held. */
  broken: string[];
}

/** A caller's longest wait; a killed server never answers. */
const ANSWER_LIMIT_MS = paced(40_000);
/** Time for a resumed process's first writes. */
const LAG_MS = paced(1_000);
/** Faults under which an upgrade ends the server that it starts, because there is no database. */
const WITHOUT_DATABASE = /database|disk|connections/;

export interface Only {
  fault?: string | undefined;
  operation?: OperationName | undefined;
}

export interface Drawn {
  seed: number;
  operation: OperationName;
  fault: string;
  random: Random;
}

/** Draws a trial; the same seed draws the same operation, fault and moment. */
export function drawTrial(seed: number, only: Only = {}): Drawn {
  const random = seededRandom(seed);
  const operation = only.operation ?? random.pick(Object.keys(OPERATIONS).filter(isOperation));
  const fault = only.fault ?? random.pick(Object.keys(FAULTS));
  if (!(fault in FAULTS)) throw new Error(`no fault is called ${fault}`);
  return { seed, operation, fault, random };
}

/** Runs the trial in a world that suits the fault; throws Error when the preparation fails. */
export async function runTrial(
  world: World,
  { seed, operation: name, fault: kind, random }: Drawn,
): Promise<TrialResult> {
  await tidy(world);
  const system = await world.client();
  const operation = await OPERATIONS[name]({ world, system, random });
  const fault = FAULTS[kind]?.(world, random) ?? { name: kind };
  const startedAt =
    (await world.admin.query<{ now: Date }>("select clock_timestamp() as now")).rows[0]?.now ?? new Date();
  await fault.before?.(system);
  const [reported] = await Promise.all([
    Promise.race([operation.send(), wait(ANSWER_LIMIT_MS, "unknown" as const, { ref: false })]),
    fault.during?.(),
  ]);
  const { ended } = await heal(world);
  const broken: string[] = [];
  const mayEnd = fault.kills || (name === "upgrade" && reported === "unknown" && WITHOUT_DATABASE.test(kind));
  if (ended && !mayEnd) broken.push("the server ended, though nobody had killed it");
  const happened = await operation.happened();
  broken.push(...answersAgainstDatabase(reported, happened));
  if (fault.lags) await wait(LAG_MS);
  const { open, ms: quietMs } = await untilQuiet(world.admin, { compare: fault.tampers === true, wake: true });
  broken.push(...open.map(notQuiet));
  const settled = await operation.happened();
  if (JSON.stringify(settled) !== JSON.stringify(happened))
    broken.push(`the database said ${JSON.stringify(happened)} first and ${JSON.stringify(settled)} later`);
  broken.push(...(await devicesAgainstDatabase(world)));
  if (operation.subject !== null)
    broken.push(...(await auditAgainstDatabase(world.admin, operation.subject, startedAt, settled)));
  broken.push(...(await whatFollows(world, fault)));
  return { seed, operation: name, fault: fault.name, reported, quietMs, broken };
}

function isOperation(name: string): name is OperationName {
  return name in OPERATIONS;
}

async function whatFollows(world: World, fault: Fault): Promise<string[]> {
  if (!fault.afterwards) return [];
  const broken = await fault.afterwards();
  const { open } = await untilQuiet(world.admin, { compare: true, wake: true });
  return [...broken, ...open.map(notQuiet), ...(await devicesAgainstDatabase(world))];
}

const notQuiet = (open: string) => `not quiet after a minute: ${open}`;

async function devicesAgainstDatabase({ admin, keys, fixtures }: World): Promise<string[]> {
  return brokenIn(await examine(admin, keys, fixtures));
}
