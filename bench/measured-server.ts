// Starts a server of this folder as a child and reads what it costs: time to ready, resident memory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { SERVER_FLAGS, withCompileCache } from "#scripts/node-options.mjs";

export interface MeasuredServer {
  port: number;
  /** From the start of the process to listening, ms. */
  readyMs: number;
  residentMb(): Promise<number>;
  /** Processor time used since it began, seconds. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/** Of /proc, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

const ready = z.object({ url: z.string(), readyMs: z.number() });

/** The line that says so, among those of the server's log, which are passed on. */
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
    env: withCompileCache({ ...process.env, ...env }),
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
      // The name before it may hold spaces; after it, fields 14 and 15 of proc(5) are ticks as user and in the kernel.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    },
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
