// Back-up file: a readable header, then encrypted chunks. Without the key every change is detected.
// "PORTALBK" · version (1 byte) · header length (4) · header (JSON) · chunks
// chunk: length of the encrypted part (4, big endian) · encrypted part (AES-256-GCM, tag last)
// A key per file (HKDF of the back-up key and the header's salt), so a counting nonce never repeats.
// Associated data: SHA-256 of everything before the first chunk, and whether the chunk is the last (STREAM).
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";
import { BackupError } from "./errors.ts";

const MAGIC = Buffer.from("PORTALBK");
const VERSION = 1;
const TAG_BYTES = 16;
const CHUNK_BYTES = 256 * 1024;
/** A larger length means damage; nothing is allocated for it. */
const HEADER_MAX = 64 * 1024;
const ENCRYPTED_MAX = CHUNK_BYTES + TAG_BYTES;

const headerSchema = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  key_id: z.string(),
  salt: z.base64(),
  compression: z.literal("gzip"),
});
export type BackupHeader = z.infer<typeof headerSchema>;

/** Returns an id of a back-up key that does not reveal it. */
export function backupKeyId(key: string): string {
  return derive(key, Buffer.alloc(0), "key-id").toString("hex").slice(0, 8);
}

/** Makes the header of a new file, with a random salt. It names the key by its id and does not hold it. */
export function newHeader(key: string, { id, createdAt }: { id: string; createdAt: Date }): BackupHeader {
  const salt = randomBytes(32).toString("base64");
  return { id, created_at: createdAt.toISOString(), key_id: backupKeyId(key), salt, compression: "gzip" };
}

/** Encrypts a stream of chunks of any size; yields the whole file. */
export async function* encryptStream(
  source: AsyncIterable<Buffer>,
  { key, header }: { key: string; header: BackupHeader },
): AsyncGenerator<Buffer> {
  const text = Buffer.from(JSON.stringify(header));
  const head = Buffer.concat([MAGIC, Buffer.of(VERSION), uint32(text.length), text]);
  yield head;
  const encrypt = encryptor(key, header, head);
  let held: Buffer[] = [];
  let size = 0;
  for await (const piece of source) {
    held.push(piece);
    size += piece.length;
    // Holds back one byte more than a chunk, to know which chunk is the last.
    while (size > CHUNK_BYTES) {
      const all = Buffer.concat(held);
      yield encrypt(all.subarray(0, CHUNK_BYTES), false);
      held = [all.subarray(CHUNK_BYTES)];
      size = all.length - CHUNK_BYTES;
    }
  }
  yield encrypt(Buffer.concat(held), true);
}

export interface OpenedBackup {
  header: BackupHeader;
  /** The content, decrypted chunk by chunk. Throws BackupError on a changed byte or a missing end. */
  content: AsyncGenerator<Buffer>;
}

/** Reads the header; `content` yields the rest. Throws BackupError. */
export async function openStream(source: AsyncIterable<Buffer>, key: string): Promise<OpenedBackup> {
  const reader = byteReader(source);
  const { header, head } = await takeHeader(reader);
  if (header.key_id !== backupKeyId(key)) {
    throw new BackupError(
      "wrong_key",
      `The back-up was made with another back-up key (${header.key_id}, yours is ${backupKeyId(key)}). Set PORTAL_BACKUP_KEY, or put the right backup.key in the data folder.`,
    );
  }
  return { header, content: openChunks(reader, { key, header, head }) };
}

/** Reads the header alone, which needs no key and proves nothing. Throws BackupError. */
export async function readHeader(source: AsyncIterable<Buffer>): Promise<BackupHeader> {
  return (await takeHeader(byteReader(source))).header;
}

