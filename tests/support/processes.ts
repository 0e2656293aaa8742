import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Returns ids of processes whose command line contains all texts. It reads /proc on Linux: small images lack `ps`. */
export function processesNaming(...texts: string[]): number[] {
  const found = existsSync("/proc/self/cmdline") ? fromProc() : fromPs();
  return found.filter(({ command }) => texts.every((text) => command.includes(text))).map(({ pid }) => pid);
}

function fromProc(): { pid: number; command: string }[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      return [{ pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") }];
    } catch {
      return []; // The process has ended in between.
    }
  });
}

function fromPs(): { pid: number; command: string }[] {
  const { stdout } = spawnSync("ps", ["-A", "-ww", "-o", "pid=,command="], { encoding: "utf8" });
  return stdout.split("\n").map((line) => ({ pid: Number.parseInt(line, 10), command: line }));
}
