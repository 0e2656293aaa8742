// Starts the demo in a separate process, with free ports and a data folder that is deleted afterwards.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../lib/free-port.ts";
import { SERVER_FLAGS } from "../node-options.mjs";

export interface DemoProcess extends AsyncDisposable {
  url: string;
  panelUrl: string;
}

/** Starts a demo; throws Error with its output when it ends early. */
export async function startDemo(): Promise<DemoProcess> {
  const folder = await mkdtemp(join(tmpdir(), "portal-screenshots-"));
  await chmod(folder, 0o711); // root's PostgreSQL runs as another account, which must traverse the folder.
  const [port, simulatorsPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [...SERVER_FLAGS, join(import.meta.dirname, "..", "demo.ts")], {
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: String(port),
      SIMULATORS_PORT: String(simulatorsPort),
      PORTAL_DATA_DIR: join(folder, "data"),
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const dispose = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(createInterface({ input: child.stdout }));
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    panelUrl: `http://127.0.0.1:${simulatorsPort}`,
    [Symbol.asyncDispose]: dispose,
  };
}

async function untilReady(lines: AsyncIterable<string> & NodeJS.EventEmitter): Promise<void> {
  const said: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  lines.on("line", (line: string) => {
    said.push(line);
    if (line.startsWith("ready ")) resolve();
  });
  lines.once("close", () => reject(new Error(`The demo ended before it was ready:\n${said.join("\n")}`)));
  await promise;
}
