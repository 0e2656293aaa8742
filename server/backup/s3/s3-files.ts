// Files below one prefix of a bucket: sent in parts, read back with breaks, listed and deleted.
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { type S3Call, type S3Client, unreachable } from "./s3-client.ts";
import { S3Error } from "./s3-error.ts";
import { partsOf, textOf } from "./xml.ts";

export interface S3File {
  name: string;
  bytes: number;
  at: Date;
}

export interface S3Files {
  /** Sends a file whole: nobody sees half of it. Throws S3Error, file system errors and the signal's reason. */
  send(path: string, name: string, signal?: AbortSignal): Promise<void>;
  list(signal?: AbortSignal): Promise<S3File[]>;
  /** Opens a file; resolves when the storage has begun to answer. After a break, reading continues where it broke. Throws S3Error. */
  open(name: string, signal?: AbortSignal): Promise<Readable>;
  remove(name: string, signal?: AbortSignal): Promise<void>;
}

/** Most memory that a file takes while it is sent. S3 takes parts from 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024;
/** S3 takes 10,000. */
const MOST_PARTS = 9_000;
/** Limits of a whole list, far above the files of one installation: a storage may always promise another page. */
const LIST_MOST_PAGES = 200;
const LIST_MOST_CHARACTERS = 32 * 1024 * 1024;
/** Unfinished uploads that are given up before one is sent; the next gives up others. */
const MOST_GIVEN_UP = 100;
const PARTIAL_CONTENT = 206;

/** Returns the files of a bucket whose names begin with `prefix`. */
export function s3Files(client: S3Client, prefix: string): S3Files {
  const keyOf = (name: string) => `${prefix}${name}`;
  return {
    send: (path, name, signal) => sendFile(client, { path, key: keyOf(name) }, signal),
    list: (signal) => listFiles(client, prefix, signal),
    open: async (name, signal) => {
      const call: S3Call = { method: "GET", key: keyOf(name), signal };
      const first = await client.stream(call);
      return Readable.from(contentOf(client, call, first), { objectMode: false });
    },
    remove: async (name, signal) => void (await client.text({ method: "DELETE", key: keyOf(name), signal })),
  };
}

async function sendFile(
  client: S3Client,
  { path, key }: { path: string; key: string },
  signal?: AbortSignal,
): Promise<void> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  await giveUpUploads(client, key, signal);
  const partBytes = Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS));
  const read = async (at: number): Promise<Buffer> => {
    const part = Buffer.alloc(Math.min(partBytes, size - at));
    let filled = 0;
    while (filled < part.length) {
      const { bytesRead } = await file.read(part, filled, part.length - filled, at + filled);
      if (bytesRead === 0) throw new S3Error("the file became shorter while it was sent", { trouble: "cut_short" });
      filled += bytesRead;
    }
    return part;
  };
  if (size <= partBytes) await client.text({ method: "PUT", key, body: await read(0), signal });
  else await sendParts(client, { key, size, partBytes, read, signal });
}

interface Parts {
  key: string;
  size: number;
  partBytes: number;
  read: (at: number) => Promise<Buffer>;
  signal: AbortSignal | undefined;
}

