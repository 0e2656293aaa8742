// Looks at the machine's processes, for tests that nothing is left behind.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Numbers of the living processes whose command line contains all of the texts. Needs no `ps` on Linux, which small images lack. */
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
      return []; // it ended while we looked
    }
  });
}

function fromPs(): { pid: number; command: string }[] {
  const { stdout } = spawnSync("ps", ["-A", "-ww", "-o", "pid=,command="], { encoding: "utf8" });
  return stdout.split("\n").map((line) => ({ pid: Number.parseInt(line, 10), command: line }));
}
