// npm run explain: drawn refusals, each explained by what was so then, and mended. Writes docs/reliability.md.
import { readCli } from "#scripts/lib/cli.ts";
import { startTestPortal } from "#tests/support/build-portal.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { reportCampaign } from "../report-campaign.ts";
import { explainAtDoors } from "./at-doors.ts";
import { explainDrawn } from "./pure.ts";

const { values } = readCli({
  usage: "npm run explain",
  options: {
    drawn: { type: "integer", default: 5_000, help: "situations for the rules alone" },
    doors: { type: "integer", default: 200, help: "situations through a portal and a simulated controller" },
    seed: { type: "integer", default: 1, help: "the same seed draws the same situations" },
    "no-write": { type: "boolean", help: "leaves docs/reliability.md alone" },
  },
});
const { drawn, doors, seed } = values;

const pure = explainDrawn({ count: drawn, seed });
const cluster = await startTestCluster();
try {
  const portal = await startTestPortal();
  const real = await explainAtDoors(portal, { count: doors, seed });
  await portal.close();
  const unchanged = real.asked - real.changed;
  const found = [
    `\`npm run explain -- --drawn ${drawn} --doors ${doors} --seed ${seed}\`, ${new Date().toISOString().slice(0, 10)}: of ${pure.singles} situations with one cause`,
    `${pure.singles - pure.wrong.length} have it first, of ${pure.several} with several ${pure.several - pure.unnamed.length} have all of them named. Through PostgreSQL and a simulated controller:`,
    `${unchanged - real.wrong.length} of ${unchanged} right, ${real.byToday.length} of ${real.changed} that were changed after the event explained by today's settings, and`,
    `after its first fix the device's dry run let ${real.mended} of ${unchanged} codes in.`,
  ].join("\n");
  const faults = [...pure.wrong, ...pure.unnamed, ...real.wrong, ...real.byToday, ...real.notMended];
  await reportCampaign({
    section: "explain",
    found,
    write: !values["no-write"],
    broken: faults.length > 0 ? faults.slice(0, 20) : null,
  });
} finally {
  await cluster.stop();
}
