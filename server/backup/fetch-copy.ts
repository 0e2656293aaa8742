// Brings a copy from S3 into the folder of the back-ups, where a restore reads it.
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openBackupFolder, requireNamed } from "./backup-folder.ts";
import { readHeader } from "./container.ts";
import { BackupError } from "./errors.ts";
import type { S3Files } from "./s3/s3-files.ts";
import { draftOf } from "./write-file.ts";

const OWNER_ONLY = 0o600;

interface Fetched {
  name: string;
  path: string;
  /** Size of the file that was copied; null: unknown. */
  bytes: number | null;
}

/**
 * The file has its name only when it is whole. Throws BackupError for another back-up, S3Error, file system errors and the signal's reason;
 * then no file is left.
 */
export async function fetchCopy(place: S3Files, { name, path, bytes }: Fetched, signal: AbortSignal): Promise<void> {
  await openBackupFolder(dirname(path));
  const draft = draftOf(path);
  try {
    const content = atMost(bytes ?? Number.POSITIVE_INFINITY, await place.open(name, signal));
    await pipeline(content, createWriteStream(draft, { mode: OWNER_ONLY }), { signal });
    await using file = await open(draft, "r+");
    await file.sync();
    const header = createReadStream(draft);
    requireNamed(name, await readHeader(header as AsyncIterable<Buffer>).finally(() => header.destroy()));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Passes on a file of that size: a storage that never ends must not fill the disk. */
async function* atMost(bytes: number, content: Readable): AsyncGenerator<Buffer> {
  let passed = 0;
  for await (const piece of content as AsyncIterable<Buffer>) {
    passed += piece.length;
    if (passed > bytes) throw new BackupError("damaged", "The copy is longer than the file that was copied.");
    yield piece;
  }
}
