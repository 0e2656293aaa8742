// `npm run test:slow`: runs a fresh clone's tests on one core shared with two busy loops. Ends the processes that it started, and itself.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { runCli } from "./lib/cli.ts";
import { root } from "./lib/paths.ts";
import { listenForStop, UserError } from "./lib/stopping.ts";

const PARTS = ["test", "check", "unit", "integration", "e2e"];
const MINUTE_MS = 60_000;
const GRACE_MS = 30_000;
/** Starts two busy loops, then becomes the command. One session holds all three, since Linux shares a core between sessions first. */
const BESIDE_LOOPS = `"$0" -e "for (;;);" > /dev/null & "$0" -e "for (;;);" > /dev/null & exec "$@"`;
const RESULT = /^\d+ passed, \d+ failed/;

interface Run {
  readonly part: string;
  readonly paths: readonly string[];
  readonly core: string;
  readonly limitMs: number;
}

/** Keeps the process on one core; throws UserError where that is impossible. */
function ownCore(): string {
  const { stdout, error } = spawnSync("taskset", ["-cp", String(process.pid)], { encoding: "utf8" });
  const core = error ? undefined : /: (\d+)/.exec(stdout)?.[1];
  if (core !== undefined) return core;
  throw new UserError(
    "taskset is missing (Linux: package util-linux). Elsewhere run this in a container of one core: docker run --cpus 1.",
  );
}

/** Starts a command and the loops with nothing of this shell's environment but the search path and the account's folder. */
function start(command: readonly string[], core: string, cwd: string): ChildProcess {
  const { PATH, HOME } = process.env;
  return spawn("taskset", ["-c", core, "sh", "-c", BESIDE_LOOPS, process.execPath, ...command], {
    cwd,
    env: { PATH, HOME },
    detached: true, // A group of its own, so that this group and nothing else can be ended.
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function endGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The whole group has already ended.
  }
}

/** Runs once; returns the last line that is a total, or null when the run was ended before one. */
async function runOnce({ part, paths, core, limitMs }: Run, stop: AbortSignal): Promise<string | null> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "access-portal-slow-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const clone = spawnSync("git", ["clone", "--quiet", root, folder], { encoding: "utf8" });
  if (clone.status !== 0) throw new UserError(`The clone failed: ${clone.stderr.trim()}`);
  const after = part === "test" ? [] : ["--", ...paths];
  const tests = start(["npm", "run", "--silent", part === "test" ? "test" : nameOf(part), ...after], core, folder);
  const ended = once(tests, "close");
  stack.defer(() => endGroup(tests, "SIGKILL"));
  const end = () => {
    endGroup(tests, "SIGTERM");
    setTimeout(() => endGroup(tests, "SIGKILL"), GRACE_MS).unref();
  };
  const limit = setTimeout(() => {
    console.log(`Ended after ${limitMs / MINUTE_MS} minutes.`);
    end();
  }, limitMs);
  stack.defer(() => clearTimeout(limit));
  stop.addEventListener("abort", end);
  let result: string | null = null;
  if (tests.stdout)
    for await (const line of createInterface({ input: tests.stdout })) {
      console.log(line);
      if (RESULT.test(line)) result = line;
    }
  await ended;
  return result;
}

const nameOf = (part: string) => (part === "check" ? part : `test:${part}`);

await runCli(
  {
    usage:
      "npm run test:slow [-- options] [path]\n\nClones the last commit into a temporary folder and runs its tests on one core that two busy loops share.",
    options: {
      times: { type: "integer", default: 1, min: 1, help: "how many runs, each of a clone of its own" },
      part: { type: "string", default: "test", help: `one of ${PARTS.join(", ")}` },
      minutes: { type: "number", default: 58, min: 1, help: "after so many a run is ended" },
    },
    words: 1,
  },
  async ({ values: { times, part, minutes }, words }) => {
    if (!PARTS.includes(part)) throw new UserError(`There is no part "${part}". Parts: ${PARTS.join(", ")}.`);
    const run = { part, paths: words, core: ownCore(), limitMs: minutes * MINUTE_MS };
    const stop = listenForStop();
    const lines: string[] = [];
    for (let n = 1; n <= times && !stop.aborted; n += 1) {
      const began = performance.now();
      const result = await runOnce(run, stop);
      const took = ((performance.now() - began) / MINUTE_MS).toFixed(1);
      lines.push(`Slow run ${n} of ${times}: ${result ?? "no result"} (${took} min)`);
      if (result === null || !/ 0 failed/.test(result)) process.exitCode = 1;
    }
    console.log(lines.join("\n"));
  },
);
