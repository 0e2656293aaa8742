// npm run edits [-- --edits 10000 --seed 1 --people 300]: random edits over simulated controllers that drop calls, lie and
// restart; then every device is asked about every PIN at every door. Writes what it found in docs/reliability.md.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { keepInDocument } from "#scripts/lib/keep-in-document.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { type CampaignResult, runCampaign } from "./campaign.ts";

const { values } = parseArgs({
  options: {
    edits: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    people: { type: "string", default: "300" },
    /** Prints what was found and leaves docs/reliability.md alone. */
    "no-write": { type: "boolean", default: false },
  },
});
const [edits, seed, people] = [Number(values.edits), Number(values.seed), Number(values.people)];
if (![edits, seed, people].every(Number.isInteger))
  throw new RangeError("--edits, --seed and --people are whole numbers");
/** A few more PINs than people: about one edit of a PIN in three meets a taken one. */
const PINS_A_PERSON = 1.5;
const QUIET_WITHIN_MS = 600_000;
const SAY_EVERY = 500;

const folder = await mkdtemp(join(tmpdir(), "portal-edits-"));
const keys = createKeyRing("edits secret edits secret edits secret");
const authenticatorPassword = keys.derive("database/authenticator");
const postgres = await startEmbeddedPostgres({
  dataDir: join(folder, "postgres"),
  settings: { max_connections: "200" },
});
try {
  await migrate({ adminUrl: postgres.adminUrl, authenticatorPassword });
  const authenticatorUrl = new URL(postgres.adminUrl);
  authenticatorUrl.username = "authenticator";
  authenticatorUrl.password = authenticatorPassword;
  const began = performance.now();
  const result = await runCampaign({
    adminUrl: postgres.adminUrl,
    authenticatorUrl: authenticatorUrl.href,
    keys,
    seed,
    edits,
    people,
    pins: Math.round(people * PINS_A_PERSON),
    quietWithinMs: QUIET_WITHIN_MS,
    progress: (done) => {
      if (done % SAY_EVERY === 0) console.log(`${done} edits, ${Math.round((performance.now() - began) / 1000)} s`);
    },
  });
  const found = say(result);
  console.log(found);
  if (!values["no-write"]) await keepInDocument("reliability.md", "edits", found);
  if (bad(result).length > 0) {
    console.error(JSON.stringify(result, null, 1));
    process.exitCode = 1;
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

function bad(result: CampaignResult): string[] {
  return [
    ...result.differences,
    ...result.ghosts,
    ...result.duplicates,
    ...result.unreserved,
    ...result.foreignTouched,
    ...(result.leakedReservations === 0 ? [] : [`${result.leakedReservations} leaked reservations`]),
    ...(result.mostWritesAtOnce <= 1 ? [] : [`${result.mostWritesAtOnce} writes at once on one device`]),
  ];
}

function say(result: CampaignResult): string {
  const { edits: done, differences, ghosts, duplicates, unreserved, leakedReservations, foreignTouched } = result;
  const number = (value: number) => value.toLocaleString("en");
  return [
    `\`npm run edits -- --edits ${edits} --seed ${seed} --people ${people}\`, ${new Date().toISOString().slice(0, 10)}: ${number(edits)} edits (${number(done["pin taken"])} of them refused because the PIN was taken)`,
    `over three simulated controllers; ${number(result.calls)} calls of which ${number(result.spoiledCalls)} were spoiled, ${number(result.lies)} lies, ${number(result.kills)} servers killed. After quiet, ${number(result.asked)} answers of the`,
    `devices themselves (every PIN at every door at five moments) against the database: ${differences.length} differences, ${ghosts.length} ghost PINs, ${duplicates.length} duplicates; ${unreserved.length} PINs unreserved at any moment looked at,`,
    `${leakedReservations} leaked reservations, ${foreignTouched.length} objects of others touched, at most ${result.mostWritesAtOnce} write at once on one device.`,
  ].join("\n");
}
