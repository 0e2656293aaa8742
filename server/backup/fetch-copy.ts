// Brings a copy from S3 into the folder of the back-ups, where a restore reads it.
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { openBackupFolder } from "./backup-folder.ts";
import type { S3Files } from "./s3/s3-files.ts";
import { draftOf } from "./write-file.ts";

const OWNER_ONLY = 0o600;

/** The file has its name only when it is whole. Throws S3Error, file system errors and the signal's reason; then no file is left. */
export async function fetchCopy(
  place: S3Files,
  { name, path }: { name: string; path: string },
  signal: AbortSignal,
): Promise<void> {
  await openBackupFolder(dirname(path));
  const draft = draftOf(path);
  try {
    await pipeline(await place.open(name, signal), createWriteStream(draft, { mode: OWNER_ONLY }), { signal });
    await using file = await open(draft, "r+");
    await file.sync();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
