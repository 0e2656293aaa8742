// A disk small enough to be filled: a tmpfs, which only root may mount.
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

export interface SmallDisk {
  fill(): void;
  free(): void;
  unmount(): void;
}

/** A new cluster with the portal takes about 120 MB; the rest is free between two fillings. */
const MEGABYTES = 512;
/** The default WAL of 1 GB would fill the disk by itself. */
export const SMALL_DISK_SETTINGS = { max_wal_size: "96MB", min_wal_size: "32MB" };

/** Mounts a small disk; returns null on another system, or without root. */
export function mountSmallDisk(folder: string): SmallDisk | null {
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${MEGABYTES}m,mode=0711`, "tmpfs", folder]);
  if (mounted.status !== 0) return null;
  const filler = join(folder, "filler");
  return {
    fill() {
      const file = openSync(filler, "a");
      try {
        for (const bytes of [1024 * 1024, 4096]) writeUntilFull(file, Buffer.alloc(bytes, 1));
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    unmount() {
      // Unmounted lazily: a process killed a moment ago may still use it.
      const done = spawnSync("umount", ["-l", folder], { encoding: "utf8" });
      if (done.status !== 0) throw new Error(`the small disk could not be unmounted: ${done.stderr}`);
    },
  };
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  }
}
