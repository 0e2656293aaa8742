// npm run bench:devices: the device side against simulators with latency. Writes its table in docs/performance.md.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readCli } from "#scripts/lib/cli.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { makeSyncWorld } from "#tests/chaos/world/engines.ts";
import { benchChanges } from "./devices/changes.ts";
import { benchCompare } from "./devices/compare.ts";
import { benchContact } from "./devices/contact.ts";
import { benchEvents } from "./devices/events.ts";
import { benchIdle } from "./devices/idle.ts";
import { benchServers } from "./devices/servers.ts";
import { startSimulatorProcess } from "./devices/simulators.ts";
import { benchWeekly } from "./devices/weekly.ts";
import { keepTable } from "./document.ts";
import { SECRET } from "./seeded.ts";
import { markdownTable, type Row } from "./statistics.ts";

const { values } = readCli({
  usage: "npm run bench:devices",
  options: {
    controllers: { type: "integer", default: 500, min: 1, help: "at which changes meet" },
    burst: { type: "integer", default: 50, min: 1, help: "changed at once" },
    people: { type: "integer", default: 10_000, min: 1, help: "on the controller that is compared" },
    latency: { type: "integer", default: 150, min: 1, help: "milliseconds until a device answers" },
    rounds: { type: "integer", default: 5, min: 1, help: "of everything but bursts" },
    hanging: { type: "integer", default: 3, min: 1, help: "controllers that never answer" },
    tries: { type: "integer", default: 300, min: 1, help: "of codes at quiet controllers, and at watched ones" },
    only: {
      type: "string",
      default: "changes,weekly,compare,servers,events",
      help: "parts; others are contact and quiet",
    },
    beside: { type: "string", help: "folder of another version of the portal, which the part contact measures too" },
    "no-write": { type: "boolean", help: "leaves docs/performance.md alone" },
  },
});
const { controllers, people, latency: latencyMs, rounds, hanging, tries } = values;
const burst = Math.min(values.burst, controllers);
const only = new Set(values.only.split(","));
const BURST_ROUNDS = 10;
/** Scheduled comparisons are measured separately. */
const NO_COMPARISON_MS = 24 * 3_600_000;
const FIRST_CONTACT_MS = Math.max(300_000, controllers * 600);
const SIMULATORS_MB = Math.max(400, controllers * 0.8);

const folder = await mkdtemp(join(tmpdir(), "portal-bench-devices-"));
const keys = createKeyRing(SECRET);
const authenticatorPassword = keys.derive("database/authenticator");
const postgres = await startEmbeddedPostgres({
  dataDir: join(folder, "postgres"),
  removed: true,
  settings: { shared_buffers: "256MB", max_connections: "100" },
});
const devices = startSimulatorProcess(controllers);
const rows: Row[] = [];
const serverRows: Row[] = [];
const eventRows: Row[] = [];
const quietRows: Row[] = [];
const contactRows: Row[] = [];
/** Parts whose tables stand by themselves. */
const APART = ["servers", "events", "quiet"];
try {
  await migrate({ adminUrl: postgres.adminUrl, authenticatorPassword });
  const authenticatorUrl = new URL(postgres.adminUrl);
  authenticatorUrl.username = "authenticator";
  authenticatorUrl.password = authenticatorPassword;
  const world = await makeSyncWorld({
    adminUrl: postgres.adminUrl,
    authenticatorUrl: authenticatorUrl.href,
    keys,
    engineConnections: 7,
  });
  const engines = { authenticatorUrl: authenticatorUrl.href, secret: SECRET, compareEveryMs: NO_COMPARISON_MS };
  if (only.has("contact")) {
    console.log("first contacts…");
    const beside = values.beside === undefined ? null : resolve(values.beside);
    contactRows.push(...(await benchContact({ ...engines, world, controllers, beside })));
  }
  const { engine } = world.makeEngine({ options: { compareEveryMs: NO_COMPARISON_MS } });
  try {
    await engine.start();
    if (only.has("compare")) {
      console.log(`comparing ${people} people…`);
      const [large] = await devices.ask("start", { count: 1, options: { doors: 2 } });
      const [controllerId = ""] = await world.addControllers(large ? [large] : []);
      await world.quiet(FIRST_CONTACT_MS);
      rows.push(...(await benchCompare({ world, engine, devices, device: 0, controllerId, people, latencyMs })));
      await world.admin.query("update controllers set enabled = false");
    }
    if (["changes", "weekly", ...APART].some((part) => only.has(part))) {
      console.log(`starting ${controllers} controllers…`);
      const first = only.has("compare") ? 1 : 0;
      const count = ["weekly", ...APART].some((part) => only.has(part)) ? controllers : burst;
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
      // Processes of their own run the engines from here on.
      await engine.stop();
      const processes = {
        ...numbered,
        controllerIds,
        hanging,
        ...engines,
      };
      if (only.has("servers")) {
        console.log("two servers, and a quiet one…");
        serverRows.push(...(await benchServers(processes)), ...(await benchIdle(processes, 1)));
      }
      if (only.has("quiet")) {
        console.log("two servers of quiet controllers…");
        quietRows.push(...(await benchIdle(processes, 2)));
      }
      if (only.has("events")) {
        console.log("codes tried at doors…");
        const { adminUrl } = postgres;
        const dataDir = join(folder, "portal");
        eventRows.push(
          ...(await benchEvents({ ...numbered, controllerIds, adminUrl, secret: SECRET, dataDir, tries })),
        );
      }
    }
  } finally {
    await devices.ask("latency", { ms: 0 });
    await world.close();
  }
  const together = [...only].filter((part) => part !== "contact" && !APART.includes(part));
  await keep("bench devices", rows, together.join(","));
  await keep("bench servers", serverRows, "servers");
  await keep("bench events", eventRows, "events");
  await keep("bench quiet", quietRows, "quiet");
  await keep("bench contact", contactRows, "contact");
} finally {
  await devices.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

function simulatorsRow(count: number, megabytes: number): Row {
  return {
    work: `${count} simulated controllers in one process, after all of the above: resident`,
    measured: `${megabytes.toFixed(0)} MB`,
    goal: `≤ ${SIMULATORS_MB} MB`,
    met: megabytes <= SIMULATORS_MB,
  };
}

async function keep(name: string, found: readonly Row[], parts: string): Promise<void> {
  if (parts === "") return;
  if (found.length === 0) return;
  console.log(`${markdownTable(found)}\n`);
  if (values["no-write"]) return;
  const sizes = `--controllers ${controllers} --burst ${burst} --people ${people} --latency ${latencyMs}${parts === "events" ? ` --tries ${tries}` : ""}`;
  await keepTable(name, `npm run bench:devices -- ${sizes} --only ${parts}`, found);
}
