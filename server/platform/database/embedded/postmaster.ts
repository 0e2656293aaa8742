import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { cleanEnvironment } from "./cluster.ts";
import { readPidFile, stopOrphan } from "./orphan.ts";
import { startWatchdog } from "./watchdog.ts";

/** Polls the pid file, like pg_ctl, which needs no connection or password. */
const POLL_MS = 10;
/** Crash recovery takes as long as the machine needs: the live process is waited for, with a report this often. */
const SAID_EVERY_MS = 120_000;
/** Number of starts that may fail because of another's port, or of resources that a killed server has not yet returned. */
const MOST_STARTS = 600;
/** Smart lets connections end, fast cuts them and checkpoints, immediate leaves recovery to the next start. */
const STOP_STEPS = [
  { signal: "SIGTERM", limitMs: 500, silent: true },
  { signal: "SIGINT", limitMs: 30_000, silent: false },
  { signal: "SIGQUIT", limitMs: 5_000, silent: false },
  { signal: "SIGKILL", limitMs: 5_000, silent: false },
] as const;
const KEPT_LINES = 40;

export interface PostmasterOptions {
  readonly binaries: Binaries;
  readonly account: Account | null;
  readonly folder: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  /** Removed by the watchdog if this process is killed. */
  readonly removeOnDeath: readonly string[];
  readonly log: (message: string) => void;
}

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly recovered: boolean;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Removes leftovers of a killed run and starts the server. Throws Error with the server's last lines. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const recovered = await stopOrphan(options.folder, options.log);
  for (let starts = 1; ; starts += 1) {
    const attempt = await tryStart(options);
    if ("pid" in attempt) return { ...attempt, recovered };
    const portTaken = options.port === 0 && /could not bind|Address already in use/.test(attempt.output);
    // The children of a killed postmaster keep its shared memory for a moment.
    const remains = /pre-existing shared memory block|still in use/.test(attempt.output) && !portTaken;
    if (!(portTaken || remains) || starts >= MOST_STARTS) throw new Error(explain(options.port, attempt.output));
    await wait(remains ? 200 : 0);
  }
}

function explain(port: number, output: string): string {
  if (/could not bind|Address already in use/.test(output)) {
    return `Port ${port} of 127.0.0.1 is taken, so PostgreSQL cannot listen there. Stop what uses it.\n${output}`;
  }
  return `PostgreSQL did not start. Its last words:\n${output}`;
}

type Attempt = Omit<Postmaster, "recovered"> | { readonly output: string };

async function tryStart(options: PostmasterOptions): Promise<Attempt> {
  const { binaries, account, folder, log } = options;
  const port = options.port || (await freePort());
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    timezone: "UTC",
    log_min_messages: "log", // ERROR is left out, because a refused row is the caller's fault, and its text may hold personal data.
    ...options.settings,
  };
  const flags = [
    "-D",
    folder,
    "-p",
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  const child = spawn(binaries.postgres, flags, {
    cwd: "/",
    env: cleanEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
    detached: true, // A separate process group: Ctrl-C reaches only this process, which stops the server last.
    ...(account && { uid: account.uid, gid: account.gid }),
  });
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", (error) => {
      lines.push(error.message);
      resolve();
    });
  });
  const lines = keepLines(child, log);
  const over = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  let sayAt = performance.now() + SAID_EVERY_MS;
  while (!over()) {
    if (performance.now() > sayAt) {
      log("PostgreSQL is still starting.");
      sayAt += SAID_EVERY_MS;
    }
    const state = readPidFile(folder);
    if (state && state.pid === child.pid && state.status === "ready") {
      const watchdog = startWatchdog(folder, state.pid, options.removeOnDeath);
      child.unref();
      const stop = async () => {
        await stopPostmaster(child, ended, options);
        watchdog.dismiss();
      };
      void ended.then(() => watchdog.dismiss());
      return { pid: state.pid, port, ended, stop };
    }
    await wait(POLL_MS);
  }
  await ended;
  return { output: lines.join("\n") };
}

/** Keeps the last lines for an error message; forwards those an operator should see. */
function keepLines(child: ChildProcess, log: (message: string) => void): string[] {
  const kept: string[] = [];
  if (!child.stderr) return kept;
  createInterface({ input: child.stderr }).on("line", (line) => {
    kept.push(line);
    if (kept.length > KEPT_LINES) kept.shift();
    if (/ (FATAL|PANIC): |not properly shut down|was terminated by signal/.test(line)) log(line);
  });
  if ("unref" in child.stderr && typeof child.stderr.unref === "function") child.stderr.unref();
  return kept;
}

async function stopPostmaster(child: ChildProcess, ended: Promise<void>, options: PostmasterOptions): Promise<void> {
  child.ref();
  // `ended` resolves at the end of the child's output, so the process waits for that output even when it has nothing else to do.
  if (child.stderr && "ref" in child.stderr && typeof child.stderr.ref === "function") child.stderr.ref();
  if (process.platform === "win32") {
    spawnSync(options.binaries.pgCtl, ["stop", "-D", options.folder, "-m", "fast"]); // Windows has no SIGINT for another process.
    return ended;
  }
  for (const { signal, limitMs, silent } of STOP_STEPS) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    child.kill(signal);
    if (await Promise.race([ended.then(() => true), wait(limitMs, false, { ref: false })])) return;
    if (!silent) options.log(`PostgreSQL did not stop within ${limitMs / 1000} s of ${signal}`);
  }
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("the system gave no TCP port");
  return address.port;
}
