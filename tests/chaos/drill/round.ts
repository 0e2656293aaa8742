// Runs one round: traffic, one fault, its recovery, and the verdict once all is quiet.
import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { seededRandom } from "#scripts/seed/random.ts";
import { paced } from "#tests/support/pace.ts";
import { until } from "../world/quiet.ts";
import { DRILL_FAULTS } from "./faults.ts";
import { follow } from "./listener.ts";
import type { Stage } from "./stage.ts";
import { type Attempt, KINDS, type Kind, startTraffic, type Traffic } from "./traffic.ts";
import { judgeRound, type Verdict } from "./verdict.ts";

/** Time for a fault to show; a failover takes longer and is waited for. */
const SHOWS_WITHIN_MS = 3_000;
const BACK_WITHIN_MS = paced(120_000);
/** Above this number, asking every PIN at every door takes longer than the round. */
const PEOPLE_KEPT = 60;

export interface RoundResult extends Verdict {
  fault: string;
  /** Seconds of PostgreSQL's own longest outage; 0 when it took every commit. */
  databaseAway: number;
  /** Seconds from the end of PostgreSQL's last outage (else from the fault) to the first success of each kind. */
  back: Record<Kind, number>;
  /** Seconds from the same moment until the last call was sent that did not succeed; 0 when all succeeded. */
  lastFailure: number;
  /** What somebody had to do, or the drill in somebody's place, before all ran again. */
  manualActs: string[];
  /** The machine's load of the last minute, at the end of the round. */
  load: number;
}

export interface Planned {
  fault: string;
  seed: number;
}

export async function runRound(stage: Stage, { fault: name, seed }: Planned): Promise<RoundResult> {
  const kind = DRILL_FAULTS[name];
  if (!kind) throw new Error(`no fault is called ${name}`);
  const random = seededRandom(seed);
  await stage.ready();
  await tidy(stage);
  const listeners = await Promise.all(stage.portals.map(async ({ url }) => follow(await stage.client(url))));
  const since = new Date();
  const traffic = await startTraffic(stage, random);
  try {
    if (!(await everyKindSince(traffic, performance.now())))
      throw new Error("not every kind of call succeeded before the fault");
    const fault = await kind.make(stage, random);
    const manualActs: string[] = [];
    const from = performance.now();
    await fault.cause();
    await wait(SHOWS_WITHIN_MS);
    const lasting = () => stage.probe.outages(from).some(({ until: end }) => end === null);
    if (fault.waits !== true && !(await until(async () => !lasting(), BACK_WITHIN_MS)))
      manualActs.push("PostgreSQL came back only when the fault was healed");
    await fault.heal();
    if (!(await until(async () => !lasting(), BACK_WITHIN_MS))) throw new Error("PostgreSQL did not come back");
    const isBack = await everyKindSince(traffic, stage.probe.outages(from).at(-1)?.until ?? from);
    await stage.cluster.healthy();
    await wait(SHOWS_WITHIN_MS);
    for (const portal of stage.portals) if (!portal.running) manualActs.push(`${portal.url} had ended itself`);
    await stage.startPortals();
    await traffic.stop();
    const verdict = await judgeRound(stage, { traffic, listeners, since });
    if (!isBack) verdict.other.push("not every kind of call succeeded again");
    if (!(await fault.took())) verdict.other.push(`the fault did not do what it says: ${kind.title}`);
    const outages = stage.probe.outages(from);
    const moment = outages.at(-1)?.until ?? from;
    return {
      ...verdict,
      fault: name,
      databaseAway: Math.max(
        0,
        ...outages.map(({ from: began, until: end }) => seconds((end ?? performance.now()) - began)),
      ),
      back: backAfter(traffic.attempts, moment),
      lastFailure: lastFailureAfter(traffic.attempts, moment),
      manualActs,
      load: loadavg()[0] ?? 0,
    };
  } finally {
    await traffic.stop();
    await Promise.all(listeners.map((listener) => listener.stop()));
  }
}

/** Waits until each kind of call has succeeded after `from`. */
export function everyKindSince({ attempts }: Traffic, from: number): Promise<boolean> {
  return until(async () => KINDS.every((kind) => firstSuccess(attempts, kind, from) !== undefined), BACK_WITHIN_MS);
}

const firstSuccess = (attempts: readonly Attempt[], kind: Kind, from: number): Attempt | undefined =>
  attempts.find((one) => one.kind === kind && one.reported === "done" && one.answeredAt >= from);

/** A kind that never succeeded counts with the whole time since `moment`. */
function backAfter(attempts: readonly Attempt[], moment: number): Record<Kind, number> {
  const first = (kind: Kind) =>
    seconds((firstSuccess(attempts, kind, moment)?.answeredAt ?? performance.now()) - moment);
  return {
    gate: first("gate"),
    save: first("save"),
    edit: first("edit"),
    sign_in: first("sign_in"),
    door: first("door"),
  };
}

export function lastFailureAfter(attempts: readonly Attempt[], moment: number): number {
  const failed = attempts.filter(({ reported, sentAt }) => reported !== "done" && sentAt >= moment);
  return seconds(Math.max(moment, ...failed.map(({ sentAt }) => sentAt)) - moment);
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

/** Removes the people of earlier rounds, directly in the database. */
async function tidy({ admin }: Stage): Promise<void> {
  const { rows } = await admin.query<{ people: number }>("select count(*)::int as people from end_users");
  if ((rows[0]?.people ?? 0) > PEOPLE_KEPT) await admin.query("delete from end_users");
}
