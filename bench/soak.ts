// npm run bench:soak: an hour of mixed load on one server, and whether anything grows after the first ten minutes. May
// be split: runs longer than ten minutes, all but the first with --continue.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readCli } from "#scripts/lib/cli.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { startMailbox } from "#simulators/mailbox/mailbox.ts";
import { makeSyncWorld } from "#tests/chaos/world/engines.ts";
import { startSimulatorProcess } from "./devices/simulators.ts";
import { keepTable } from "./document.ts";
import { startMeasured } from "./measured-server.ts";
import { SECRET, startSeededCluster } from "./seeded.ts";
import { driveMixedLoad, type SoakCounts } from "./soak/load.ts";
import { watch } from "./soak/sample.ts";
import { type SoakSample, trendOf, type Watched } from "./soak/trend.ts";
import { markdownTable, type Row } from "./statistics.ts";

const SAMPLE_MS = 10_000;
const WARM_UP_SECONDS = 600;
/** Short trial runs warm up for a sixth of their length. */
const WARM_UP_SHARE = 6;
const CONTROLLERS = 10;
const FIRST_CONTACT_MS = 120_000;
const SIZE = { people: 20_000, logs: 200_000, doorEvents: 0, seed: 1 };
const WATCHED: Record<Watched, (value: number) => string> = {
  residentMb: (value) => `${value.toFixed(0)} MB`,
  connections: (value) => `${value} connections`,
  queueSeconds: (value) => `oldest work ${value.toFixed(1)} s`,
};

const partsSchema = z.array(
  z.object({ work: z.string(), measured: z.string(), goal: z.string(), met: z.boolean().nullable() }),
);

const { values } = readCli({
  usage: "npm run bench:soak",
  options: {
    minutes: { type: "number", default: 60, help: "of load" },
    continue: { type: "boolean", help: "keeps the rows of earlier parts" },
    "no-write": { type: "boolean", help: "leaves docs/performance.md alone" },
  },
});
const seconds = values.minutes * 60;
const warmUpSeconds = Math.min(WARM_UP_SECONDS, seconds / WARM_UP_SHARE);

const cluster = await startSeededCluster((line) => console.log(line));
const devices = startSimulatorProcess(CONTROLLERS);
// Alerts are mailed; without a mail server they would wait until they expire.
const mailbox = await startMailbox();
try {
  const database = await cluster.scratch("bench_soak", SIZE);
  const { admin, adminUrl, authenticatorUrl } = database;
  const server = await startMeasured("server.ts", {
    BENCH_ADMIN_URL: adminUrl,
    PORTAL_DATA_DIR: database.dataDir,
    PORTAL_SECRET_KEY: SECRET,
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
  });
  const world = await makeSyncWorld({ adminUrl, authenticatorUrl, keys: createKeyRing(SECRET) });
  try {
    const controllers = await world.addControllers(
      await devices.ask("start", { count: CONTROLLERS, options: { doors: 2 } }),
    );
    await world.quiet(FIRST_CONTACT_MS);
    const doors = await Promise.all(controllers.map((id) => world.doorsOf(id)));
    const doorIds = doors.flatMap((one) => [...one.values()]);
    const samples: SoakSample[] = [];
    const ended = new AbortController();
    const watching = watch({ server, admin, everyMs: SAMPLE_MS, signal: ended.signal }, (sample) => {
      samples.push(sample);
      if (samples.length % 6 === 1) console.log(JSON.stringify(sample));
    });
    const { organizationId } = world;
    const load = { database, serverPort: server.port, organizationId, doorIds };
    const counts = await driveMixedLoad(load, seconds).finally(() => ended.abort());
    await watching;
    await keep(rowsOf(samples, counts));
  } finally {
    await world.close();
    await server.stop();
  }
} finally {
  await devices.stop();
  await mailbox.close();
  await cluster.stop();
}

function rowsOf(samples: readonly SoakSample[], counts: SoakCounts): Row[] {
  const { passages, lists, searches, saves, signIns } = counts;
  const work = `${values.minutes} minutes from ${new Date().toISOString().slice(0, 10)}: ${passages} passages, ${lists} lists, ${searches} searches, ${saves} saves on ${CONTROLLERS} controllers, ${signIns} sign-ins, ${mailbox.list().length} letters, 20 subscribers`;
  // oxlint-disable-next-line no-unsafe-type-assertion -- the keys of the record above
  return (Object.keys(WATCHED) as Watched[]).map((watched) => {
    const { early, late, grows } = trendOf(samples, watched, warmUpSeconds);
    return {
      work,
      measured: `${WATCHED[watched](early)} → ${WATCHED[watched](late)} (medians of the first and last third after ${(warmUpSeconds / 60).toFixed(1)} minutes)`,
      goal: "no growth",
      met: !grows,
    };
  });
}

async function keep(rows: readonly Row[]): Promise<void> {
  console.log(markdownTable(rows));
  if (values["no-write"]) return;
  await mkdir(cluster.folder, { recursive: true });
  const file = join(cluster.folder, "soak.json");
  const earlier = values.continue ? partsSchema.parse(JSON.parse(await readFile(file, "utf8"))) : [];
  const all = [...earlier, ...rows];
  await writeFile(file, JSON.stringify(all));
  await keepTable("bench soak", `npm run bench:soak -- --minutes ${values.minutes}`, all);
}
