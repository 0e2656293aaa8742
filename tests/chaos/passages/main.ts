// npm run explain: drawn refusals, each explained by the facts of its time, and fixed. Writes docs/reliability.md.
import { readCli } from "#scripts/lib/cli.ts";
import { startTestPortal } from "#tests/support/build-portal.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { reportCampaign } from "../report-campaign.ts";
import { explainAtDoors } from "./at-doors.ts";
import { explainAtGates } from "./at-gates.ts";
import { explainDrawn, explainDrawnGates } from "./pure.ts";

const { values } = readCli({
  usage: "npm run explain",
  options: {
    drawn: { type: "integer", default: 5_000, help: "situations for the rules alone, half of them at gates" },
    doors: { type: "integer", default: 500, help: "situations through a portal and a simulated controller" },
    gates: { type: "integer", default: 520, help: "situations through a portal and a simulated plate server" },
    seed: { type: "integer", default: 1, help: "the same seed draws the same situations" },
    "no-write": { type: "boolean", help: "leaves docs/reliability.md alone" },
  },
});
const { drawn, doors, gates, seed } = values;

const pure = explainDrawn({ count: Math.ceil(drawn / 2), seed });
const pureGates = explainDrawnGates({ count: Math.floor(drawn / 2), seed });
const cluster = await startTestCluster();
try {
  const portal = await startTestPortal();
  const real = await explainAtDoors(portal, { count: doors, seed });
  const cars = await explainAtGates(portal, { count: gates, seed });
  await portal.close();
  const unchanged = real.asked - real.changed;
  const fixable = real.fixed + real.notFixed.length;
  const singles = pure.singles + pureGates.singles;
  const several = pure.several + pureGates.several;
  const wrong = [...pure.wrong, ...pureGates.wrong];
  const unnamed = [...pure.unnamed, ...pureGates.unnamed];
  const found = [
    `\`npm run explain -- --drawn ${drawn} --doors ${doors} --gates ${gates} --seed ${seed}\`, ${new Date().toISOString().slice(0, 10)}: of ${singles} situations with one cause`,
    `${singles - wrong.length} have it first, of ${several} with several ${several - unnamed.length} have all of them named, half of both at gates. Through PostgreSQL, by the events of a simulated controller:`,
    `${unchanged - real.wrong.length} of ${unchanged} right (${real.several} of all had two causes), ${real.byToday.length} of ${real.changed} that were changed after the event explained by today's settings, and`,
    `after its first fix the device's dry run let ${real.fixed} of ${fixable} codes with one cause in. Through a simulated plate server:`,
    `${cars.asked - cars.changed - cars.wrong.length} of ${cars.asked - cars.changed} right, ${cars.byToday.length} of ${cars.changed} that were changed after the read explained by today's settings.`,
  ].join("\n");
  const faults = [
    ...wrong,
    ...unnamed,
    ...real.wrong,
    ...real.byToday,
    ...real.notFixed,
    ...cars.wrong,
    ...cars.byToday,
  ];
  await reportCampaign({
    section: "explain",
    found,
    write: !values["no-write"],
    broken: faults.length > 0 ? faults.slice(0, 20) : null,
  });
} finally {
  await cluster.stop();
}
