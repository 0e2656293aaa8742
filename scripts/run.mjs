// The entry of every npm command. Plain JavaScript for Node 20, since nothing is installed yet.
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { installIfNeeded } from "./install.mjs";
import { nodeEnvironment, SERVER_FLAGS } from "./node-options.mjs";
import { cache, exitCodeOf, forwardSignals, makeFolder, modules, root, Stop } from "./run-support.mjs";

const NEEDED_MAJOR = 24; // Runs TypeScript directly.
const OLDEST_MAJOR = 20; // Runs this file and npm 10.

/** Command → its file, and leading arguments. */
const COMMANDS = {
  demo: ["demo.ts"],
  start: ["start.ts"],
  test: ["test.ts"],
  "test:slow": ["test-slow.ts"],
  check: ["test.ts", "check"],
  unit: ["test.ts", "unit"],
  integration: ["test.ts", "integration"],
  e2e: ["test.ts", "e2e"],
  dev: ["dev.ts"],
  simulators: ["simulators.ts"],
  "field-kit": ["field-kit.ts"],
  bench: ["../bench/main.ts"],
  "bench:devices": ["../bench/devices.ts"],
  "bench:seed": ["../bench/seed.ts"],
  "bench:soak": ["../bench/soak.ts"],
  edits: ["../tests/chaos/edits/main.ts"],
  events: ["../tests/chaos/events/main.ts"],
  openings: ["../tests/chaos/openings/main.ts"],
  pushes: ["../tests/chaos/pushes/main.ts"],
  "near-misses": ["../tests/chaos/near-misses/main.ts"],
  bugs: ["../tests/chaos/bugs/main.ts"],
  explain: ["../tests/chaos/passages/main.ts"],
  schedules: ["../tests/chaos/schedules/main.ts"],
  previews: ["../tests/chaos/previews/main.ts"],
  faults: ["../tests/chaos/trials/main.ts"],
  drill: ["../tests/chaos/drill/main.ts"],
  upgrade: ["../tests/chaos/upgrade/main.ts"],
  rest: ["rest.ts"],
  types: ["types.ts"],
  docs: ["docs.ts"],
  release: ["release.ts"],
  "release:trial": ["release-trial.ts"],
  "fuzz:tenants": ["../tests/fuzz/main.ts", "tenants"],
  "fuzz:rest": ["../tests/fuzz/main.ts", "rest"],
  "fuzz:devices": ["../tests/fuzz/main.ts", "devices"],
  "fuzz:secrets": ["../tests/fuzz/main.ts", "secrets"],
  "fuzz:typed": ["../tests/fuzz/main.ts", "typed"],
  screenshots: ["screenshots.ts"],
  lighthouse: ["lighthouse.ts"],
  admin: ["admin.ts"],
  backup: ["backup.ts"],
  restore: ["restore.ts"],
};

/** Long-running commands and the one that measures them; others may use memory freely. */
const SERVING = new Set(["demo", "start", "simulators", "rest", "bench:devices"]);

async function main([command = "", ...rest]) {
  if (Number(process.versions.node.split(".")[0]) < OLDEST_MAJOR) {
    throw new Stop(
      `Node ${process.versions.node} is too old: version ${OLDEST_MAJOR} or later is needed to start.\n` +
        "Install a current Node (https://nodejs.org), then run the same command again.",
    );
  }
  if (!Object.hasOwn(COMMANDS, command)) {
    throw new Stop(`There is no command "${command}". Commands: ${Object.keys(COMMANDS).join(", ")}.`);
  }
  const [file, ...before] = COMMANDS[command];
  const env = usableEnvironment();
  await installIfNeeded(env);
  const flags = SERVING.has(command) ? SERVER_FLAGS : [];
  return handOver(findNode(), [...flags, join(root, "scripts", file), ...before, ...rest], env);
}

/**
 * Returns an environment with a writable home, which npm and browsers need, and which bare environments and accounts such as nobody lack.
 */
function usableEnvironment() {
  const env = { ...process.env };
  if (canWrite(env.HOME || homeOfAccount())) return env;
  env.HOME = join(cache, "home");
  env.npm_config_cache = join(cache, "npm");
  for (const folder of [env.HOME, env.npm_config_cache]) makeFolder(folder);
  return env;
}

function homeOfAccount() {
  try {
    return homedir();
  } catch {
    return ""; // A numeric user without an account, as in some containers.
  }
}

function canWrite(folder) {
  if (!folder) return false;
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findNode() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const brought = join(
    modules,
    `node-${platform}-${process.arch}`,
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  if (existsSync(brought) && majorOf(brought) >= NEEDED_MAJOR) return brought;
  if (Number(process.versions.node.split(".")[0]) >= NEEDED_MAJOR) return process.execPath;
  throw new Stop(
    `Node ${NEEDED_MAJOR} is needed. npm has none that runs on ${process.platform} ${process.arch}, and this is Node ${process.versions.node}.\n` +
      `Install Node ${NEEDED_MAJOR} or later (https://nodejs.org), then run the same command again.`,
  );
}

function majorOf(node) {
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return Number(/^v(\d+)\./.exec(stdout ?? "")?.[1] ?? 0);
}

/** Starts the command as a child, which sees the end of this process as a closed channel and stops. */
function handOver(node, args, env) {
  const path = [dirname(node), join(modules, ".bin"), env.PATH].filter(Boolean).join(delimiter);
  const child = spawn(node, args, {
    cwd: root,
    env: nodeEnvironment({ ...env, PATH: path }),
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  forwardSignals(child);
  stopWithNpm(child);
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new Stop(`${node} could not be started: ${error.message}`)));
    child.once("exit", (code, signal) => resolve(exitCodeOf(code, signal)));
  });
}

/**
 * Stops the child with npm. An npm killed with -9 notifies nobody, but its child gets another parent. A closed terminal is no reason to
 * stop.
 */
function stopWithNpm(child) {
  const ours = process.env.npm_lifecycle_event ? childOfNpm() : null;
  if (ours === null) return;
  setInterval(() => {
    if (parentOf(ours.pid)?.pid !== ours.parent) child.kill("SIGTERM");
  }, 1000).unref();
}

function childOfNpm() {
  for (let pid = process.pid, depth = 0; depth < 3; depth++) {
    const parent = parentOf(pid);
    if (parent === null) return null;
    if (/^npm |[\\/ ]npm(-cli\.js)?\b/.test(parent.command)) return { pid, parent: parent.pid };
    pid = parent.pid;
  }
  return null;
}

/** Returns the parent and its command line; null where unknown (Windows, or the process has ended). */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    return { pid: parent, command: readFileSync(`/proc/${parent}/cmdline`, "utf8").replaceAll("\0", " ") };
  } catch {
    if (process.platform === "linux" || process.platform === "win32") return null;
  }
  const ps = (...args) => spawnSync("ps", args, { encoding: "utf8" }).stdout.trim();
  const parent = Number(ps("-o", "ppid=", "-p", String(pid)));
  return parent > 0 ? { pid: parent, command: ps("-o", "command=", "-p", String(parent)) } : null;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = error.exitCode;
}
