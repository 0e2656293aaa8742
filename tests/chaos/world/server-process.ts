// The server as a child process on a fixed port, restarted as often as it is killed.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export interface ServerProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly running: boolean;
  /** Resolves when the server listens; throws Error with the server's last output when it ends before. */
  start(): Promise<void>;
  /** From its next start on, the server runs the code of another version of the portal; ".": this version's. */
  changeTo(folder: string): void;
  /** Plants a bug that takes effect at the server's next start. */
  plant(name: string): void;
  /** Makes the server end itself at its n-th statement from now. After an orderly stop, the next start counts the rest. */
  arm(killAtQuery: number, when: "before" | "after"): Promise<void>;
  disarm(): Promise<void>;
  /** Drops the connection instead of answering its n-th commit; 0: none. */
  loseCommit(n: number): Promise<void>;
  /** Sets the server's clock ahead of the world's (negative: behind); a new start resets it. */
  setClock(aheadMs: number): Promise<void>;
  /** kill -9; resolves when the process is gone. */
  kill(): Promise<void>;
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

type Armed = { killAtQuery: number; when: "before" | "after" };
type Order = Armed | { loseCommit: number } | { clockAheadMs: number };

export function createServerProcess(options: {
  port: number;
  dataDir: string;
  env: Record<string, string>;
}): ServerProcess {
  const env = { ...options.env, PORT: String(options.port), PORTAL_DATA_DIR: options.dataDir };
  let bug: string | null = null;
  let version = ".";
  let child: ReturnType<typeof launch> | null = null;
  let obeyed: (() => void)[] = [];
  let armed: Armed | null = null;
  const launch = () =>
    spawn(
      process.execPath,
      [
        ...(bug === null ? [] : ["--import", new URL("../bugs/plant.ts", import.meta.url).href]),
        version === "."
          ? fileURLToPath(new URL("server.ts", import.meta.url))
          : join(version, "tests/chaos/world/server.ts"),
      ],
      {
        env: {
          ...process.env,
          ...env,
          ...(bug !== null && { FAULTS_BUG: bug }),
          ...(armed !== null && { FAULTS_ARMED: JSON.stringify(armed) }),
        },
        stdio: ["pipe", "pipe", "pipe"],
      },
    );
  const alive = () => child !== null && child.exitCode === null && child.signalCode === null;
  const gone = async () => {
    if (child !== null && alive()) await once(child, "exit");
  };
  const order = async (what: Order) => {
    if (!alive()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    obeyed.push(resolve);
    child?.stdin.write(`${JSON.stringify(what)}\n`);
    await promise;
  };

  return {
    url: `http://127.0.0.1:${options.port}`,
    dataDir: options.dataDir,
    get running() {
      return alive();
    },
    async start() {
      if (alive()) return;
      const started = launch();
      child = started;
      started.stdin.on("error", () => {}); // The process may have ended already.
      await listening(started, {
        obeyed: () => obeyed.shift()?.(),
        gone: () => {
          for (const one of obeyed) one();
          obeyed = [];
        },
      });
    },
    changeTo(folder) {
      version = folder;
    },
    plant(name) {
      bug = name;
    },
    async arm(killAtQuery, when) {
      armed = { killAtQuery, when };
      await order(armed);
    },
    async disarm() {
      armed = null;
      await order({ killAtQuery: 0, when: "before" });
    },
    loseCommit: (n) => order({ loseCommit: n }),
    setClock: (clockAheadMs) => order({ clockAheadMs }),
    async kill() {
      armed = null;
      if (alive()) child?.kill("SIGKILL");
      await gone();
    },
    pause() {
      child?.kill("SIGSTOP");
    },
    resume() {
      if (alive()) child?.kill("SIGCONT");
    },
    async stop() {
      if (alive()) child?.kill("SIGCONT");
      child?.stdin.end();
      await gone();
    },
  };
}

async function listening(started: ChildProcess, on: { obeyed: () => void; gone: () => void }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let words = "";
  const keep = (text: string) => {
    words = (words + text).slice(-4_000);
  };
  started.stderr?.on("data", (chunk: Buffer) => keep(chunk.toString()));
  if (started.stdout)
    createInterface({ input: started.stdout }).on("line", (line) => {
      if (line.startsWith('{"url"')) resolve();
      else if (line === '{"obeyed":true}') on.obeyed();
      else keep(`${line}\n`);
    });
  started.once("exit", () => {
    on.gone();
    reject(new Error(`the server ended before it listened:\n${words}`));
  });
  await promise;
}

export async function freeze(server: ServerProcess, ms: number): Promise<void> {
  server.pause();
  await wait(ms);
  server.resume();
}
