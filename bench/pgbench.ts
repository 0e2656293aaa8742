// The gate's floor: pgbench running the same prepared statements.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface PgbenchResult {
  perSecond: number;
  p99Ms: number;
}

export async function findPgbench(): Promise<string | null> {
  try {
    await run("pgbench", ["--version"]);
    return "pgbench";
  } catch {
    return null;
  }
}

export async function pgbench(options: {
  url: string;
  role: string;
  script: string;
  clients: number;
  seconds: number;
}): Promise<PgbenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "pgbench-"));
  try {
    await writeFile(join(folder, "script.sql"), options.script);
    const args = [
      "-n",
      "-M",
      "prepared",
      "-f",
      "script.sql",
      "-c",
      String(options.clients),
      "-j",
      "2",
      "-T",
      String(options.seconds),
      "--log",
      "--log-prefix=latency",
      options.url,
    ];
    const { stdout } = await run("pgbench", args, {
      cwd: folder,
      env: { ...process.env, PGOPTIONS: `-c role=${options.role}` },
      maxBuffer: 1 << 24,
    });
    const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (tps === undefined) throw new Error(`pgbench printed no rate:\n${stdout}`);
    return { perSecond: Number(tps), p99Ms: await p99(folder) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Column 3 of each log line is the transaction's time in microseconds. */
async function p99(folder: string): Promise<number> {
  const times: number[] = [];
  for (const name of await readdir(folder)) {
    if (!name.startsWith("latency")) continue;
    for (const line of (await readFile(join(folder, name), "utf8")).split("\n")) {
      const time = line.split(" ")[2];
      if (time !== undefined) times.push(Number(time) / 1000);
    }
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN;
}
