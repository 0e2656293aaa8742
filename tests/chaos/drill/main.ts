// npm run drill: a Patroni cluster with two portals under traffic, and faults that a machine room has. Prints one table.
import { loadavg } from "node:os";
import { readCli } from "#scripts/lib/cli.ts";
import { keepInDocument } from "#scripts/lib/keep-in-document.ts";
import { isForPeople, listenForStop } from "#scripts/lib/stopping.ts";
import { DRILL_FAULTS } from "./faults.ts";
import { addRun, tablesOf } from "./kept-runs.ts";
import { endLeftovers } from "./leftovers.ts";
import { installMissing } from "./packages.ts";
import { describe, isBroken, type Round, runOf } from "./report.ts";
import { type Planned, runRound } from "./round.ts";
import { makeStage, type Stage } from "./stage.ts";

const MINUTE_MS = 60_000;
/** After some twenty rounds the members' small disks are full of what they keep. */
const ROUNDS_OF_A_CLUSTER = 10;

const { values } = readCli({
  usage: "npm run drill",
  options: {
    rounds: { type: "integer", default: 2, help: "of each fault" },
    fault: { type: "string", help: "these only, separated by commas" },
    seed: { type: "integer", default: 1, help: "of the first round" },
    minutes: { type: "integer", help: "begins no further round after this time" },
    pooler: { type: "boolean", help: "puts pgbouncer in transaction mode between the portals and the database" },
    keep: { type: "boolean", help: "leaves the temporary folder with the logs" },
    append: { type: "boolean", help: "adds the rounds to those so far, and their sums to docs/reliability.md" },
  },
});
const faults = values.fault?.split(",") ?? Object.keys(DRILL_FAULTS);
const stop = listenForStop();
const rounds: Round[] = [];
const beganAt = performance.now();
/** The end of everything after Ctrl-C; what waited for a part of it fails meanwhile. */
let ending: Promise<void> | undefined;
try {
  for (const fault of faults) if (!(fault in DRILL_FAULTS)) throw new RangeError(`no fault is called ${fault}`);
  installMissing(console.log);
  endLeftovers(console.log);
  const planned = Array.from({ length: values.rounds }, (_, round) =>
    faults.map((fault, n) => ({ fault, seed: values.seed + round * faults.length + n })),
  ).flat();
  // A round that could not be finished may leave a cluster that no further round can use.
  while (planned.length > 0 && hasTime()) await onOneStage(planned);
} catch (error) {
  process.exitCode = 1;
  if (!stop.aborted) console.error(isForPeople(error) ? error.message : error);
}
await ending;
await finish();

function hasTime(): boolean {
  const { minutes } = values;
  return !stop.aborted && (minutes === undefined || performance.now() - beganAt < minutes * MINUTE_MS);
}

/** Takes some rounds from `planned`, until one cannot be finished, and keeps what they found. */
async function onOneStage(planned: Planned[]): Promise<void> {
  console.log("Starting etcd, three Patroni members, HAProxy and two portals on loopback");
  await using stack = new AsyncDisposableStack();
  // A start and a round wait for minutes; a person who stops the drill does not.
  const end = () => {
    ending = stack.disposeAsync().then(finish, finish);
  };
  stop.addEventListener("abort", end);
  stack.defer(() => stop.removeEventListener("abort", end));
  const stage = await makeStage(stack, { keep: values.keep, pooler: values.pooler });
  if (values.keep) console.log(`Logs: ${stage.folder}`);
  for (let left = ROUNDS_OF_A_CLUSTER; left > 0 && planned.length > 0 && hasTime(); left--) {
    const [next] = planned.splice(0, 1);
    if (next === undefined) return;
    const round = await play(stage, next);
    if (stop.aborted) return;
    rounds.push(round);
    console.log(describe(round));
    if ("ended" in round) return;
  }
}

async function play(stage: Stage, planned: Planned): Promise<Round> {
  try {
    return await runRound(stage, planned);
  } catch (error) {
    const ended = error instanceof Error ? error.message : String(error);
    return { fault: planned.fault, ended, load: loadavg()[0] ?? 0 };
  }
}

async function finish(): Promise<never> {
  if (rounds.length > 0) {
    const { seed, pooler } = values;
    const run = runOf(rounds, { date: new Date().toISOString().slice(0, 10), seed, pooler });
    console.log(tablesOf([run]));
    if (values.append) await keepInDocument("reliability.md", "drill", tablesOf(await addRun(run)));
  }
  process.exit(stop.aborted ? 130 : process.exitCode === 1 || rounds.some(isBroken) ? 1 : 0);
}
