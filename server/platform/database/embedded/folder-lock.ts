// One process per folder; the lock of a killed process is recognised and taken over.
import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { isAlive, processIdentity } from "./process-identity.ts";

const owner = z.object({ pid: z.number().int().positive(), identity: z.string().nullable(), nonce: z.string() });
type Owner = z.infer<typeof owner>;

export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";
  readonly pid: number;
  constructor(folder: string, pid: number) {
    super(
      `${folder} is already in use by process ${pid}. Stop that process first, or choose another folder with PORTAL_DATA_DIR.`,
    );
    this.pid = pid;
  }
}

export interface FolderLock {
  readonly stale: boolean;
  release(): void;
}

/** Locks a folder. Throws FolderInUseError when a living process, this one included, has it. */
export function lockFolder(folder: string): FolderLock {
  const file = join(folder, "lock");
  const mine: Owner = {
    pid: process.pid,
    identity: processIdentity(process.pid),
    nonce: randomBytes(8).toString("hex"),
  };
  const draft = `${file}.${mine.nonce}`;
  writeFileSync(draft, `${JSON.stringify(mine)}\n`, { mode: 0o600 });
  let stale = false;
  try {
    // link() fails if the name exists and publishes a complete file, so no lock is half written.
    while (!tryLink(draft, file)) {
      const other = readOwner(file);
      if (other === "gone") continue;
      if (other && lives(other)) throw new FolderInUseError(folder, other.pid);
      stale = true;
      setAside(file, other);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    stale,
    release() {
      const now = readOwner(file);
      if (now && now !== "gone" && now.nonce === mine.nonce) rmSync(file, { force: true });
    },
  };
}

function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Reads the owner; null for an unreadable lock (a disk that lost its last writes), which counts as stale. */
function readOwner(file: string): Owner | "gone" | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "gone";
    throw error;
  }
  try {
    return owner.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function lives(other: Owner): boolean {
  if (!isAlive(other.pid)) return false;
  return other.identity === null || other.identity === processIdentity(other.pid);
}

/** Moves a stale lock away; restores it if another start replaced it meanwhile. */
function setAside(file: string, seen: Owner | null): void {
  const aside = `${file}.stale-${randomBytes(4).toString("hex")}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
    throw error;
  }
  const moved = readOwner(aside);
  if (moved && moved !== "gone" && moved.nonce !== seen?.nonce) tryLink(aside, file);
  rmSync(aside, { force: true });
}
