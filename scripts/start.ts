// `npm start`: starts production, with data in PORTAL_DATA_DIR or DATABASE_URL.
import { loadConfig } from "#server/platform/config.ts";
import { createLog } from "#server/platform/log.ts";
import { requireTransport } from "#server/tls/serve-tls.ts";
import { requireFreePort } from "./lib/chosen-port.ts";
import { readCli } from "./lib/cli.ts";
import { openDataFolder, prepare, serve } from "./lib/portal.ts";
import { runUntilStopped } from "./lib/stopping.ts";

readCli({ usage: "npm start, set up by the environment (docs/settings.md)" });

await runUntilStopped(async (stack, signal) => {
  const config = loadConfig(process.env);
  const log = createLog(config);
  await requireTransport(config, new Date());
  const start = { config, log, stack, signal, say: (message: string) => log.info(message) };
  const dataFolder = openDataFolder(start);
  await requireFreePort(config.host, config.port, "PORT");
  if (config.httpRedirectPort !== null)
    await requireFreePort(config.host, config.httpRedirectPort, "HTTP_REDIRECT_PORT");
  const adminUrl = await prepare(start, dataFolder);
  const server = await serve(start, adminUrl);
  signal.throwIfAborted();
  console.log(`ready ${server.url}`);
  if (server.setupUrl !== null) console.log(`Make the first system admin at ${server.setupUrl} (the link works once)`);
});
