// The content of a bucket: objects, and parts of uploads that are not complete.
import { createHash, randomUUID } from "node:crypto";

export interface StoredObject {
  content: Buffer;
  etag: string;
  at: Date;
}

interface Upload {
  key: string;
  parts: Map<number, StoredObject>;
}

/** S3 takes smaller parts only as the last. */
const PART_MIN_BYTES = 5 * 1024 * 1024;

export interface Storage {
  objects: Map<string, StoredObject>;
  uploads: Map<string, Upload>;
  put(key: string, content: Buffer): StoredObject;
  begin(key: string): string;
  putPart(uploadId: string, number: number, content: Buffer): StoredObject | "NoSuchUpload";
  /** `given`: number and ETag of each part, as the call lists them. */
  complete(uploadId: string, given: readonly (readonly [number, string])[]): StoredObject | string;
}

export function createStorage(now: () => Date): Storage {
  const objects: Storage["objects"] = new Map();
  const uploads: Storage["uploads"] = new Map();
  const stored = (content: Buffer): StoredObject => ({
    content,
    etag: `"${createHash("md5").update(content).digest("hex")}"`,
    at: now(),
  });
  const put = (key: string, content: Buffer) => {
    const object = stored(content);
    objects.set(key, object);
    return object;
  };
  return {
    objects,
    uploads,
    put,
    begin: (key) => {
      const id = randomUUID();
      uploads.set(id, { key, parts: new Map() });
      return id;
    },
    putPart: (uploadId, number, content) => {
      const part = stored(content);
      return uploads.get(uploadId)?.parts.set(number, part) ? part : "NoSuchUpload";
    },
    complete: (uploadId, given) => {
      const upload = uploads.get(uploadId);
      if (upload === undefined) return "NoSuchUpload";
      const parts = given.map(([number]) => upload.parts.get(number));
      if (given.some(([, etag], place) => parts[place]?.etag !== etag)) return "InvalidPart";
      if (given.some(([number], place) => place > 0 && number <= (given[place - 1]?.[0] ?? 0)))
        return "InvalidPartOrder";
      const contents = parts.map((part) => part?.content ?? Buffer.alloc(0));
      if (contents.slice(0, -1).some(({ length }) => length < PART_MIN_BYTES)) return "EntityTooSmall";
      uploads.delete(uploadId);
      return put(upload.key, Buffer.concat(contents));
    },
  };
}
