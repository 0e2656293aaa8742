// Creates the cluster on first use: a password, then initdb in a separate folder that is renamed when complete.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { makeOwnedFolder } from "./place.ts";

export const SUPERUSER = "postgres";

/** UTF-8 with Swedish collation (…z å ä ö), whatever locales the machine has. */
const INITDB_FLAGS = [
  `--username=${SUPERUSER}`,
  "--auth=scram-sha-256",
  "--encoding=UTF8",
  "--locale-provider=icu",
  "--icu-locale=sv-SE",
  "--locale=C",
  "--no-instructions",
];

/** Returns an environment with English messages and no PG* variables of the invoking shell. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { LC_ALL: "C", ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) };
}

export interface Cluster {
  readonly folder: string;
  readonly password: string;
}

/** Opens or creates the cluster of `place`; redoes an interrupted initdb. `durable: false` skips fsync. */
export async function openCluster(
  place: string,
  options: { binaries: Binaries; account: Account | null; durable: boolean; log: (message: string) => void },
): Promise<Cluster> {
  const folder = join(place, "data");
  const passwordFile = join(place, "password");
  for (const name of readdirSync(place)) {
    if (name.startsWith("data.new-") || name.startsWith("pwfile-"))
      rmSync(join(place, name), { recursive: true, force: true });
  }
  if (existsSync(folder) && !existsSync(join(folder, "PG_VERSION"))) {
    throw new Error(`${folder} exists but holds no database. Move it away, then start again.`);
  }
  if (!existsSync(folder)) {
    options.log(`making a new PostgreSQL cluster in ${folder}`);
    const password = readIfThere(passwordFile) ?? newPassword(passwordFile);
    await initdb(place, folder, { ...options, password });
  }
  const password = readIfThere(passwordFile);
  if (password === null) {
    throw new Error(
      `${passwordFile} is missing, so nobody can log in to the database beside it. Restore it from a back-up of the data folder.`,
    );
  }
  return { folder, password };
}

function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}

function newPassword(file: string): string {
  const password = randomBytes(24).toString("base64url");
  writeDurably(file, password);
  return password;
}

function writeDurably(file: string, text: string): void {
  const handle = openSync(file, "w", 0o600);
  writeSync(handle, `${text}\n`);
  fsyncSync(handle);
  closeSync(handle);
}

async function initdb(
  place: string,
  folder: string,
  options: { binaries: Binaries; account: Account | null; durable: boolean; password: string },
): Promise<void> {
  const { binaries, account, durable, password } = options;
  const suffix = randomBytes(4).toString("hex");
  const half = join(place, `data.new-${suffix}`);
  const passwordFile = join(place, `pwfile-${suffix}`);
  makeOwnedFolder(half, account);
  writeDurably(passwordFile, password);
  if (account) chownSync(passwordFile, account.uid, account.gid);
  try {
    const flags = [...INITDB_FLAGS, `--pwfile=${passwordFile}`, `--pgdata=${half}`, ...(durable ? [] : ["--no-sync"])];
    await run(binaries.initdb, flags, account);
    renameSync(half, folder);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(half, { recursive: true, force: true });
  }
}

function run(program: string, flags: string[], account: Account | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, flags, {
      cwd: "/",
      env: cleanEnvironment(),
      stdio: ["ignore", "ignore", "pipe"],
      ...(account && { uid: account.uid, gid: account.gid }),
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(
            `PostgreSQL could not make its data folder (initdb ended with ${code ?? signal}):\n${stderr.trim()}`,
          ),
        );
    });
  });
}