async function takeHeader(reader: ByteReader): Promise<{ header: BackupHeader; head: Buffer }> {
  const start = await reader.take(MAGIC.length + 1 + 4);
  if (start === null || !start.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new BackupError("not_a_backup", "The file is no back-up of the portal.");
  }
  if (start[MAGIC.length] !== VERSION) {
    throw new BackupError(
      "newer_format",
      "The back-up was made by a newer version of the portal. Use that version or a later one.",
    );
  }
  const length = start.readUInt32BE(MAGIC.length + 1);
  const text = length > HEADER_MAX ? null : await reader.take(length);
  const parsed = text && headerSchema.safeParse(jsonOf(text));
  if (!text || !parsed?.success) throw new BackupError("damaged", "The back-up's header is damaged.");
  return { header: parsed.data, head: Buffer.concat([start, text]) };
}

async function* openChunks(
  reader: ByteReader,
  { key, header, head }: { key: string; header: BackupHeader; head: Buffer },
): AsyncGenerator<Buffer> {
  const open = opener(key, header, head);
  let length = await reader.take(4);
  if (length === null) throw cutShort();
  while (length !== null) {
    const size: number = length.readUInt32BE(0);
    if (size < TAG_BYTES || size > ENCRYPTED_MAX) throw new BackupError("damaged", "The back-up is damaged.");
    const encrypted = await reader.take(size);
    if (encrypted === null) throw cutShort();
    length = await reader.take(4);
    yield open(encrypted, length === null);
  }
}

function encryptor(key: string, header: BackupHeader, head: Buffer) {
  const { fileKey, aad } = fileSecrets(key, header, head);
  let count = 0n;
  return (plain: Buffer, last: boolean): Buffer => {
    const cipher = createCipheriv("aes-256-gcm", fileKey, nonceOf(count++)).setAAD(aad(last));
    const encrypted = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    return Buffer.concat([uint32(encrypted.length), encrypted]);
  };
}

function opener(key: string, header: BackupHeader, head: Buffer) {
  const { fileKey, aad } = fileSecrets(key, header, head);
  let count = 0n;
  return (encrypted: Buffer, last: boolean): Buffer => {
    const number = count++;
    const body = encrypted.subarray(0, -TAG_BYTES);
    const attempt = (as: boolean) => {
      const decipher = createDecipheriv("aes-256-gcm", fileKey, nonceOf(number), { authTagLength: TAG_BYTES })
        .setAAD(aad(as))
        .setAuthTag(encrypted.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(body), decipher.final()]);
    };
    try {
      return attempt(last);
    } catch (cause) {
      if (last && opens(() => attempt(false))) throw cutShort();
      throw new BackupError("damaged", `The back-up is damaged in part ${number + 1n}.`, { cause });
    }
  };
}

function fileSecrets(key: string, header: BackupHeader, head: Buffer) {
  const digest = createHash("sha256").update(head).digest();
  return {
    fileKey: derive(key, Buffer.from(header.salt, "base64"), "file"),
    aad: (last: boolean) => Buffer.concat([digest, Buffer.of(last ? 1 : 0)]),
  };
}

function opens(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

const cutShort = () =>
  new BackupError("cut_short", "The back-up ends too early: it was not written to its end, or was cut.");

function derive(key: string, salt: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, `access-portal/backup/${info}`, 32));
}

function nonceOf(count: bigint): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(count, 4);
  return nonce;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function jsonOf(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString("utf8"));
  } catch {
    return null;
  }
}

export interface ByteReader {
  /** Takes bytes; returns null when the stream ends first. */
  take(bytes: number): Promise<Buffer | null>;
}

/** Returns a reader of exact numbers of bytes. `take` returns null at the end, also when fewer bytes are left. */
export function byteReader(source: AsyncIterable<Buffer>): ByteReader {
  const pieces = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  return {
    take: async (bytes) => {
      const parts = [held];
      let size = held.length;
      while (size < bytes) {
        const next = await pieces.next();
        if (next.done) return null;
        parts.push(next.value);
        size += next.value.length;
      }
      const all = parts.length === 1 ? held : Buffer.concat(parts);
      held = all.subarray(bytes);
      return all.subarray(0, bytes);
    },
  };
}
