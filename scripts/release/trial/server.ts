// Starts an installed portal as its unit or image does, on this machine's loopback, and ends it by its id.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Slow machines build the page within this. */
const START_MS = 900_000;

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Started {
  readonly url: string;
  readonly setupUrl: string | null;
  /** Sends SIGTERM and waits. Throws Error when it does not end with 0. */
  stop(): Promise<void>;
}

/** Runs a program in a root. It gets its own /proc and /dev/shm, which end with it. `user`: name or numbers. */
export function inRoot(root: string, user: string, { command, args, env }: Program): Program {
  const mounts = 'mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/dev/shm" && exec "$@"';
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const chroot = ["/usr/sbin/chroot", `--userspec=${user}`, root, command, ...args];
  return {
    command: "unshare",
    args: ["--mount", "--propagation=private", "sh", "-c", mounts, root, "env", "-i", ...variables, ...chroot],
    env: {},
  };
}

/** Starts a server and waits until it says that it is ready. Throws Error with its last lines when it ends before. */
export async function startServer({ command, args, cwd, env }: Program): Promise<Started> {
  const child = spawn(command, args, {
    ...(cwd && { cwd }),
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const patience = setTimeout(() => reject(new Error(`not ready within ${START_MS / 1000} s`)), START_MS);
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      const [, url] = /^ready (\S+)$/.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
  }
  child.once("error", reject);
  child.once("exit", (code) => reject(new Error(`ended with ${code} before it was ready`)));
  try {
    const url = await promise;
    await settled();
    const setupUrl = lines.map((line) => /^Make the first system admin at (\S+)/.exec(line)?.[1]).find(Boolean) ?? null;
    return { url, setupUrl, stop: () => stop(child) };
  } catch (cause) {
    child.kill("SIGKILL");
    throw new Error(`The server did not start (${String(cause)}):\n${lines.slice(-20).join("\n")}`, { cause });
  } finally {
    clearTimeout(patience);
  }
}

/** The link stands on the line after "ready". */
const settled = () => new Promise((resolve) => setTimeout(resolve, 200));

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
  if (child.exitCode !== 0) throw new Error(`the server ended with ${child.exitCode ?? child.signalCode} on SIGTERM`);
}
