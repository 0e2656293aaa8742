// npm run drill: a Patroni cluster with two portals under traffic, and faults that a machine room has. Prints one table.
import { readCli } from "#scripts/lib/cli.ts";
import { keepInDocument } from "#scripts/lib/keep-in-document.ts";
import { isForPeople, listenForStop } from "#scripts/lib/stopping.ts";
import { DRILL_FAULTS } from "./faults.ts";
import { installMissing } from "./packages.ts";
import { describe, isBroken, table } from "./report.ts";
import { type RoundResult, runRound } from "./round.ts";
import { makeStage } from "./stage.ts";

const { values } = readCli({
  usage: "npm run drill",
  options: {
    rounds: { type: "integer", default: 2, help: "of each fault" },
    fault: { type: "string", help: "these only, separated by commas" },
    seed: { type: "integer", default: 1, help: "of the first round" },
    pooler: { type: "boolean", help: "puts pgbouncer in transaction mode between the portals and the database" },
    keep: { type: "boolean", help: "leaves the temporary folder with the logs" },
    write: { type: "boolean", help: "keeps the table in docs/reliability.md" },
  },
});
const faults = values.fault?.split(",") ?? Object.keys(DRILL_FAULTS);
const stop = listenForStop();
const results: RoundResult[] = [];
/** The end of everything after Ctrl-C; what waited for a part of it fails meanwhile. */
let ending: Promise<void> | undefined;
try {
  for (const fault of faults) if (!(fault in DRILL_FAULTS)) throw new RangeError(`no fault is called ${fault}`);
  installMissing(console.log);
  console.log("Starting etcd, three Patroni members, HAProxy and two portals on loopback");
  await using stack = new AsyncDisposableStack();
  // A start and a round wait for minutes; a person who stops the drill does not.
  stop.addEventListener("abort", () => {
    ending = stack.disposeAsync().then(finish, finish);
  });
  const stage = await makeStage(stack, { keep: values.keep, pooler: values.pooler });
  if (values.keep) console.log(`Logs: ${stage.folder}`);
  for (let round = 0; round < values.rounds; round++)
    for (const [n, fault] of faults.entries()) {
      const result = await runRound(stage, { fault, seed: values.seed + round * faults.length + n });
      results.push(result);
      console.log(describe(result));
    }
} catch (error) {
  process.exitCode = 1;
  if (!stop.aborted) console.error(isForPeople(error) ? error.message : error);
}
await ending;
await finish();

async function finish(): Promise<never> {
  if (results.length > 0) {
    const found = table(
      results,
      `npm run drill -- --rounds ${values.rounds} --seed ${values.seed}${values.pooler ? " --pooler" : ""}`,
    );
    console.log(found);
    if (values.write) await keepInDocument("reliability.md", "drill", found);
  }
  process.exit(stop.aborted ? 130 : process.exitCode === 1 || results.some(isBroken) ? 1 : 0);
}
