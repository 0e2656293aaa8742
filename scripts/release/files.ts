// Runs the machine's own tools for archives so that equal files give equal bytes: sorted names, one time, no owner.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, lutimes, readdir, rm, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { UserError } from "../lib/stopping.ts";

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a program and returns its output. Throws UserError with that output when the program fails or is missing. */
export async function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { status, stdout, stderr } = await tryRun(program, args, options);
  if (status !== 0) throw new UserError(`${program} ${args.slice(0, 3).join(" ")} … failed:\n${stderr || stdout}`);
  return stdout;
}

/** Runs a program and returns how it ended. Throws UserError when it is not there. */
export function tryRun(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.once("error", (cause) =>
      reject(new UserError(`${program} cannot be started (${cause.message}). docs/release.md names what is needed.`)),
    );
    child.once("close", (status) => resolve({ status, stdout, stderr }));
  });
}

/** Returns the paths below a folder, sorted: files and links, without folders. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
}

/** Sets everything below a folder to the commit's time, and to rights independent of the builder's umask. */
export async function settle(folder: string, epoch: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of [...entries].reverse()) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
    await lutimes(path, epoch, epoch);
  }
  await chmod(folder, 0o755);
  await lutimes(folder, epoch, epoch);
}

/** Makes `to` a copy of `from` by hard links, because a tree is packed several times and never changed. */
export async function linkTree(from: string, to: string): Promise<void> {
  await run("cp", ["-al", from, to]);
}

/** Packs a folder's content as a tar of root's. */
export async function packTar(folder: string, file: string, epoch: number): Promise<void> {
  await run("tar", [
    "--sort=name",
    `--mtime=@${epoch}`,
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--format=gnu",
    "-C",
    folder,
    "-cf",
    file,
    ".",
  ]);
}

/** Compresses a file in place; returns the path of the result. */
export async function gzip(file: string): Promise<string> {
  await rm(`${file}.gz`, { force: true });
  await run("gzip", ["-n", "-6", file]);
  return `${file}.gz`;
}

/** Returns the SHA-256 of a file in hexadecimal. */
export async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** Returns a size in megabytes with one decimal: `58.4 MB`. */
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
