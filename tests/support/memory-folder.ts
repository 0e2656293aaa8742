// Keeps the files of a test run in memory where there is room. A run makes some 250 databases of 850 files each; on a disk the
// kernel takes half a second for one, in memory a twentieth of that.
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** Linux's folder in memory; other systems have none. */
const SHARED_MEMORY = "/dev/shm";
const GIB = 1024 ** 3;
/** The least free room: a run has held 0.4 GiB at once. */
const LEAST_ROOM = 2 * GIB;
/** The least free memory: the files count as used memory, which the tests need too. */
const LEAST_MEMORY = 6 * GIB;

/**
 * Points this process and those it starts to a temporary folder in memory. Without room, or where TMPDIR is chosen, it
 * changes nothing.
 * @returns what removes the folder
 */
export function useMemoryFolder(): () => void {
  if (process.env["TMPDIR"] !== undefined || !hasRoom()) return () => {};
  const folder = mkdtempSync(join(SHARED_MEMORY, "access-portal-tests-"));
  chmodSync(folder, 0o1777); // The folder is open to all, as a system's own: started by root, PostgreSQL runs under another account.
  process.env["TMPDIR"] = folder;
  return () => {
    delete process.env["TMPDIR"];
    rmSync(folder, { recursive: true, force: true });
  };
}

function hasRoom(): boolean {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize >= LEAST_ROOM && process.availableMemory() >= LEAST_MEMORY;
  } catch {
    return false; // The folder does not exist, or this account may not write in it.
  }
}
