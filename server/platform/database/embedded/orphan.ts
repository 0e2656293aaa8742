import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isAlive, processIdentity } from "./process-identity.ts";

const FAST_STOP_MS = 30_000;

export interface PidFile {
  readonly pid: number;
  /** "starting", "ready", "stopping", or "" before the server writes it. */
  readonly status: string;
}

/** Reads the file; null when postmaster.pid is missing or half-written. */
export function readPidFile(folder: string): PidFile | null {
  let text: string;
  try {
    text = readFileSync(join(folder, "postmaster.pid"), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() ?? "" } : null;
}

/**
 * Stops a server left in this folder. The pid may be reused, so only a process confirmed to be this folder's server is stopped. Returns
 * whether any was left.
 */
export async function stopOrphan(folder: string, log: (message: string) => void): Promise<boolean> {
  const left = readPidFile(folder);
  if (!left) return false;
  if (!isAlive(left.pid) || processIdentity(left.pid) === null || !isServerOf(left.pid, folder)) {
    // PostgreSQL refuses to start while another program has that pid.
    if (process.platform !== "win32") rmSync(join(folder, "postmaster.pid"), { force: true });
    log("the last run was killed: PostgreSQL recovers");
    return true;
  }
  log(`stopping the PostgreSQL (process ${left.pid}) that a killed run left behind`);
  const identity = processIdentity(left.pid);
  for (const [signal, limitMs] of [
    ["SIGINT", FAST_STOP_MS],
    ["SIGQUIT", 5_000],
  ] as const) {
    process.kill(left.pid, signal);
    const deadline = performance.now() + limitMs;
    while (performance.now() < deadline) {
      if (processIdentity(left.pid) !== identity) return true;
      await wait(10);
    }
  }
  throw new Error(
    `PostgreSQL process ${left.pid} holds ${folder} and does not stop. Stop it by hand, then start again.`,
  );
}

/** Tells whether a process is this folder's server, whose working directory is its cluster folder. */
function isServerOf(pid: number, folder: string): boolean {
  if (process.platform === "linux") {
    try {
      const program = basename(readlinkSync(`/proc/${pid}/exe`)).replace(" (deleted)", "");
      return program === "postgres" && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
    } catch {
      return false; // A process that may not be inspected is another account's.
    }
  }
  const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.includes("postgres") && stdout.includes(`-D ${folder}`);
}
