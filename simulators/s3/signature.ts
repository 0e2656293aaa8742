// Checks a call's signature as S3 does (AWS Signature Version 4): from the call as it arrived, with our own arithmetic.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** S3 refuses calls whose time is further from its own. */
const SKEW_MS = 15 * 60_000;

export interface Login {
  accessKey: string;
  secretKey: string;
  region: string;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** Returns the code with which the call is refused; null when it is signed. */
export function signatureFault(
  request: IncomingMessage,
  body: Buffer,
  { accessKey, secretKey, region, now }: Login & { now: Date },
): string | null {
  const given = AUTHORIZATION.exec(String(request.headers.authorization ?? ""));
  if (given === null) return "AccessDenied";
  const [, key, day = "", scope = "", names = "", signature = ""] = given;
  if (key !== accessKey) return "InvalidAccessKeyId";
  if (scope !== region) return "AuthorizationHeaderMalformed";
  const time = header(request, "x-amz-date");
  if (!time.startsWith(day) || Math.abs(timeOf(time) - now.getTime()) > SKEW_MS) return "RequestTimeTooSkewed";
  if (header(request, "x-amz-content-sha256") !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const signed = names.split(";");
  const must = ["host", ...Object.keys(request.headers).filter((name) => name.startsWith("x-amz-"))];
  if (must.some((name) => !signed.includes(name))) return "AccessDenied";
  const canonical = canonicalCall(request, signed);
  const toSign = ["AWS4-HMAC-SHA256", time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join("\n");
  const signingKey = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(hmac, `AWS4${secretKey}`);
  return timingSafeEqual(hmac(signingKey, toSign), Buffer.from(signature, "hex")) ? null : "SignatureDoesNotMatch";
}

function canonicalCall(request: IncomingMessage, signed: readonly string[]): string {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const query = [...searchParams].map((pair) => pair.map(encoded).join("=")).sort();
  const headers = signed.map((name) => `${name}:${header(request, name).trim().replaceAll(/\s+/g, " ")}\n`);
  const path = pathname.split("/").map((part) => encoded(decodeURIComponent(part)));
  return [
    request.method,
    path.join("/"),
    query.join("&"),
    headers.join(""),
    signed.join(";"),
    header(request, "x-amz-content-sha256"),
  ].join("\n");
}

const header = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? "");
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const sha256 = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: Buffer | string, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const timeOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
