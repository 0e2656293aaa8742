// npm run fuzz:tenants | fuzz:rest | fuzz:devices | fuzz:secrets | fuzz:typed: prints counts and findings; exits 0 without findings. Ctrl-C
// or a SIGTERM ends the run early: it then prints what it found so far, and exits 130 without findings.
import { readCli } from "#scripts/lib/cli.ts";
import { listenForStop } from "#scripts/lib/stopping.ts";
import { startTestPortal, type TestPortal, type TestPortalOptions } from "#tests/support/build-portal.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { plantTenants } from "#tests/support/tenant-world.ts";
import { fuzzDevices } from "./devices.ts";
import { fuzzHostileWrites, HOSTILE_SHARE, type HostileFindings } from "./hostile-writes.ts";
import { fuzzRest, plantPeople, STATEMENT_LIMIT_MS } from "./rest.ts";
import type { SecretsFound } from "./secret-search.ts";
import { fuzzSecrets } from "./secrets.ts";
import type { FuzzRun } from "./sender.ts";
import { fuzzTenants } from "./tenants.ts";
import { fuzzTypedPins } from "./typed-pins.ts";

const DEFAULTS: Record<string, { count: number; run: (options: FuzzRun) => Promise<boolean> }> = {
  tenants: { count: 250_000, run: tenants },
  rest: { count: 50_000, run: rest },
  devices: { count: 50_000, run: devices },
  secrets: { count: 10_000, run: secrets },
  typed: { count: 10_000, run: typed },
};
const PEOPLE = 20_000;

const { values, words } = readCli({
  usage: "npm run fuzz:tenants | fuzz:rest | fuzz:devices | fuzz:secrets | fuzz:typed",
  options: {
    seed: { type: "integer", default: 20_261_122, help: "the same seed and count send the same requests" },
    count: { type: "integer", help: "how many" },
  },
  words: 1,
});
const [name = ""] = words;
const chosen = DEFAULTS[name];
if (!chosen) {
  console.error(`Which one? ${Object.keys(DEFAULTS).join(", ")}`);
  process.exit(2);
}
const { seed, count = chosen.count } = values;
const started = performance.now();
const progress = (done: number) =>
  console.log(`  ${done} of ${count} (${Math.round((performance.now() - started) / 1000)} s)`);
const stop = listenForStop();
stop.addEventListener("abort", () => console.log("stopping; what was found so far follows"));
console.log(`fuzz:${name} --seed ${seed} --count ${count}`);
const clean = await chosen.run({ seed, count, progress, stop });
const isWhole = !stop.aborted;
const said = clean ? "nothing found" : "FOUND SOMETHING";
console.log(`${said}${isWhole ? "" : ", stopped early"} (${Math.round((performance.now() - started) / 1000)} s)`);
process.exit(clean ? (isWhole ? 0 : 130) : 1);

async function onPortal<T>(work: (portal: TestPortal) => Promise<T>, options?: TestPortalOptions): Promise<T> {
  const cluster = await startTestCluster();
  try {
    const portal = await startTestPortal(options);
    try {
      return await work(portal);
    } finally {
      await portal.close();
    }
  } finally {
    await cluster.stop();
  }
}

async function fuzzTenantsOf(portal: TestPortal, run: FuzzRun) {
  return await fuzzTenants(portal, await plantTenants(portal), shareOf(run, 1 - 1 / HOSTILE_SHARE));
}

function shareOf({ count, ...run }: FuzzRun, share: number): FuzzRun {
  return { ...run, count: Math.ceil(count * share) };
}

/** Runs hostile writes beside a neighbour at the same controller, in a separate portal: elsewhere a system admin writes anything. */
async function neighbourIsServed(run: FuzzRun): Promise<boolean> {
  if (run.stop?.aborted) {
    console.log("hostile values beside a neighbour: not reached");
    return true;
  }
  const found: HostileFindings = await onPortal((portal) => fuzzHostileWrites(portal, shareOf(run, 1 / HOSTILE_SHARE)));
  const { examples, ...counts } = found;
  console.log(`hostile values beside a neighbour: ${JSON.stringify(counts)}`);
  for (const example of examples) console.log(example);
  return found.serverErrors === 0 && found.neighbourTroubles === 0;
}

async function tenants(run: FuzzRun): Promise<boolean> {
  const found = await onPortal((portal) => fuzzTenantsOf(portal, run));
  const isServed = await neighbourIsServed(run);
  console.log(JSON.stringify({ requests: found.requests, statuses: found.statuses }));
  console.log(
    `foreign bytes that came back: ${found.foreignBytes}; foreign rows changed: ${found.foreignRowsChanged}; answers of 5xx: ${found.serverErrors}`,
  );
  for (const example of found.examples) console.log(example);
  return isServed && found.foreignBytes === 0 && found.foreignRowsChanged === 0 && found.serverErrors === 0;
}

async function rest(run: FuzzRun): Promise<boolean> {
  const found = await onPortal(async (portal) => {
    const world = await plantTenants(portal);
    await plantPeople(portal, world, PEOPLE);
    return fuzzRest(portal, world, shareOf(run, 1 - 1 / HOSTILE_SHARE));
  });
  console.log(JSON.stringify(found.statuses));
  console.log(
    `answers of 5xx: ${found.serverErrors}; statements past ${STATEMENT_LIMIT_MS} ms: ${found.overLimit}; slowest answer ${found.slowestMs} ms`,
  );
  for (const example of found.examples) console.log(example);
  return (await neighbourIsServed(run)) && found.serverErrors === 0 && found.overLimit === 0;
}

async function devices(run: FuzzRun): Promise<boolean> {
  const found = await fuzzDevices(run);
  console.log(JSON.stringify(found.outcomes));
  console.log(
    `crashes: ${found.crashes}; most memory held: ${found.heldMegabytes} MB, alive after each fifth: ${found.aliveMegabytes.join(", ")} MB; slowest call ${found.slowestMs} ms`,
  );
  for (const example of found.examples) console.log(example);
  return found.crashes === 0 && found.bounded;
}

async function secrets(run: FuzzRun): Promise<boolean> {
  return searched((portal, log) => fuzzSecrets(portal, { ...run, log }));
}

async function typed(run: FuzzRun): Promise<boolean> {
  return searched(async (portal, log) => {
    const { typed, collected, granted, heard, ...found } = await fuzzTypedPins(portal, { ...run, log });
    return { ...found, pushed: { typed, collected, granted, heard } };
  });
}

type Searched = SecretsFound & { pushed: Readonly<Record<string, number>> };

async function searched(push: (portal: TestPortal, log: readonly string[]) => Promise<Searched>): Promise<boolean> {
  const log: string[] = [];
  const found = await onPortal((portal) => push(portal, log), {
    env: { LOG_LEVEL: "trace" },
    logTo: (line) => log.push(line),
  });
  console.log(JSON.stringify(found.pushed));
  console.log(
    `scanned ${Math.round(found.scannedBytes / 1e6)} MB: ${JSON.stringify(found.scanned)}; secrets found: ${found.found.length}`,
  );
  for (const example of found.found.slice(0, 20)) console.log(example);
  return found.found.length === 0;
}
