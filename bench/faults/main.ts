// npm run faults [-- --trials 200 --seed 1 --fault kill_server --bugs]: a campaign of seeded trials on one installation, or
// the proof that it finds planted bugs. Prints one line a broken promise, and the counts.
import { parseArgs } from "node:util";
import { BUGS, type Bug } from "./bugs.ts";
import { runTrial, type TrialResult } from "./trial.ts";
import { makeWorld } from "./world.ts";

const { values } = parseArgs({
  options: {
    trials: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    fault: { type: "string" },
    bugs: { type: "boolean", default: false },
    bug: { type: "string" },
  },
});
const [trials, seed] = [Number(values.trials), Number(values.seed)];

if (values.bugs || values.bug !== undefined) await hunt();
else process.exitCode = (await campaign(null, trials)).some(({ broken }) => broken.length > 0) ? 1 : 0;

/** Runs until `trials` are done, or, with a bug planted, until the first promise is broken. */
async function campaign(bug: Bug | null, limit: number): Promise<TrialResult[]> {
  const only = { fault: values.fault ?? bug?.fault, operation: bug?.operation };
  const world = await makeWorld(bug);
  const results: TrialResult[] = [];
  try {
    for (let trial = 0; trial < limit; trial++) {
      const result = await runTrial(world, seed + trial, only).catch((error: unknown): TrialResult => {
        // A bug may be so bad that not even the preparation of an operation works.
        if (bug === null) throw error;
        return {
          seed: seed + trial,
          operation: bug.operation ?? "create",
          fault: "none",
          told: "unknown",
          broken: [String(error)],
        };
      });
      results.push(result);
      for (const line of result.broken)
        console.log(`BROKEN seed ${result.seed} ${result.operation} / ${result.fault} / told ${result.told}: ${line}`);
      if (bug !== null && result.broken.length > 0) break;
      if (bug === null && (trial + 1) % 25 === 0) console.log(`${trial + 1} trials …`);
    }
  } finally {
    await world.close();
  }
  if (bug === null) summary(results);
  return results;
}

function summary(results: readonly TrialResult[]): void {
  const broken = results.filter((result) => result.broken.length > 0).length;
  const told = Object.entries(Object.groupBy(results, (result) => result.told)).map(
    ([name, group]) => `${group.length} ${name}`,
  );
  const kinds = Object.entries(Object.groupBy(results, ({ fault }) => fault.split(" ")[0] ?? ""))
    .map(([name, group]) => `${name} ${group?.length ?? 0}`)
    .sort();
  console.log(`${results.length} trials from seed ${seed}: told ${told.join(", ")}; faults: ${kinds.join(", ")}`);
  console.log(`${broken} trials with a broken promise`);
}

/** Each bug must break a promise within its trials. */
async function hunt(): Promise<void> {
  let found = 0;
  const wanted = BUGS.filter(({ name }) => values.bug === undefined || name === values.bug);
  for (const bug of wanted) {
    const results = await campaign(bug, trials);
    const caught = results.at(-1)?.broken.length ?? 0;
    if (caught > 0) found++;
    console.log(`${caught > 0 ? "found" : "MISSED"} ${bug.name} after ${results.length} trials`);
  }
  console.log(`${found} of ${wanted.length} planted bugs found`);
  process.exitCode = found === wanted.length ? 0 : 1;
}
