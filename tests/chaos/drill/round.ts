// Runs one round: traffic, one fault, its recovery, and the verdict once all is quiet.
import { setTimeout as wait } from "node:timers/promises";
import { seededRandom } from "#scripts/seed/random.ts";
import { paced } from "#tests/support/pace.ts";
import { until } from "../world/quiet.ts";
import { DRILL_FAULTS } from "./faults.ts";
import { follow } from "./listener.ts";
import type { Stage } from "./stage.ts";
import { KINDS, type Kind, startTraffic, type Traffic } from "./traffic.ts";
import { judgeRound, type Verdict } from "./verdict.ts";

/** Time for a fault to show; a failover takes longer and is waited for. */
const SHOWS_WITHIN_MS = 3_000;
const BACK_WITHIN_MS = paced(120_000);
/** Above this number, asking every PIN at every door takes longer than the round. */
const PEOPLE_KEPT = 60;

export interface RoundResult extends Verdict {
  fault: string;
  title: string;
  /** Seconds of PostgreSQL's own longest outage; 0 when it took every commit. */
  databaseAway: number;
  /** Seconds from the end of PostgreSQL's last outage (else from the fault) to the first success of each kind. */
  back: Record<Kind, number>;
  manualActs: number;
}

export async function runRound(
  stage: Stage,
  { fault: name, seed }: { fault: string; seed: number },
): Promise<RoundResult> {
  const random = seededRandom(seed);
  await stage.ready();
  await tidy(stage);
  const listeners = await Promise.all(stage.portals.map(async ({ url }) => follow(await stage.client(url))));
  const since = new Date();
  const traffic = await startTraffic(stage, random);
  try {
    await everyKindSince(traffic, performance.now());
    const fault = await DRILL_FAULTS[name]?.(stage, random);
    if (!fault) throw new Error(`no fault is called ${name}`);
    const from = performance.now();
    await fault.cause();
    await wait(SHOWS_WITHIN_MS);
    const lasting = () => stage.probe.outages(from).some(({ until: end }) => end === null);
    if (fault.waits !== true) await until(async () => !lasting(), BACK_WITHIN_MS);
    await fault.heal();
    if (!(await until(async () => !lasting(), BACK_WITHIN_MS))) throw new Error("PostgreSQL did not come back");
    const outages = stage.probe.outages(from);
    const isBack = await everyKindSince(traffic, outages.at(-1)?.until ?? from);
    await stage.cluster.healthy();
    await wait(SHOWS_WITHIN_MS);
    const ended = stage.portals.filter(({ running }) => !running).length;
    await stage.startPortals();
    await traffic.stop();
    const verdict = await judgeRound(stage, { traffic, listeners, since });
    if (!isBack) verdict.other.push("not every kind of call succeeded again");
    const all = stage.probe.outages(from);
    return {
      ...verdict,
      fault: name,
      title: fault.title,
      databaseAway: Math.max(
        0,
        ...all.map(({ from: began, until: end }) => seconds((end ?? performance.now()) - began)),
      ),
      back: backAfter(traffic, all.at(-1)?.until ?? from),
      manualActs: ended,
    };
  } finally {
    await traffic.stop();
    await Promise.all(listeners.map((listener) => listener.stop()));
  }
}

/** Waits until each kind of call has succeeded after `from`. */
export function everyKindSince({ attempts }: Traffic, from: number): Promise<boolean> {
  const done = (kind: Kind) =>
    attempts.some((one) => one.kind === kind && one.reported === "done" && one.answeredAt >= from);
  return until(async () => KINDS.every(done), BACK_WITHIN_MS);
}

function backAfter({ attempts }: Traffic, moment: number): Record<Kind, number> {
  const first = (kind: Kind) => {
    const found = attempts.find((one) => one.kind === kind && one.reported === "done" && one.answeredAt >= moment);
    return seconds((found?.answeredAt ?? Number.POSITIVE_INFINITY) - moment);
  };
  return {
    gate: first("gate"),
    save: first("save"),
    edit: first("edit"),
    sign_in: first("sign_in"),
    door: first("door"),
  };
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

/** Removes the people of earlier rounds, directly in the database. */
async function tidy({ admin }: Stage): Promise<void> {
  const { rows } = await admin.query<{ people: number }>("select count(*)::int as people from end_users");
  if ((rows[0]?.people ?? 0) > PEOPLE_KEPT) await admin.query("delete from end_users");
}
