// The server as a child process on a fixed port, started again as often as it is killed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface ServerProcess {
  readonly running: boolean;
  /** Resolves when it listens. @throws Error with its last words when it ends before. */
  start(): Promise<void>;
  /** From its next start on it has this bug. */
  plant(name: string): void;
  /** It ends itself at its n-th statement from now on. */
  arm(killAtQuery: number, when: "before" | "after"): void;
  /** kill -9. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Stands still for so long, then goes on as if nothing had been. */
  freeze(ms: number): Promise<void>;
  /** As systemd would. */
  stop(): Promise<void>;
}

export function createServerProcess(env: Record<string, string>): ServerProcess {
  let bug: string | null = null;
  let child: ReturnType<typeof launch> | null = null;
  const launch = () =>
    spawn(
      process.execPath,
      [
        ...(bug === null ? [] : ["--import", new URL("plant.ts", import.meta.url).href]),
        fileURLToPath(new URL("server.ts", import.meta.url)),
      ],
      { env: { ...process.env, ...env, ...(bug !== null && { FAULTS_BUG: bug }) }, stdio: ["pipe", "pipe", "pipe"] },
    );
  const alive = () => child !== null && child.exitCode === null && child.signalCode === null;
  const gone = async () => {
    if (child !== null && alive()) await once(child, "exit");
  };

  return {
    get running() {
      return alive();
    },
    async start() {
      if (alive()) return;
      const started = launch();
      child = started;
      started.stdin.on("error", () => {}); // it may be gone when it is told something
      let words = "";
      started.stderr.on("data", (chunk: Buffer) => {
        words = (words + chunk.toString()).slice(-4_000);
      });
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const lines = createInterface({ input: started.stdout });
      lines.on("line", (line) => {
        if (line.startsWith('{"url"')) resolve();
        else words = `${words}${line}\n`.slice(-4_000);
      });
      started.once("exit", () => reject(new Error(`the server ended before it listened:\n${words}`)));
      await promise;
    },
    plant(name) {
      bug = name;
    },
    arm(killAtQuery, when) {
      child?.stdin.write(`${JSON.stringify({ killAtQuery, when })}\n`);
    },
    async kill() {
      if (alive()) child?.kill("SIGKILL");
      await gone();
    },
    async freeze(ms) {
      child?.kill("SIGSTOP");
      await new Promise((resolve) => setTimeout(resolve, ms));
      child?.kill("SIGCONT");
    },
    async stop() {
      if (alive()) child?.kill("SIGCONT");
      child?.stdin.end();
      await gone();
    },
  };
}
