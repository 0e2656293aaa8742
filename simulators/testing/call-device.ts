import { createHash, randomBytes } from "node:crypto";
import http from "node:http";
import https from "node:https";

export interface RawReply {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** Sends one request as it is, to any certificate. */
export async function callDevice(
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal } = {},
): Promise<RawReply> {
  const secure = url.startsWith("https:");
  return await new Promise<RawReply>((resolve, reject) => {
    const options = {
      method: init.method ?? "GET",
      headers: init.headers ?? {},
      agent: false as const,
      ...(init.signal ? { signal: init.signal } : {}),
      ...(secure ? { rejectUnauthorized: false } : {}),
    };
    const request = (secure ? https : http).request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        if (!response.complete) return reject(new Error("the answer was cut off"));
        const body = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
    });
    request.on("error", reject);
    request.end(init.body);
  });
}

export interface DigestParts {
  username: string;
  password: string;
  realm: string;
  nonce: string;
  method: string;
  uri: string;
  algorithm?: "MD5" | "SHA-256";
  qop?: { nc: string; cnonce: string };
}

/** Returns the Authorization header of a challenge (RFC 7616, MD5 or SHA-256). */
export function digestHeader(parts: DigestParts): string {
  const algorithm = parts.algorithm ?? "MD5";
  const hash = (text: string): string =>
    createHash(algorithm === "MD5" ? "md5" : "sha256")
      .update(text)
      .digest("hex");
  const ha1 = hash(`${parts.username}:${parts.realm}:${parts.password}`);
  const ha2 = hash(`${parts.method}:${parts.uri}`);
  const middle = parts.qop ? `${parts.nonce}:${parts.qop.nc}:${parts.qop.cnonce}:auth` : parts.nonce;
  const fields = [
    `username="${parts.username}"`,
    `realm="${parts.realm}"`,
    `nonce="${parts.nonce}"`,
    `uri="${parts.uri}"`,
    `algorithm=${algorithm}`,
    ...(parts.qop ? [`qop=auth`, `nc=${parts.qop.nc}`, `cnonce="${parts.qop.cnonce}"`] : []),
    `response="${hash(`${ha1}:${middle}:${ha2}`)}"`,
  ];
  return `Digest ${fields.join(", ")}`;
}

export const basicHeader = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

/** Sends a request, and again with Digest after a 401. */
export async function callSignedIn(
  base: string,
  target: string,
  init: { method?: string; body?: unknown; username?: string; password?: string } = {},
): Promise<RawReply> {
  const method = init.method ?? (init.body === undefined ? "GET" : "POST");
  const username = init.username ?? "portal";
  const password = init.password ?? "S3cret-pass";
  const body = init.body === undefined ? {} : { body: JSON.stringify(init.body) };
  const challenge = await callDevice(base + target, { method, ...body });
  if (challenge.status !== 401) return challenge;
  const offered = challenge.headers["www-authenticate"] ?? "";
  const field = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(offered)?.[1] ?? "";
  const qop = { nc: "00000001", cnonce: randomBytes(4).toString("hex") };
  const authorization = offered.startsWith("Digest")
    ? digestHeader({ username, password, realm: field("realm"), nonce: field("nonce"), method, uri: target, qop })
    : basicHeader(username, password);
  return await callDevice(base + target, { method, ...body, headers: { authorization } });
}

export async function vapix(
  base: string,
  path: string,
  body: unknown,
  account: { username?: string; password?: string } = {},
): Promise<{ status: number; json: Record<string, unknown> }> {
  const reply = await callSignedIn(base, path, { ...account, body });
  const json: unknown = JSON.parse(reply.body);
  return { status: reply.status, json: typeof json === "object" && json !== null ? { ...json } : {} };
}
