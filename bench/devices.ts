// npm run bench:devices [-- --controllers 500 --burst 50 --people 10000 --latency 150 --rounds 5 --only changes,weekly,compare,servers]
// The device side against simulators whose every answer takes its time. Writes its table in docs/performance.md.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { makeSyncWorld } from "#tests/chaos/world/engines.ts";
import { benchChanges } from "./devices/changes.ts";
import { benchCompare } from "./devices/compare.ts";
import { benchServers } from "./devices/servers.ts";
import { startSimulatorProcess } from "./devices/simulators.ts";
import { benchWeekly } from "./devices/weekly.ts";
import { keepTable } from "./document.ts";
import { SECRET } from "./seeded.ts";
import { markdownTable, type Row } from "./statistics.ts";

const { values } = parseArgs({
  options: {
    controllers: { type: "string", default: "500" },
    burst: { type: "string", default: "50" },
    people: { type: "string", default: "10000" },
    latency: { type: "string", default: "150" },
    rounds: { type: "string", default: "5" },
    hanging: { type: "string", default: "3" },
    only: { type: "string", default: "changes,weekly,compare,servers" },
    /** Prints the table and leaves docs/performance.md alone. */
    "no-write": { type: "boolean", default: false },
  },
});
const controllers = wholeNumber(values.controllers);
const people = wholeNumber(values.people);
const latencyMs = wholeNumber(values.latency);
const rounds = wholeNumber(values.rounds);
const hanging = wholeNumber(values.hanging);
const burst = Math.min(wholeNumber(values.burst), controllers);
const only = new Set(values.only.split(","));
/** Every burst is one round of all; ten make a 99th percentile of 500 changes. */
const BURST_ROUNDS = 10;
/** The scheduled comparisons are measured by themselves and would only blur the rest. */
const NO_COMPARISON_MS = 24 * 3_600_000;
const FIRST_CONTACT_MS = 300_000;
const SIMULATORS_MB = 400;

const folder = await mkdtemp(join(tmpdir(), "portal-bench-devices-"));
const keys = createKeyRing(SECRET);
const authenticatorPassword = keys.derive("database/authenticator");
const postgres = await startEmbeddedPostgres({
  dataDir: join(folder, "postgres"),
  settings: { shared_buffers: "256MB", max_connections: "100" },
});
const devices = startSimulatorProcess();
const rows: Row[] = [];
/** In a table of their own. */
const serverRows: Row[] = [];
try {
  await migrate({ adminUrl: postgres.adminUrl, authenticatorPassword });
  const authenticatorUrl = new URL(postgres.adminUrl);
  authenticatorUrl.username = "authenticator";
  authenticatorUrl.password = authenticatorPassword;
  const world = await makeSyncWorld({
    adminUrl: postgres.adminUrl,
    authenticatorUrl: authenticatorUrl.href,
    keys,
    // Seven and the one that listens: eight in all.
    engineConnections: 7,
  });
  const { engine } = world.makeEngine({ options: { compareEveryMs: NO_COMPARISON_MS } });
  try {
    await engine.start();
    if (only.has("compare")) {
      console.log(`comparing ${people} people…`);
      const [large] = await devices.ask("start", { count: 1, options: { doors: 2 } });
      const [controllerId = ""] = await world.addControllers(large ? [large] : []);
      await world.quiet(FIRST_CONTACT_MS);
      rows.push(...(await benchCompare({ world, engine, devices, device: 0, controllerId, people, latencyMs })));
      // Its 10,000 pairs are no part of what follows.
      await world.admin.query("update controllers set enabled = false");
    }
    if (only.has("changes") || only.has("weekly") || only.has("servers")) {
      console.log(`starting ${controllers} controllers…`);
      const first = only.has("compare") ? 1 : 0;
      const count = only.has("weekly") || only.has("servers") ? controllers : burst;
      const started = await devices.ask("start", { count, options: { doors: 2 } });
      const controllerIds = await world.addControllers(started);
      await world.quiet(FIRST_CONTACT_MS);
      await devices.ask("latency", { ms: latencyMs });
      const numbered = { world, devices, first, latencyMs };
      if (only.has("changes")) {
        console.log("changes…");
        rows.push(
          ...(await benchChanges({
            ...numbered,
            controllerIds: controllerIds.slice(0, burst),
            rounds,
            burstRounds: BURST_ROUNDS,
          })),
        );
      }
      if (only.has("weekly")) {
        console.log("weekly codes…");
        rows.push(...(await benchWeekly({ ...numbered, controllerIds, hanging })));
      }
      rows.push(simulatorsRow(count, await devices.ask("residentMb", {})));
      if (only.has("servers")) {
        console.log("two servers…");
        // From here on the work is done by others.
        await engine.stop();
        serverRows.push(
          ...(await benchServers({
            ...numbered,
            controllerIds,
            hanging,
            authenticatorUrl: authenticatorUrl.href,
            secret: SECRET,
            compareEveryMs: NO_COMPARISON_MS,
          })),
        );
      }
    }
  } finally {
    await devices.ask("latency", { ms: 0 });
    await world.close();
  }
  await keep("bench devices", rows, [...only].filter((part) => part !== "servers").join(","));
  await keep("bench servers", serverRows, "servers");
} finally {
  await devices.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** After everything was asked of them, so with their people, their logs and the connections that the lanes keep. */
function simulatorsRow(count: number, megabytes: number): Row {
  return {
    work: `${count} simulated controllers in one process, after all of the above: resident`,
    measured: `${megabytes.toFixed(0)} MB`,
    goal: `≤ ${SIMULATORS_MB} MB`,
    met: megabytes <= SIMULATORS_MB,
  };
}

/** Prints a table and puts it between its markers in docs/performance.md, with the command that made it. */
async function keep(name: string, found: readonly Row[], parts: string): Promise<void> {
  // Nothing of it was asked for: what stands there is kept.
  if (parts === "") return;
  if (found.length === 0) return;
  console.log(`${markdownTable(found)}\n`);
  if (values["no-write"]) return;
  const sizes = `--controllers ${controllers} --burst ${burst} --people ${people} --latency ${latencyMs}`;
  await keepTable(name, `npm run bench:devices -- ${sizes} --only ${parts}`, found);
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new RangeError(`not a whole number above 0: ${text}`);
  return number;
}
