// An S3 storage on 127.0.0.1 with one bucket: signatures, parts, ranges, lists, and the faults of a real one.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Login, signatureFault } from "./signature.ts";
import { createStorage, type Storage, type StoredObject } from "./storage.ts";

/**
 * A fault of one call. `cut`: bytes of the answer's body after which the connection breaks; 0 breaks it unanswered. `answer`: answers in the
 * storage's place.
 */
export type S3Fault =
  | { status: number; code: string }
  | { cut: number }
  | { after: "unanswered" }
  | { answer: (response: ServerResponse) => void };

export interface S3Simulator extends AsyncDisposable {
  readonly url: string;
  readonly storage: Storage;
  /** Method, path and names of the query of each call. */
  readonly calls: string[];
  /** Decides about each call as it arrives; null: no fault. `after: "unanswered"` does what is asked and breaks the connection. */
  fault: (call: string) => S3Fault | null;
  now: () => Date;
  login: Login;
}

export const S3_BUCKET = "portal-backups";
/** Small, so that a list of few files has several pages. */
const PAGE = 5;
const STATUS: Record<string, number> = {
  NoSuchKey: 404,
  NoSuchBucket: 404,
  NoSuchUpload: 404,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  EntityTooSmall: 400,
  AuthorizationHeaderMalformed: 400,
  XAmzContentSHA256Mismatch: 400,
  PreconditionFailed: 412,
  InvalidRange: 416,
};

/** Starts a storage at a free port. It ends with `await using`. */
export async function startS3(): Promise<S3Simulator> {
  const simulator: Omit<S3Simulator, "url" | typeof Symbol.asyncDispose> = {
    storage: createStorage(() => simulator.now()),
    calls: [],
    fault: () => null,
    now: () => new Date(),
    login: { accessKey: "portal", secretKey: "secret-key-of-the-simulator", region: "us-east-1" },
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const refuse = (response: ServerResponse, code: string, status?: number) =>
    answerRefusal(response, simulator.login.accessKey, code, status);

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const call = [request.method, decodeURIComponent(pathname), ...searchParams.keys()].join(" ");
    simulator.calls.push(call);
    const body = Buffer.concat(pieces);
    const fault = simulator.fault(call);
    if (fault !== null && "status" in fault) return refuse(response, fault.code, fault.status);
    if (fault !== null && "answer" in fault) return fault.answer(response);
    if (fault !== null && "cut" in fault && fault.cut === 0) return void request.socket.destroy();
    const refused = signatureFault(request, body, { ...simulator.login, now: simulator.now() });
    if (refused !== null) return refuse(response, refused);
    const [, bucket, ...parts] = decodeURIComponent(pathname).split("/");
    if (bucket !== S3_BUCKET) return refuse(response, "NoSuchBucket");
    const answer = answerOf(simulator.storage, {
      method: request.method ?? "",
      key: parts.join("/"),
      searchParams,
      body,
      request,
    });
    if (fault !== null && "after" in fault) return void request.socket.destroy();
    if (typeof answer === "string") return refuse(response, answer);
    const { status = 200, headers = {}, content = Buffer.alloc(0) } = answer;
    response.writeHead(status, { "content-length": content.length, ...headers });
    if (fault !== null && "cut" in fault) {
      response.write(content.subarray(0, fault.cut), () => request.socket.destroy());
      return;
    }
    response.end(content);
  }

  const address = server.address() as AddressInfo;
  return Object.assign(simulator, {
    url: `http://127.0.0.1:${address.port}/${S3_BUCKET}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

interface Asked {
  method: string;
  key: string;
  searchParams: URLSearchParams;
  body: Buffer;
  request: IncomingMessage;
}
interface Answer {
  status?: number;
  headers?: Record<string, string>;
  content?: Buffer;
}

/** Returns the answer, or the code of a refusal. */
function answerOf(storage: Storage, { method, key, searchParams, body, request }: Asked): Answer | string {
  const uploadId = searchParams.get("uploadId") ?? "";
  if (key === "") return searchParams.has("uploads") ? listUploads(storage, searchParams) : list(storage, searchParams);
  if (method === "POST" && searchParams.has("uploads")) {
    return xml(
      `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${storage.begin(key)}</UploadId></InitiateMultipartUploadResult>`,
    );
  }
  if (method === "PUT" && uploadId !== "") {
    return stored(storage.putPart(uploadId, Number(searchParams.get("partNumber")), body));
  }
  if (method === "POST") {
    const given = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
    const done = storage.complete(
      uploadId,
      given.map(([, number, etag = ""]) => [Number(number), etag] as const),
    );
    return typeof done === "string"
      ? done
      : xml(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
  }
  if (method === "DELETE" && uploadId !== "")
    return storage.uploads.delete(uploadId) ? { status: 204 } : "NoSuchUpload";
  if (method === "DELETE") {
    storage.objects.delete(key);
    return { status: 204 };
  }
  if (method === "PUT") return stored(storage.put(key, body));
  return get(storage.objects.get(key), request);
}

const stored = (object: StoredObject | string): Answer | string =>
  typeof object === "string" ? object : { headers: { etag: object.etag } };

function get(object: StoredObject | undefined, request: IncomingMessage): Answer | string {
  if (object === undefined) return "NoSuchKey";
  const { content, etag } = object;
  const match = request.headers["if-match"];
  if (match !== undefined && match !== etag) return "PreconditionFailed";
  const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? "");
  if (range === null) return { headers: { etag }, content };
  const from = Number(range[1]);
  if (from >= content.length) return "InvalidRange";
  const where = `bytes ${from}-${content.length - 1}/${content.length}`;
  return { status: 206, headers: { etag, "content-range": where }, content: content.subarray(from) };
}

function list({ objects }: Storage, asked: URLSearchParams): Answer {
  const after = asked.get("continuation-token") ?? "";
  const prefix = asked.get("prefix") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, PAGE);
  const more = keys.length > page.length;
  const contents = page.map((key) => {
    const object = objects.get(key);
    return `<Contents><Key>${key}</Key><LastModified>${object?.at.toISOString()}</LastModified><ETag>${object?.etag.replaceAll('"', "&quot;")}</ETag><Size>${object?.content.length}</Size></Contents>`;
  });
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  return xml(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`);
}

function listUploads({ uploads }: Storage, asked: URLSearchParams): Answer {
  const prefix = asked.get("prefix") ?? "";
  const found = [...uploads]
    .filter(([, { key }]) => key.startsWith(prefix))
    .map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`);
  return xml(`<ListMultipartUploadsResult>${found.join("")}</ListMultipartUploadsResult>`);
}

const xml = (text: string) => ({
  headers: { "content-type": "application/xml" },
  content: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`),
});

/** The words of a refusal repeat the key's name, as S3's do. */
function answerRefusal(response: ServerResponse, accessKey: string, code: string, status = STATUS[code] ?? 403): void {
  response.writeHead(status, { "content-type": "application/xml", connection: "close" });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><AWSAccessKeyId>${accessKey}</AWSAccessKeyId></Error>`,
  );
}
