// A back-up file is written under another name, flushed, verified, then renamed.
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { type BackupHeader, encryptStream, newHeader, openStream } from "./container.ts";
import { BackupError } from "./errors.ts";
import { type BackupEnd, type BackupRecord, decodeRecords, encodeRecord, type Manifest } from "./records.ts";
import { checkRecords } from "./verify.ts";

export interface WrittenBackup {
  header: BackupHeader;
  manifest: Manifest;
  end: BackupEnd;
  bytes: number;
}

/** Low: the log compresses well, and a back-up must not take CPU from gates. */
const GZIP_LEVEL = 4;
const OWNER_ONLY = 0o600;

/** Writes a back-up file atomically. Throws BackupError and file system errors. */
export async function writeBackupFile(
  path: string,
  { id, createdAt, key, records }: { id: string; createdAt: Date; key: string; records: AsyncIterable<BackupRecord> },
): Promise<WrittenBackup> {
  const draft = `${path}.partial`;
  const file = await open(draft, "wx", OWNER_ONLY);
  try {
    const packed = pack(encode(records));
    for await (const piece of encryptStream(packed, { key, header: newHeader(key, { id, createdAt }) }))
      await file.write(piece);
    await file.sync();
    await file.close();
    const verified = await verifyBackupFile(draft, key);
    await rename(draft, path);
    return { ...verified, bytes: (await stat(path)).size };
  } catch (error) {
    await file.close().catch(() => {}); // Already closed when verification failed.
    await rm(draft, { force: true });
    throw error;
  }
}

export async function verifyBackupFile(path: string, key: string): Promise<Omit<WrittenBackup, "bytes">> {
  const { header, records } = await readBackupFile(path, key);
  return { header, ...(await checkRecords(records)) };
}

/** Reads a back-up file; yields nothing after a failure. Throws BackupError. */
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
