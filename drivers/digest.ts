// HTTP Digest (RFC 7616 and 2069). Written here, because the available package ignores the offered algorithm.
import { createHash, randomBytes } from "node:crypto";
import type { AuthChallenge } from "./challenges.ts";

/** In order of preference. */
const HASHES = new Map([
  ["SHA-256", "sha256"],
  ["MD5", "md5"],
]);

export interface DigestChallenge {
  realm: string;
  nonce: string;
  /** Null: MD5, not echoed. */
  algorithm: string | null;
  /** False: the RFC 2069 form. */
  qopAuth: boolean;
  opaque: string | null;
  stale: boolean;
}

/** Returns the strongest challenge that this client can answer. */
export function chooseDigest(challenges: readonly AuthChallenge[]): DigestChallenge | null {
  const usable = challenges.filter((one) => one.scheme === "digest").flatMap((one) => readDigest(one) ?? []);
  for (const hash of HASHES.keys()) {
    const found = usable.find((one) => baseAlgorithm(one.algorithm) === hash);
    if (found) return found;
  }
  return null;
}

function readDigest({ params }: AuthChallenge): DigestChallenge | null {
  const nonce = params.get("nonce");
  const algorithm = params.get("algorithm") ?? null;
  const qop = params.get("qop");
  const offered = qop === undefined || qop.trim() === "" ? [] : qop.toLowerCase().split(/[\s,]+/);
  if (nonce === undefined || !HASHES.has(baseAlgorithm(algorithm))) return null;
  if (offered.length > 0 && !offered.includes("auth")) return null;
  // A value that would end the quotes or the header is not answered.
  const opaque = params.get("opaque") ?? null;
  const realm = params.get("realm") ?? "";
  // oxlint-disable-next-line no-control-regex
  if ([nonce, opaque ?? "", realm].some((value) => /[\u0000-\u001f\u007f]/.test(value))) return null;
  const stale = params.get("stale")?.toLowerCase() === "true";
  return { realm, nonce, algorithm, qopAuth: offered.length > 0, opaque, stale };
}

function baseAlgorithm(algorithm: string | null): string {
  return (algorithm ?? "MD5").toUpperCase().replace(/-SESS$/, "");
}

export interface DigestRequest {
  method: string;
  uri: string;
}

export interface DigestSession {
  readonly nonce: string;
  /** 1: MD5, 2: SHA-256. A weaker challenge than before may come from somebody else. */
  readonly strength: number;
  /** The challenge states that only the nonce was refused. */
  readonly stale: boolean;
  authorize(request: DigestRequest): string;
}

/** Creates the session of one nonce, whose count rises with each request. */
export function createDigestSession(
  challenge: DigestChallenge,
  account: { username: string; password: string },
  options: { cnonce?: () => string } = {},
): DigestSession {
  const hashName = HASHES.get(baseAlgorithm(challenge.algorithm)) ?? "md5";
  const hash = (text: string) => createHash(hashName).update(text, "utf8").digest("hex");
  const newCnonce = options.cnonce ?? (() => randomBytes(8).toString("hex"));
  const isSession = /-sess$/i.test(challenge.algorithm ?? "");
  const plainHa1 = hash(`${account.username}:${challenge.realm}:${account.password}`);
  // A -sess key keeps its first cnonce.
  const sessionCnonce = isSession ? newCnonce() : null;
  const ha1 = sessionCnonce === null ? plainHa1 : hash(`${plainHa1}:${challenge.nonce}:${sessionCnonce}`);
  let uses = 0;
  return {
    nonce: challenge.nonce,
    strength: hashName === "md5" ? 1 : 2,
    stale: challenge.stale,
    authorize({ method, uri }) {
      uses += 1;
      const nc = uses.toString(16).padStart(8, "0");
      const cnonce = sessionCnonce ?? newCnonce();
      const ha2 = hash(`${method}:${uri}`);
      const response = challenge.qopAuth
        ? hash(`${ha1}:${challenge.nonce}:${nc}:${cnonce}:auth:${ha2}`)
        : hash(`${ha1}:${challenge.nonce}:${ha2}`);
      const fields = [
        `username=${quoted(account.username)}`,
        `realm=${quoted(challenge.realm)}`,
        `nonce=${quoted(challenge.nonce)}`,
        `uri=${quoted(uri)}`,
        ...(challenge.algorithm === null ? [] : [`algorithm=${challenge.algorithm}`]),
        ...(challenge.qopAuth ? ["qop=auth", `nc=${nc}`] : []),
        ...(challenge.qopAuth || isSession ? [`cnonce=${quoted(cnonce)}`] : []),
        `response="${response}"`,
        ...(challenge.opaque === null ? [] : [`opaque=${quoted(challenge.opaque)}`]),
      ];
      return `Digest ${fields.join(", ")}`;
    },
  };
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
