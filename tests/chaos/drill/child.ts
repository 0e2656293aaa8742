// A process of the drill, in its own process group, so that Ctrl-C reaches it through the drill alone.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";

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
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    const parent = parentOf(Number(name));
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const family = [pid];
  for (const one of family) family.push(...(children.get(one) ?? []));
  return family;
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

/** Returns the ids of an account of this machine. */
export function accountOf(name: string): Account {
  const id = (flag: string) => Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout.trim());
  return { uid: id("-u"), gid: id("-g") };
}
