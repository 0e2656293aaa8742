// `npm run simulators`: starts devices and mailbox alone, for another portal.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadConfig } from "#server/platform/config.ts";
import { replayOptions, UnreadableTranscriptError } from "#simulators/axis/replay.ts";
import { startAxisSimulator } from "#simulators/axis/server.ts";
import { startDemoSimulators } from "#simulators/main.ts";
import { requireFreePort } from "./lib/chosen-port.ts";
import { readCli } from "./lib/cli.ts";
import { readDemoSettings } from "./lib/demo-settings.ts";
import { openDataFolder } from "./lib/portal.ts";
import { runUntilStopped, UserError } from "./lib/stopping.ts";

const { values } = readCli({
  usage: "npm run simulators, set up by the environment (docs/settings.md)",
  options: {
    replay: { type: "string", help: "one door controller that behaves as this transcript of npm run field-kit" },
    port: { type: "integer", default: 0, help: "its port; 0 takes a free one" },
  },
});

if (values.replay !== undefined) await replay(values.replay, values.port);

await runUntilStopped(async (stack, signal) => {
  const config = loadConfig(process.env, { demo: true });
  const { simulatorsPort: port } = readDemoSettings(process.env, config);
  const dataFolder = openDataFolder({ config, stack, say: (message) => console.log(message) });
  await requireFreePort("127.0.0.1", port, "SIMULATORS_PORT");
  const simulators = await startDemoSimulators({
    dataDir: join(dataFolder, "simulators"),
    port,
    webhookBase: `http://127.0.0.1:${config.port}/functions/v1/axxon-webhook`,
  });
  stack.defer(() => simulators.close());
  signal.throwIfAborted();
  for (const { name, https, host, port: devicePort, model } of simulators.devices) {
    console.log(`${name.padEnd(20)} ${https ? "https" : "http"}://${host}:${devicePort}  ${model}`);
  }
  console.log(`mail on smtp://127.0.0.1:${simulators.smtpPort}`);
  console.log(`text messages on ${simulators.smsUrl}`);
  console.log(`ready ${simulators.panelUrl}`);
});

async function replay(file: string, port: number): Promise<never> {
  return await runUntilStopped(async (stack) => {
    const text = await readFile(file, "utf8").catch((cause: unknown) => {
      throw new UserError(`${file} cannot be read.`, { cause });
    });
    const device = await startAxisSimulator({ ...readTranscript(file, text), port, users: { root: "replay" } });
    stack.defer(() => device.close());
    console.log(`account root, password replay`);
    console.log(`ready ${device.url}`);
  });
}

function readTranscript(file: string, text: string): ReturnType<typeof replayOptions> {
  try {
    return replayOptions(text);
  } catch (error) {
    if (!(error instanceof UnreadableTranscriptError)) throw error;
    throw new UserError(`${file} cannot be replayed: ${error.message}`, { cause: error });
  }
}
