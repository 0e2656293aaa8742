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

export interface FileOptions {
  id: string;
  createdAt: Date;
  key: string;
  records: AsyncIterable<BackupRecord>;
  /** Called when the file is written and is read back next. */
  onReading?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Returns the name under which a file is written until it is whole. */
export const draftOf = (path: string): string => `${path}.partial`;

/** Writes a back-up file atomically. Throws BackupError, file system errors and the signal's reason; then no file is left. */
export async function writeBackupFile(
  path: string,
  { id, createdAt, key, records, onReading, signal }: FileOptions,
): Promise<WrittenBackup> {
  const draft = draftOf(path);
  const file = await open(draft, "wx", OWNER_ONLY);
  try {
    const packed = pack(encode(records));
    for await (const piece of encryptStream(packed, { key, header: newHeader(key, { id, createdAt }) })) {
      signal?.throwIfAborted();
      await file.writeFile(piece);
    }
    await file.sync();
    await file.close();
    onReading?.();
    const verified = await verifyBackupFile(draft, key, signal);
    await rename(draft, path);
    return { ...verified, bytes: (await stat(path)).size };
  } catch (error) {
    await file.close().catch(() => {}); // Already closed when verification failed.
    await rm(draft, { force: true });
    throw error;
  }
}

/** Reads a back-up file to its end. Throws BackupError, file system errors and the signal's reason. */
export async function verifyBackupFile(
  path: string,
  key: string,
  signal?: AbortSignal,
): Promise<Omit<WrittenBackup, "bytes">> {
  return verifyBackup(createReadStream(path), key, signal);
}

/** Reads a back-up to its end, and closes it. Throws BackupError, the stream's errors and the signal's reason. */
export async function verifyBackup(
  stream: Readable,
  key: string,
  signal?: AbortSignal,
): Promise<Omit<WrittenBackup, "bytes">> {
  const { header, records } = await readBackup(stream, key);
  return { header, ...(await checkRecords(until(signal, records))) };
}

/** Passes on until the signal aborts, and then throws its reason. */
export async function* until<T>(signal: AbortSignal | undefined, source: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const one of source) {
    signal?.throwIfAborted();
    yield one;
  }
}

/** Reads a back-up file; yields nothing after a failure. Throws BackupError. */
export async function readBackupFile(
  path: string,
  key: string,
): Promise<{ header: BackupHeader; records: AsyncGenerator<BackupRecord> }> {
  return readBackup(createReadStream(path), key);
}

/** Does what `readBackupFile` does for bytes from elsewhere; closes their stream. */
export async function readBackup(
  stream: Readable,
  key: string,
): Promise<{ header: BackupHeader; records: AsyncGenerator<BackupRecord> }> {
  try {
    const { header, content } = await openStream(stream as AsyncIterable<Buffer>, key);
    return { header, records: closing(stream, decodeRecords(unpack(content))) };
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

/** Closes the file at the end of the records, also when the reader leaves early. */
async function* closing<T>(file: Readable, records: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* records;
  } finally {
    file.destroy();
  }
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
