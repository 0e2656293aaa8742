// A back-up as a file: written under another name, forced to the disk, read back to its end, and only then given its name.
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { type BackupHeader, newHeader, openStream, sealStream } from "./container.ts";
import { BackupError } from "./errors.ts";
import { type BackupEnd, type BackupRecord, decodeRecords, encodeRecord, type Manifest } from "./records.ts";
import { checkRecords } from "./verify.ts";

export interface WrittenBackup {
  header: BackupHeader;
  manifest: Manifest;
  end: BackupEnd;
  /** Size of the file. */
  bytes: number;
}

/** Light: most of the volume is a log that repeats itself, and a back-up must not starve a gate of the processor. */
const GZIP_LEVEL = 4;
const OWNER_ONLY = 0o600;

/** Seals `records` into a new file. The file is there whole or not at all. @throws BackupError, errors of the file system */
export async function writeBackupFile(
  path: string,
  { id, createdAt, key, records }: { id: string; createdAt: Date; key: string; records: AsyncIterable<BackupRecord> },
): Promise<WrittenBackup> {
  const draft = `${path}.partial`;
  const file = await open(draft, "wx", OWNER_ONLY);
  try {
    const packed = pack(encode(records));
    for await (const piece of sealStream(packed, { key, header: newHeader(key, { id, createdAt }) }))
      await file.write(piece);
    await file.sync();
    await file.close();
    const verified = await verifyBackupFile(draft, key);
    await rename(draft, path);
    return { ...verified, bytes: (await stat(path)).size };
  } catch (error) {
    await file.close().catch(() => {}); // it is closed already when reading it back failed
    await rm(draft, { force: true });
    throw error;
  }
}

/** Reads a file to its end: every chunk opens, every row is counted. @throws BackupError */
export async function verifyBackupFile(path: string, key: string): Promise<Omit<WrittenBackup, "bytes">> {
  const { header, records } = await readBackupFile(path, key);
  return { header, ...(await checkRecords(records)) };
}

/** The records of a file. What follows a failure is never handed over. @throws BackupError */
export async function readBackupFile(
  path: string,
  key: string,
): Promise<{ header: BackupHeader; records: AsyncGenerator<BackupRecord> }> {
  const { header, content } = await openStream(createReadStream(path) as AsyncIterable<Buffer>, key);
  return { header, records: decodeRecords(unpack(content)) };
}

async function* encode(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  for await (const record of records) yield encodeRecord(record);
}

function pack(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  return through(source, createGzip({ level: GZIP_LEVEL }));
}

async function* unpack(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* through(source, createGunzip());
  } catch (cause) {
    if (cause instanceof BackupError) throw cause;
    throw new BackupError("damaged", "The back-up cannot be unpacked.", { cause });
  }
}

/** Errors of the source come out as they went in, and ending early ends the source too. */
async function* through(
  source: AsyncIterable<Buffer>,
  transform: ReturnType<typeof createGzip>,
): AsyncGenerator<Buffer> {
  const input = Readable.from(source, { objectMode: false });
  input.once("error", (error) => transform.destroy(error));
  input.pipe(transform);
  try {
    for await (const piece of transform as AsyncIterable<Buffer>) yield piece;
  } finally {
    input.destroy();
    transform.destroy();
  }
}
