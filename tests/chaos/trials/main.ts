// npm run faults: runs seeded trials, or plants bugs to find. Prints one line per broken promise, and counts.
import { readCli } from "#scripts/lib/cli.ts";
import { keepInDocument } from "#scripts/lib/keep-in-document.ts";
import { BUGS, type Bug } from "../bugs/bugs.ts";
import { OPERATIONS, type OperationName } from "../operations/operations.ts";
import { startCampaign } from "./campaign.ts";
import { describe, summary } from "./report.ts";
import type { TrialResult } from "./trial.ts";
import { runWorkers, type WorkerMessage } from "./workers.ts";

const { values } = readCli({
  usage: "npm run faults",
  options: {
    trials: { type: "integer", default: 100, help: "how many" },
    seed: { type: "integer", default: 1, help: "of the first trial" },
    workers: { type: "integer", default: 1, help: "processes side by side" },
    fault: { type: "string", help: "this one only" },
    operation: { type: "string", help: "this one only" },
    bugs: { type: "boolean", help: "plants every bug instead, and says which were found" },
    bug: { type: "string", help: "plants this one" },
    write: { type: "boolean", help: "keeps the counts in docs/reliability.md" },
    /** For workers: "1/3" is the second of three and takes every third seed. */
    share: { type: "string" },
  },
});
const { trials, seed, workers } = values;
const only = { fault: values.fault, operation: operationOf(values.operation) };
const SAY_EVERY = 25;

let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => (stopped = true));

if (values.share !== undefined) await share(values.share);
else if (values.bugs || values.bug !== undefined) await hunt();
else await campaign();

async function campaign(): Promise<void> {
  const began = performance.now();
  const results: TrialResult[] = [];
  const found: string[] = [];
  let leftOut = 0;
  const take = (message: WorkerMessage) => {
    if ("left_out" in message) leftOut += message.left_out;
    else if ("audit" in message) found.push(...message.audit);
    else {
      results.push(message.result);
      for (const line of message.result.broken) console.log(describe(message.result, line));
      if (results.length % SAY_EVERY === 0)
        console.log(`${results.length} trials, ${Math.round((performance.now() - began) / 1000)} s`);
    }
  };
  const unfinished =
    workers > 1 ? await runWorkers(workers, process.argv.slice(2), take) : (await trialsOf(0, 1, take), 0);
  for (const line of found) console.log(`AUDIT ${line}`);
  const said = summary(results, { trials, seed, workers, leftOut, minutes: (performance.now() - began) / 60_000 });
  console.log(said);
  if (unfinished > 0) console.log(`${unfinished} workers did not reach their end`);
  if (values.write) await keepInDocument("reliability.md", "faults", said);
  process.exitCode = unfinished > 0 || found.length > 0 || results.some(({ broken }) => broken.length > 0) ? 1 : 0;
}

async function share(text: string): Promise<void> {
  const [index = 0, of = 1] = text.split("/").map(Number);
  process.once("disconnect", () => (stopped = true));
  await trialsOf(index, of, (message) => process.send?.(message));
  process.disconnect?.();
}

async function trialsOf(index: number, of: number, report: (message: WorkerMessage) => void): Promise<void> {
  await using running = startCampaign();
  for (let trial = index; trial < trials && !stopped; trial += of) {
    const result = await running.run(seed + trial, only);
    report(result === null ? { left_out: 1 } : { result });
  }
  report({ audit: await running.audit() });
}

async function hunt(): Promise<void> {
  let caught = 0;
  const wanted = BUGS.filter(({ name }) => values.bug === undefined || name === values.bug);
  for (const bug of wanted) {
    const at = await firstCatch(bug);
    if (at !== null) caught++;
    console.log(at === null ? `MISSED ${bug.name} in ${trials} trials` : `found ${bug.name} in trial ${at}`);
  }
  console.log(`${caught} of ${wanted.length} planted bugs found`);
  process.exitCode = caught === wanted.length ? 0 : 1;
}

async function firstCatch(bug: Bug): Promise<number | null> {
  await using running = startCampaign({ bug });
  for (let trial = 0; trial < trials && !stopped; trial++) {
    const result = await running.run(seed + trial, { fault: bug.fault, operation: bug.operation });
    for (const line of result?.broken ?? []) console.log(`  ${describe(result, line)}`);
    if ((result?.broken.length ?? 0) > 0) return trial + 1;
  }
  return null;
}

function operationOf(name: string | undefined): OperationName | undefined {
  const found = Object.keys(OPERATIONS).find((one): one is OperationName => one === name);
  if (name !== undefined && found === undefined) throw new RangeError(`no operation is called ${name}`);
  return found;
}
