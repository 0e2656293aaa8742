// Ends what a drill left behind that was killed itself: its processes and its small disks, known by the temporary folder in their names.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processesNaming, signalAll } from "./child.ts";

export const FOLDER_PREFIX = "portal-drill-";
/** Names the drill that uses the folder. A drill that ends by itself removes it, also from a folder that it keeps. */
const OWNER = "owner";

/** Claims a folder for this process; returns what gives it up. */
export function claimFolder(folder: string): () => void {
  writeFileSync(join(folder, OWNER), identityOf(process.pid) ?? "");
  return () => rmSync(join(folder, OWNER), { force: true });
}

export function endLeftovers(log: (line: string) => void): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(FOLDER_PREFIX))) {
    const folder = join(tmpdir(), name);
    if (!existsSync(join(folder, OWNER)) || isOwned(folder)) continue;
    log(`Ending what an earlier drill left in ${folder}`);
    signalAll(processesNaming(folder), "SIGKILL");
    for (const mounted of mountsIn(folder)) spawnSync("umount", ["-l", mounted]);
    if (mountsIn(folder).length === 0) rmSync(folder, { recursive: true, force: true });
  }
}

function isOwned(folder: string): boolean {
  const owner = readFileSync(join(folder, OWNER), "utf8");
  return owner !== "" && identityOf(Number(owner.split(" ")[0])) === owner;
}

/** Returns a process's id with the time of its start, because ids are given again; null when there is none. */
function identityOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return `${pid} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return null;
  }
}

const mountsIn = (folder: string): string[] =>
  readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    .filter((path) => path.startsWith(`${folder}/`));
