// npm run previews: drawn changes, each previewed, saved and compared; then previews alone at a larger size. Writes docs/reliability.md.
import { readCli } from "#scripts/lib/cli.ts";
import { startTestPortal } from "#tests/support/build-portal.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { reportCampaign } from "../report-campaign.ts";
import { runPreviews } from "./campaign.ts";

const { values } = readCli({
  usage: "npm run previews",
  options: {
    changes: { type: "integer", default: 1_000, help: "previewed, saved and compared" },
    timed: { type: "integer", default: 200, help: "previews among --people, timed" },
    people: { type: "integer", default: 10_000, help: "of the timed previews" },
    doors: { type: "integer", default: 200, help: "of the timed previews" },
    seed: { type: "integer", default: 1, help: "the same seed draws the same changes" },
    "no-write": { type: "boolean", help: "leaves docs/reliability.md alone" },
  },
});
const { changes, timed, people, doors, seed } = values;
const COMPARED = { people: 300, doors: 30, groups: 8, members: 40 };

const cluster = await startTestCluster();
try {
  const compared = await startTestPortal();
  const result = await runPreviews(compared, { seed, changes, size: COMPARED });
  await compared.close();
  const large = await startTestPortal();
  const size = { people, doors, groups: 20, members: Math.ceil(people / 20) };
  const { p50, p95 } = await runPreviews(large, { seed, changes: timed, size, saves: false });
  await large.close();
  const { effective, refused, refusals, different, left } = result;
  const reasons =
    refused === 0
      ? ""
      : `: ${Object.entries(refusals)
          .map(([why, count]) => `${count} ${why}`)
          .join(", ")}`;
  const found = [
    `\`npm run previews -- --changes ${changes} --seed ${seed}\`, ${new Date().toISOString().slice(0, 10)}: of ${changes} changes (${effective} with effect, ${refused} refused${reasons}) the preview`,
    `and the save differed in ${different.length}; ${left.length} previews left something behind. Among ${people} people and ${doors} doors, ${timed} previews took ${p50} ms at the median and`,
    `${p95} ms at p95.`,
  ].join("\n");
  const isBroken = different.length + left.length > 0 || effective === 0;
  await reportCampaign({ section: "previews", found, write: !values["no-write"], broken: isBroken ? result : null });
} finally {
  await cluster.stop();
}
