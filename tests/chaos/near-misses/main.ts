// npm run near-misses: counts readings with one character confused or lost that find their car. Writes docs/reliability.md.
import { readCli } from "#scripts/lib/cli.ts";
import { startTestPortal } from "#tests/support/build-portal.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { reportCampaign } from "../report-campaign.ts";
import { proposeNearMisses } from "./campaign.ts";

const { values } = readCli({
  usage: "npm run near-misses",
  options: {
    plates: { type: "integer", default: 10_000, help: "of cars that the gate lets in" },
    readings: { type: "integer", default: 6_000, help: "a third each confused, lost and of other cars" },
    driven: { type: "integer", default: 500, help: "near misses driven past the gate as well, by its webhook" },
    seed: { type: "integer", default: 1, help: "the same seed draws the same plates and readings" },
    "no-write": { type: "boolean", help: "leaves docs/reliability.md alone" },
  },
});
const { plates, readings, driven: drivenCount, seed } = values;
/** Shares that the queue must reach. */
const GOALS = { confused: 0.95, lost: 0.8 };

const cluster = await startTestCluster();
try {
  const portal = await startTestPortal();
  const result = await proposeNearMisses(portal, { plates, readings, driven: drivenCount, seed });
  await portal.close();
  const { confused, lost, foreign, driven, collisions } = result;
  const share = (part: number, of: number) => `${part} of ${of} (${((100 * part) / of).toFixed(1)} %`;
  const found = [
    `\`npm run near-misses -- --plates ${plates} --readings ${readings} --driven ${drivenCount} --seed ${seed}\`, ${new Date().toISOString().slice(0, 10)}: at a gate of ${result.plates} plates`,
    `${share(confused.found, confused.readings)}, wanted 95) of readings with one sign confused and ${share(lost.found, lost.readings)}, wanted 80) of those that lost a sign at an`,
    `edge have their car among at most three; of other cars ${share(foreign.readings - foreign.proposed, foreign.readings)}) are proposed nobody's. Driven past the gate of the running portal`,
    `${driven.readings} near misses opened it ${driven.openings} times (${driven.known.cars} known cars after them: ${driven.known.openings}); of ${collisions.asked} that were somebody's plate or alias ${collisions.refused} were refused a link.`,
  ].join("\n");
  const isBroken =
    confused.found < GOALS.confused * confused.readings ||
    lost.found < GOALS.lost * lost.readings ||
    driven.openings + driven.granted > 0 ||
    driven.known.openings < driven.known.cars ||
    collisions.refused < collisions.asked;
  await reportCampaign({ section: "near-misses", found, write: !values["no-write"], broken: isBroken ? result : null });
} finally {
  await cluster.stop();
}
