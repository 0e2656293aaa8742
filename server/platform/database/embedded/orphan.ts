// Clears away what a killed run left: a server process that lives on without us, or its pid file.

import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isAlive, processIdentity } from "./process-identity.ts";

const FAST_STOP_MS = 30_000;

/** The lines of postmaster.pid that matter here. */
export interface PidFile {
  readonly pid: number;
  /** "starting", "ready", "stopping" or "" before the server wrote it. */
  readonly status: string;
}

/** Reads postmaster.pid of a cluster folder; null when there is none or it is half-written. */
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
 * Makes sure no server runs on the cluster and no stale pid file stands in the way. Only a process proved to be the
 * server of this very folder is stopped: the number in the file may by now belong to anyone.
 * @returns whether anything was left over, i.e. the last run did not end by itself.
 */
export async function stopOrphan(folder: string, log: (message: string) => void): Promise<boolean> {
  const left = readPidFile(folder);
  if (!left) return false;
  if (!isAlive(left.pid) || processIdentity(left.pid) === null || !isServerOf(left.pid, folder)) {
    // PostgreSQL itself would refuse to start if the number is alive in another program's hands.
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

/** A server runs inside its cluster folder, so its working directory proves whose it is. */
function isServerOf(pid: number, folder: string): boolean {
  if (process.platform === "linux") {
    try {
      const program = basename(readlinkSync(`/proc/${pid}/exe`)).replace(" (deleted)", "");
      return program === "postgres" && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
    } catch {
      return false; // not ours to inspect, so not ours
    }
  }
  const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.includes("postgres") && stdout.includes(`-D ${folder}`);
}
