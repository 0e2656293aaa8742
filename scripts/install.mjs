// Makes node_modules match the lock file. It uses built-in modules only, because it runs before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { cache, exitCodeOf, forwardSignals, makeFolder, modules, root, Stop } from "./run-support.mjs";

const stampFile = join(modules, ".access-portal-stamp");

/** A last resort that must be asked for: npm chooses versions itself where `npm ci` fails. */
const UNPINNED = "PORTAL_INSTALL_UNPINNED";

process.report.excludeNetwork = true; // Skips reverse DNS, which takes seconds.
const libc = process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";

/** Installs if needed. Throws Stop with npm's message and a way out. */
export async function installIfNeeded(env) {
  const stamp = stampOfThisTree();
  if (env[UNPINNED] === "yes" && readIfThere(stampFile) === unpinned(stamp)) return warnOfUnpinned();
  if (readIfThere(stampFile) === stamp) return;
  if (alreadyInstalled()) return writeStamp(stamp);
  const release = await lockInstall();
  try {
    if (readIfThere(stampFile) === stamp) return; // Another command has installed everything in the meantime.
    rmSync(stampFile, { force: true });
    writeStamp((await install(env)) ? stamp : unpinned(stamp));
  } finally {
    release();
  }
}

/** Returns a different stamp, so that the next command without the variable follows the lock file. */
const unpinned = (stamp) => `${stamp} unpinned`;

/** Returns a stamp of the files that decide node_modules; editing a script in package.json does not reinstall. */
function stampOfThisTree() {
  const { dependencies, devDependencies, optionalDependencies, overrides } = readJson(join(root, "package.json"));
  const lockfile = readIfThere(join(root, "package-lock.json")) ?? "";
  return createHash("sha256")
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides]))
    .update(lockfile)
    .update(`${process.platform} ${process.arch}`)
    .digest("hex");
}

/** Tells whether a manual install is complete: npm's own record has every package of the lock file that fits this machine. */
function alreadyInstalled() {
  const wanted = readJson(join(root, "package-lock.json"))?.packages;
  const present = readJson(join(modules, ".package-lock.json"))?.packages;
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, pkg]) => {
    if (path === "" || !fitsThisMachine(pkg)) return true;
    if (present[path]) return present[path].version === pkg.version && existsSync(join(root, path, "package.json"));
    return pkg.optional === true && !pkg.os; // Left out by choice, or only for another platform.
  });
}

function fitsThisMachine({ os, cpu, libc: libcs }) {
  return fits(os, process.platform) && fits(cpu, process.arch) && fits(libcs, libc);
}

/** Tells by npm's rule whether this machine fits: unspecified, named, or only others excluded ("!win32"). Some packages write a string. */
function fits(names, mine) {
  if (!names) return true;
  const list = [names].flat();
  return !list.includes(`!${mine}`) && (list.includes(mine) || list.every((name) => name.startsWith("!")));
}

async function install(env) {
  console.log("Installing packages (once, about a minute) …");
  const npm = findNpm();
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--include=dev", "--include=optional"];
  const pinned = await run(npm, ["ci", ...flags], env);
  if (pinned.code === 0) return true;
  if (env[UNPINNED] !== "yes") throw new Stop(`${pinned.output.trim()}\n\n${WHY_NOT}`);
  warnOfUnpinned();
  const chosen = await run(npm, ["install", "--no-save", ...flags], env);
  if (chosen.code === 0) return false;
  throw new Stop(`${chosen.output.trim()}\n\n${WHY_NOT}`);
}

const WHY_NOT =
  "The packages could not be installed. Above is what npm says; usual causes:\n" +
  "- no way to the package registry: check the network, a proxy (npm config get proxy) and npm config get registry\n" +
  '- a registry that lacks a package of the lock file (404, ETARGET, "Missing: … from lock file"): use one that has it\n' +
  `- no room or no right to write: about 1.5 GB is needed in ${root}\n` +
  "Then run the same command again; it goes on from here.\n" +
  `As a last resort ${UNPINNED}=yes in the environment lets npm choose other versions. Nobody has tested or checked those: never where doors depend on it.`;

function warnOfUnpinned() {
  console.warn(
    `\n!!! ${UNPINNED}=yes: the packages are NOT those of package-lock.json. npm chose versions that nobody tested and whose\n` +
      "!!! content nothing compares with a known checksum. Do not run doors or gates with this installation.\n",
  );
}

function findNpm() {
  const besideNode = dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath, // Set when npm runs this script; it may name another package manager.
    join(besideNode, "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
    join(besideNode, "node_modules", "npm", "bin", "npm-cli.js"),
    "/usr/share/nodejs/npm/bin/npm-cli.js",
  ];
  const found = candidates.find((path) => path && basename(path) === "npm-cli.js" && existsSync(path));
  if (found) return [process.execPath, found];
  if (process.platform !== "win32" && spawnSync("npm", ["--version"]).status === 0) return ["npm"];
  throw new Stop("npm was not found beside Node. Install npm, or start with: npm run demo");
}

/** Runs a command silently; its output is kept for the error message. */
function run([program, ...before], args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...before, ...args, "--loglevel=error"], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const stopForwarding = forwardSignals(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.once("error", (error) => resolve({ code: 1, output: `${output}\n${error.message}` }));
    child.once("close", (code, signal) => {
      stopForwarding();
      if (signal)
        reject(
          new Stop(
            `Installing was stopped (${signal}). Run the same command again to go on.`,
            exitCodeOf(code, signal),
          ),
        );
      else resolve({ code, output });
    });
  });
}

function writeStamp(stamp) {
  try {
    writeFileSync(stampFile, stamp);
  } catch (error) {
    if (error.code !== "EACCES" && error.code !== "EROFS") throw error; // A read-only install is checked again next time.
  }
}

async function lockInstall() {
  makeFolder(cache);
  const file = join(cache, "install.lock");
  for (let shown = false; ; ) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw new Stop(`Cannot write ${file} (${error.code}). Run as the owner of ${root}.`);
    }
    const pid = Number(readIfThere(file));
    if (pid && (pid === process.pid || !isAlive(pid))) {
      rmSync(file, { force: true });
      continue;
    }
    if (!shown)
      console.log(
        `Another command (process ${pid || "unknown"}) is installing packages; waiting. If that is wrong, remove ${file}.`,
      );
    shown = true;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Returns the text of a file; null without one. Another command may remove it at any time. */
function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return null;
  }
}

function readJson(file) {
  const text = readIfThere(file);
  try {
    return text === null ? null : JSON.parse(text);
  } catch (error) {
    throw new Stop(
      `${file} is not valid JSON (${error.message}). Restore it with git checkout, then run the same command again.`,
    );
  }
}
