// Starts a server of this folder as a child and measures time to ready, CPU and resident memory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { nodeEnvironment, SERVER_FLAGS } from "#scripts/node-options.mjs";

export interface MeasuredServer {
  port: number;
  readyMs: number;
  residentMb(): Promise<number>;
  /** CPU seconds since the start. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/** USER_HZ of /proc, the same on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

const ready = z.object({ url: z.string(), readyMs: z.number() });

async function firstReady(output: Readable): Promise<z.infer<typeof ready>> {
  const lines = createInterface({ input: output });
  const { promise, resolve, reject } = Promise.withResolvers<z.infer<typeof ready>>();
  lines.on("line", (line) => {
    const said = ready.safeParse(JSON.parse(line));
    if (said.success) resolve(said.data);
    else console.error(line);
  });
  lines.once("close", () => reject(new Error("the server ended before it was ready")));
  return await promise;
}

export async function startMeasured(
  script: "server.ts" | "bare-route.ts",
  env: Record<string, string>,
): Promise<MeasuredServer> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, fileURLToPath(new URL(script, import.meta.url))], {
    env: nodeEnvironment({ ...process.env, ...env }),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const { url, readyMs } = await firstReady(child.stdout);
  return {
    port: Number(new URL(url).port),
    readyMs,
    residentMb: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
    },
    cpuSeconds: async () => {
      const stat = await readFile(`/proc/${child.pid}/stat`, "utf8");
      // proc(5): the command name may hold spaces; after it, fields 14 and 15 are user and kernel ticks.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    },
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
