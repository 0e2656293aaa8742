// Tells one process from a later one that happens to have got the same number.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Whether a process with this number exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * A text that is the same for the whole life of a process and differs for the next process with its number: boot and start
 * time. Null when there is no such process, or when the system does not tell.
 */
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
    if (fields[0] === "Z") return null; // dead, only not collected yet
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot}:${fields[19]}`; // field 22 of proc(5), start time in ticks since boot
  } catch {
    return null; // it ended while we looked
  }
}
