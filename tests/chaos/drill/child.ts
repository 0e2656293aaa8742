// A process of the drill, in its own process group, so that Ctrl-C reaches it through the drill alone.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { UserError } from "#scripts/lib/stopping.ts";

export interface Account {
  uid: number;
  gid: number;
}

export interface Child {
  readonly pid: number;
  readonly running: boolean;
  signal(signal: NodeJS.Signals): void;
  ended(): Promise<void>;
}

const running = new Set<Child>();
/** Ends every process that it started, however the drill ends. */
process.once("exit", () =>
  signalAll(
    [...running].flatMap(({ pid }) => familyOf(pid)),
    "SIGKILL",
  ),
);

/** Starts a process; its output is appended to `log`. */
export function startChild(
  command: string,
  args: readonly string[],
  { log, account, env = {} }: { log: string; account?: Account; env?: Record<string, string> },
): Child {
  const out = openSync(log, "a");
  const child: ChildProcess = spawn(command, args, {
    ...account,
    cwd: "/",
    detached: true,
    stdio: ["ignore", out, out],
    env: { PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8", ...env },
  });
  closeSync(out);
  child.on("error", () => {}); // Reported by `pid` below.
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} could not be started`);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const started: Child = {
    pid,
    get running() {
      return isRunning();
    },
    signal: (signal) => {
      if (isRunning()) process.kill(pid, signal);
    },
    ended: async () => {
      if (isRunning()) await once(child, "exit");
    },
  };
  running.add(started);
  child.once("exit", () => running.delete(started));
  return started;
}

/** Returns the process and all that it has started, parents first. */
export function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const one of everyPid()) {
    const parent = parentOf(one);
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), one]);
  }
  const family = [pid];
  for (const one of family) family.push(...(children.get(one) ?? []));
  return family;
}

/** Returns the processes that work in a folder: those of a PostgreSQL, also when they have lost their parent. */
export function processesIn(folder: string): number[] {
  return everyPid().filter((pid) => workingFolderOf(pid) === folder);
}

/** Returns the processes that have a path in their command line, without this one. */
export function processesNaming(path: string): number[] {
  return everyPid().filter((pid) => pid !== process.pid && commandOf(pid).includes(path));
}

const everyPid = (): number[] =>
  readdirSync("/proc")
    .filter((one) => /^\d+$/.test(one))
    .map(Number);

function workingFolderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null; // Ended in between.
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // Ended in between.
  }
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null; // Ended in between.
  }
}

/** Sends a signal to processes that may have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
}

/** Returns the ids of an account of this machine. Throws UserError when there is none. */
export function accountOf(name: string): Account {
  const id = (flag: string) => {
    const found = spawnSync("id", [flag, name], { encoding: "utf8" });
    if (found.status !== 0) throw new UserError(`This machine has no account "${name}".`);
    return Number(found.stdout.trim());
  };
  return { uid: id("-u"), gid: id("-g") };
}
