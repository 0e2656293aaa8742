// The check of a container: ends with 0 when the portal on this machine is ready and its certificate good.
import { loadConfig } from "#server/platform/config.ts";
import { askReady } from "./lib/ask-ready.ts";
import { readCli } from "./lib/cli.ts";

readCli({ usage: "node scripts/health.ts, set up by the environment of the portal" });

const trouble = await askReady(loadConfig(process.env));
if (trouble !== null) {
  console.error(trouble);
  process.exitCode = 1;
}