async function sendParts(client: S3Client, { key, size, partBytes, read, signal }: Parts): Promise<void> {
  const begun = await client.text({ method: "POST", key, query: { uploads: "" }, signal });
  const uploadId = textOf(begun.text, "UploadId");
  try {
    const parts: string[] = [];
    for (let at = 0; at < size; at += partBytes) {
      const number = String(parts.length + 1);
      const query = { partNumber: number, uploadId };
      const { headers } = await client.text({ method: "PUT", key, query, body: await read(at), signal });
      const etag = (headers.get("etag") ?? "").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`);
    }
    const all = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
    await complete(client, { method: "POST", key, query: { uploadId }, body: Buffer.from(all), signal });
  } catch (error) {
    // If this fails, the next attempt deletes the remaining parts.
    await client.text({ method: "DELETE", key, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

async function complete(client: S3Client, call: S3Call): Promise<void> {
  await client.text(call).catch((error: unknown) => {
    // An earlier call completed the upload, and its answer was lost. The content is read back afterwards.
    if (!(error instanceof S3Error) || error.code !== "NoSuchUpload") throw error;
  });
}

/** Deletes the parts that a server left when it ended: they cost room, and no list of files has them. */
async function giveUpUploads(client: S3Client, key: string, signal?: AbortSignal): Promise<void> {
  const ours = (await unfinishedUploads(client, key, signal)).filter((upload) => textOf(upload, "Key") === key);
  for (const upload of ours.slice(0, MOST_GIVEN_UP)) {
    await client.text({ method: "DELETE", key, query: { uploadId: textOf(upload, "UploadId") }, signal });
  }
}

/** Returns an empty list where the storage does not offer it or the key may not read it; a rule of the bucket then deletes such parts. */
async function unfinishedUploads(client: S3Client, key: string, signal?: AbortSignal): Promise<string[]> {
  try {
    const { text } = await client.text({ method: "GET", query: { uploads: "", prefix: key }, signal });
    return partsOf(text, "Upload");
  } catch (error) {
    if (error instanceof S3Error && ["NotImplemented", "AccessDenied"].includes(error.code)) return [];
    throw error;
  }
}

async function listFiles(client: S3Client, prefix: string, signal?: AbortSignal): Promise<S3File[]> {
  const found: S3File[] = [];
  let characters = 0;
  let token = "";
  for (let page = 0; page < LIST_MOST_PAGES; page += 1) {
    const query = { "list-type": "2", prefix, ...(token !== "" && { "continuation-token": token }) };
    const { text } = await client.text({ method: "GET", query, signal });
    characters += text.length;
    if (characters > LIST_MOST_CHARACTERS) break;
    for (const one of partsOf(text, "Contents")) {
      const key = textOf(one, "Key");
      // A storage may list what was not asked for.
      if (!key.startsWith(prefix)) continue;
      const name = key.slice(prefix.length);
      found.push({ name, bytes: Number(textOf(one, "Size")), at: new Date(textOf(one, "LastModified")) });
    }
    token = textOf(text, "IsTruncated") === "true" ? textOf(text, "NextContinuationToken") : "";
    if (token === "") return found;
  }
  throw new S3Error("the list of files has no end", { trouble: "unexpected" });
}

/** Yields a file's bytes. After a break it asks for the rest of the same content. */
async function* contentOf(client: S3Client, call: S3Call, first: Response): AsyncGenerator<Buffer> {
  const etag = first.headers.get("etag");
  // Without a stated length the end of the file could not be told from a break, and there might be none.
  const bytes = Number(first.headers.get("content-length") ?? Number.NaN);
  if (Number.isNaN(bytes)) throw new S3Error("the file came without its length", { trouble: "unexpected" });
  let reply = first;
  let at = 0;
  for (let breaks = 0; ; breaks += 1) {
    let cause: unknown = new Error("the answer ended early");
    try {
      for await (const piece of client.bytesOf(reply)) {
        at += piece.length;
        if (at > bytes) throw new S3Error("the file is longer than stated", { trouble: "damaged" });
        breaks = 0;
        yield Buffer.from(piece);
      }
    } catch (error) {
      call.signal?.throwIfAborted();
      if (error instanceof S3Error) throw error;
      cause = error;
    }
    if (at >= bytes) return;
    if (!(await client.pause(breaks, call.signal))) throw unreachable(call, cause);
    const headers = { range: `bytes=${at}-`, ...(etag !== null && { "if-match": etag }) };
    reply = await client.stream({ ...call, headers });
    if (reply.status !== PARTIAL_CONTENT) throw new S3Error("the storage did not read on", { trouble: "unexpected" });
  }
}
