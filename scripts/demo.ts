// `npm run demo`: the whole product with simulated doors, gates and mail, on this machine only.
import { join } from "node:path";
import { loadConfig } from "#server/platform/config.ts";
import { createLog } from "#server/platform/log.ts";
import { startDemoSimulators } from "#simulators/main.ts";
import { namingPort, requireFreePort } from "./lib/chosen-port.ts";
import { readCli } from "./lib/cli.ts";
import { alignPorts, asDemoDevice, connectGates } from "./lib/connect-demo.ts";
import { readDemoSettings } from "./lib/demo-settings.ts";
import { openDataFolder, type PortalStart, prepare, serve } from "./lib/portal.ts";
import { remakeOldDemo } from "./lib/remake-demo.ts";
import { runUntilStopped, UserError } from "./lib/stopping.ts";
import { seedDemo } from "./seed/demo.ts";
import { DEMO_ACCOUNTS } from "./seed/demo-plan.ts";
import { endSomeAccessSoon } from "./seed/end-some-access.ts";

const { values } = readCli({
  usage: "npm run demo",
  options: { "no-page": { type: "boolean", help: "leaves the page to npm run dev" } },
});
const withPage = !values["no-page"];

await runUntilStopped(async (stack, signal) => {
  const config = loadConfig(process.env, { demo: true });
  requireLoopback(config.host);
  const { people, simulatorsPort } = readDemoSettings(process.env, config);
  // Request logging is off, because the screen shows the accounts below.
  const log = createLog({ logLevel: process.env["LOG_LEVEL"]?.trim() ? config.logLevel : "warn" });
  const start: PortalStart = { config, log, stack, signal, say: (message) => console.log(message) };
  const dataFolder = openDataFolder(start);
  await requireFreePort(config.host, config.port, "PORT");
  await requireFreePort(config.host, simulatorsPort, "SIMULATORS_PORT");

  const adminUrl = await prepare(start, dataFolder, { page: withPage });
  await remakeOldDemo(start, adminUrl, dataFolder);
  signal.throwIfAborted();
  const simulators = await namingPort(
    { host: "127.0.0.1", port: simulatorsPort, setting: "SIMULATORS_PORT" },
    async () =>
      await startDemoSimulators({
        dataDir: join(dataFolder, "simulators"),
        port: simulatorsPort,
        portalPort: config.port,
        webhookBase: `http://${config.host}:${config.port}/functions/v1/axxon-webhook`,
      }),
  );
  stack.defer(() => simulators.close());
  await alignPorts(adminUrl, simulators);
  const smtpUrl = config.smtpUrl ?? `smtp://127.0.0.1:${simulators.smtpPort}`;
  const smsUrl = config.smsUrl ?? simulators.smsUrl;
  const server = await serve({ ...start, config: { ...config, smtpUrl, smsUrl } }, adminUrl, { page: withPage });
  signal.throwIfAborted();
  await seedDemo(server, simulators.devices.map(asDemoDevice), { people, signal });
  await connectGates(server, simulators);
  simulators.startVisitors();
  stack.defer(endSomeAccessSoon(server.deps.pools.engine, log));
  signal.throwIfAborted();

  console.log(`ready ${server.url}`);
  for (const { email, password } of DEMO_ACCOUNTS) console.log(`  ${email}  ${password}`);
  console.log(`  simulated doors, gates, mail and text messages: ${simulators.panelUrl}`);
});

function requireLoopback(host: string): void {
  if (host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host)) return;
  throw new UserError(
    `The demo has known passwords and listens only on this machine, so HOST=${host} is refused. ` +
      "Leave HOST out, or use npm start for a real installation.",
  );
}
