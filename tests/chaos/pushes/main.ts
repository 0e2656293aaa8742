// npm run pushes: plate cameras push under faults; every read is logged once, no gate opens late or twice. Writes docs/reliability.md.
import { readCli } from "#scripts/lib/cli.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { reportCampaign } from "../report-campaign.ts";
import { type PushCampaignResult, runPushCampaign } from "./campaign.ts";

const { values } = readCli({
  usage: "npm run pushes",
  options: {
    pushes: { type: "integer", default: 10_000, help: "how many, four to five for each car" },
    cameras: { type: "integer", default: 4, help: "each with a gate of its own" },
    seed: { type: "integer", default: 1, help: "the same seed makes the same pushes" },
    "no-write": { type: "boolean", help: "leaves docs/reliability.md alone" },
  },
});
const { pushes, cameras, seed } = values;
const SAY_EVERY = 1_000;

const cluster = await startTestCluster();
try {
  const progress = (pushed: number) => {
    if (pushed % SAY_EVERY === 0) console.log(`${pushed} pushes`);
  };
  const result = await runPushCampaign({ seed, pushes, cameras, progress });
  const isBroken = Object.values(result).some((value) => Array.isArray(value) && value.length > 0);
  await reportCampaign({
    section: "pushes",
    found: say(result),
    write: !values["no-write"],
    broken: isBroken ? result : null,
  });
} finally {
  await cluster.stop();
}

function say(result: PushCampaignResult): string {
  return [
    `\`npm run pushes -- --pushes ${pushes} --cameras ${cameras} --seed ${seed}\`, ${new Date().toISOString().slice(0, 10)}: ${result.pushed} pushes of ${result.cars} cars, ${result.lostAnswers} answers lost and`,
    `sent again, ${result.refused} with a wrong or another camera's account or a body that is no event: ${result.opened} opened by ${result.pulses} pulses; ${result.late.length} opened late, ${result.twice.length} pulses too many,`,
    `${result.unknowns.length} opened for a plate that nobody has, ${result.unopened.length} not opened though answered in time, ${result.doubled.length} cars logged twice, ${result.unlogged.length} not logged, ${result.unseen.length} logged that had only left,`,
    `${result.untrue.length} outcomes untrue, ${result.unanswered.length} right pushes refused, ${result.taken.length} wrong ones taken.`,
  ].join("\n");
}
