// npm run openings: doors opened from the portal under faults, none twice, late or without a row. Writes docs/reliability.md.
import { readCli } from "#scripts/lib/cli.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { reportCampaign } from "../report-campaign.ts";
import { type OpeningCampaignResult, runOpeningCampaign } from "./campaign.ts";

const { values } = readCli({
  usage: "npm run openings",
  options: {
    presses: { type: "integer", default: 1_000, help: "how many, each sent one to three times at once" },
    controllers: { type: "integer", default: 10, help: "whose doors are opened" },
    seed: { type: "integer", default: 1, help: "the same seed makes the same faults" },
    "no-write": { type: "boolean", help: "leaves docs/reliability.md alone" },
  },
});
const { presses, controllers, seed } = values;
const SAY_EVERY = 100;

const cluster = await startTestCluster();
try {
  const result = await runOpeningCampaign({
    seed,
    presses,
    controllers,
    progress: (pressed) => {
      if (pressed % SAY_EVERY === 0) console.log(`${pressed} presses`);
    },
  });
  const isBroken = [result.doubled, result.late, result.untrue, result.unrecorded].some(({ length }) => length > 0);
  await reportCampaign({
    section: "openings",
    found: say(result),
    write: !values["no-write"],
    broken: isBroken ? result : null,
  });
} finally {
  await cluster.stop();
}

function say({ outcomes, ...result }: OpeningCampaignResult): string {
  return [
    `\`npm run openings -- --presses ${presses} --controllers ${controllers} --seed ${seed}\`, ${new Date().toISOString().slice(0, 10)}: ${result.pressed} presses in ${result.requests} requests, ${result.faults} of them with a`,
    `lost, cut, late or wrong reply of the door controller: ${outcomes.executed} opened, ${outcomes.refused} refused, ${outcomes.unknown} unknown; ${result.doubled.length} opened twice, ${result.late.length} late,`,
    `${result.untrue.length} with an outcome that is not what the door did, ${result.unrecorded.length} without a row.`,
  ].join("\n");
}
