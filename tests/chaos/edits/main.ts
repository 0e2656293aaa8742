// npm run edits: random edits, then every PIN at every door of every device. Writes docs/reliability.md.
import { readCli } from "#scripts/lib/cli.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { createTestDatabase } from "#tests/support/postgres.ts";
import { brokenIn } from "../oracle/examine.ts";
import { reportCampaign } from "../report-campaign.ts";
import { type CampaignResult, runCampaign } from "./campaign.ts";

const { values } = readCli({
  usage: "npm run edits",
  options: {
    edits: { type: "integer", default: 10_000, help: "how many" },
    seed: { type: "integer", default: 1, help: "the same seed makes the same edits" },
    people: { type: "integer", default: 300, help: "who are edited" },
    "entry-manager": { type: "boolean", help: "half of the controllers as AXIS Entry Manager leaves them" },
    "no-write": { type: "boolean", help: "leaves docs/reliability.md alone" },
  },
});
const { edits, seed, people } = values;
const entryManager = values["entry-manager"];
/** With this ratio about one PIN edit in three uses a taken PIN. */
const PINS_A_PERSON = 1.5;
const QUIET_WITHIN_MS = 600_000;
const SAY_EVERY = 500;
/** Limit after the end of a suspended PIN's days. */
const LEAVES_WITHIN_SECONDS = 3_600;

const cluster = await startTestCluster();
try {
  const { adminUrl, authenticatorUrl } = await createTestDatabase();
  const began = performance.now();
  const result = await runCampaign({
    adminUrl,
    authenticatorUrl,
    keys: createKeyRing("edits secret edits secret edits secret"),
    seed,
    edits,
    people,
    entryManager,
    pins: Math.round(people * PINS_A_PERSON),
    quietWithinMs: QUIET_WITHIN_MS,
    progress: (done) => {
      if (done % SAY_EVERY === 0) console.log(`${done} edits, ${Math.round((performance.now() - began) / 1000)} s`);
    },
  });
  await reportCampaign({
    section: section(),
    found: say(result),
    write: !values["no-write"],
    broken: bad(result).length > 0 ? result : null,
  });
} finally {
  await cluster.stop();
}

/** Returns the document's section. A campaign with Entry Manager has one section per seed, if the document has it. */
function section(): string {
  return entryManager ? `edits-entry-manager-${seed}` : "edits";
}

function bad(result: CampaignResult): string[] {
  return [
    ...brokenIn(result),
    ...result.unmanagedTouched,
    ...result.openSuspended,
    ...(result.suspensions.longestOverSeconds <= LEAVES_WITHIN_SECONDS ? [] : ["a suspended replica stayed too long"]),
    ...(result.mostWritesAtOnce <= 1 ? [] : [`${result.mostWritesAtOnce} writes at once on one device`]),
  ];
}

function say(result: CampaignResult): string {
  const { edits: done, differences, orphans, duplicates, unreserved, leakedReservations, unmanagedTouched } = result;
  const { suspensions, openSuspended } = result;
  const number = (value: number) => value.toLocaleString("en");
  return [
    `\`npm run edits -- --edits ${edits} --seed ${seed} --people ${people}${entryManager ? " --entry-manager" : ""}\`, ${new Date().toISOString().slice(0, 10)}: ${number(edits)} edits (${number(done["pin taken"])} of them refused because the PIN was taken)`,
    `over ${entryManager ? "four simulated controllers, two as Entry Manager leaves them" : "three simulated controllers"}; ${number(result.calls)} calls of which ${number(result.spoiledCalls)} were spoiled, ${number(result.lies)} lies, ${number(result.kills)} servers killed. After quiet, ${number(result.asked)} answers of the`,
    `devices themselves (every PIN at every door at five moments) against the database: ${differences.length} differences, ${orphans.length} orphaned PINs, ${duplicates.length} duplicates; ${unreserved.length} PINs unreserved at any moment looked at,`,
    `${leakedReservations} leaked reservations, ${unmanagedTouched.length} objects of others touched, at most ${result.mostWritesAtOnce} write at once on one device.`,
    `${number(suspensions.count)} ended PINs were suspended (for five seconds each instead of days): ${openSuspended.length} of them enabled or opening at any moment looked at; the longest left ${suspensions.longestOverSeconds.toFixed(0)} s after its end, past faults and outages.`,
  ].join("\n");
}
