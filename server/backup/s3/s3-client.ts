// Signed calls of one bucket (SigV4, path style). A call is made again while the storage is busy or the connection breaks.
import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { ByteCollector } from "#drivers/byte-collector.ts";
import type { Clock } from "#drivers/clock.ts";
import { S3Error, s3Refusal } from "./s3-error.ts";
import { textOf } from "./xml.ts";

export interface S3Login {
  /** Address of the bucket, without a slash at its end. */
  bucketUrl: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

export interface S3Call {
  method: "GET" | "PUT" | "POST" | "DELETE";
  /** Empty: the bucket itself. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer;
  signal?: AbortSignal | undefined;
}

export interface S3Client {
  /** Throws S3Error, and the signal's reason. */
  text(call: S3Call): Promise<{ text: string; headers: Headers }>;
  /** Does what `text` does for a body that is read as it arrives. */
  stream(call: S3Call): Promise<Response>;
  /** Passes on a body's bytes. Throws S3Error where they come too slowly. */
  bytesOf(reply: Response): AsyncGenerator<Uint8Array>;
  /** Waits before a call is made again. Returns false when it has been made often enough. */
  pause(attempt: number, signal?: AbortSignal): Promise<boolean>;
}

/** A busy storage mostly answers again within seconds. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];
/** A list of a thousand files has about half a megabyte. */
const TEXT_MAX_BYTES = 8 * 1024 * 1024;
/** An answer that comes more slowly than this after its first minutes is given up: nobody would hear of a copy that never ends. */
const SLOWEST_BYTES_A_SECOND = 8 * 1024;
const SLOW_START_SECONDS = 300;

/** Makes the client of one bucket. */
export function s3Client(login: S3Login, clock: Pick<Clock, "now" | "wait">): S3Client {
  const pause: S3Client["pause"] = async (attempt, signal) => {
    const ms = PAUSES_MS[attempt];
    if (ms === undefined) return false;
    await clock.wait(ms, signal);
    return true;
  };

  async function repeated<T>(call: S3Call, read: (reply: Response) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await read(await answered(call));
      } catch (error) {
        call.signal?.throwIfAborted();
        const failure = error instanceof S3Error ? error : unreachable(call, error);
        if (!failure.passes || !(await pause(attempt, call.signal))) throw failure;
      }
    }
  }

  async function answered(call: S3Call): Promise<Response> {
    const { method, body, signal } = call;
    const { url, headers } = await signed(login, call, clock.now());
    const reply = await fetch(url, {
      method,
      headers,
      redirect: "manual",
      ...(body && { body: new Uint8Array(body) }),
      ...(signal && { signal }),
    });
    if (reply.ok) return reply;
    throw s3Refusal(nameOf(call), reply.status, textOf(await textWithin(bytesOf(reply)), "Code"));
  }

  const bytesOf = (reply: Response) => pacedBytes(reply, clock);

  return {
    text: (call) =>
      repeated(call, async (reply) => {
        const text = await textWithin(bytesOf(reply));
        // A long call is answered with 200 at once, and may have an error behind it.
        if (text.includes("<Error>")) throw s3Refusal(nameOf(call), 500, textOf(text, "Code"));
        return { text, headers: reply.headers };
      }),
    stream: (call) => repeated(call, async (reply) => reply),
    bytesOf,
    pause,
  };
}

async function* pacedBytes(reply: Response, clock: Pick<Clock, "now">): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  // Without the time that the reader takes: a person's download may be slow.
  let waited = 0;
  let asked = clock.now().getTime();
  for await (const piece of reply.body ?? []) {
    bytes += piece.length;
    waited += (clock.now().getTime() - asked) / 1000;
    if (waited > SLOW_START_SECONDS && bytes < waited * SLOWEST_BYTES_A_SECOND)
      throw new S3Error("the answer comes too slowly", { trouble: "s3_unreachable" });
    yield piece;
    asked = clock.now().getTime();
  }
}

function signed(login: S3Login, { method, key = "", query = {}, headers = {}, body }: S3Call, now: Date) {
  const address = new URL(key === "" ? login.bucketUrl : `${login.bucketUrl}/${key}`);
  address.search = new URLSearchParams(query).toString();
  return new AwsV4Signer({
    method,
    url: address.href,
    headers: {
      ...headers,
      "x-amz-content-sha256": createHash("sha256")
        .update(body ?? "")
        .digest("hex"),
    },
    accessKeyId: login.accessKey,
    secretAccessKey: login.secretKey,
    service: "s3",
    region: login.region,
    datetime: now.toISOString().replaceAll(/[:-]|\.\d{3}/g, ""),
  }).sign();
}

const nameOf = ({ method, key = "", query = {} }: S3Call): string =>
  [method, key || "the bucket", ...Object.keys(query)].join(" ");

/** Makes the error of a call that was not answered, or whose answer broke. */
export function unreachable(call: S3Call, cause: unknown): S3Error {
  return new S3Error(`${nameOf(call)} was not answered`, { trouble: "s3_unreachable", passes: true }, { cause });
}

async function textWithin(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const text = new ByteCollector();
  for await (const piece of bytes) {
    text.push(piece);
    if (text.size > TEXT_MAX_BYTES) throw new S3Error("the answer is too long", { trouble: "unexpected" });
  }
  return text.bytes().toString("utf8");
}
