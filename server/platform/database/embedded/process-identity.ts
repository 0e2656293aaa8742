// Distinguishes a process from a later one with the same pid.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Tells whether a process has the pid, also one of another account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Returns boot and start time: stable for a process's life, different for the next process with its pid. Null when unknown. */
export function processIdentity(pid: number): string | null {
  if (process.platform === "linux") return linuxIdentity(pid);
  if (process.platform === "win32") return null;
  const { stdout, status } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

function linuxIdentity(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z") return null; // A zombie.
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot}:${fields[19]}`; // Field 22 of proc(5): start time in ticks since boot.
  } catch {
    return null; // The process ended in the meantime.
  }
}
