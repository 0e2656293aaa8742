// Signs ES256 access tokens and verifies them without the database. Code that relies on a token checks its session in the database.

import { type KeyObject, verify as verifySignature } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { type Claims, claimsSchema, type User } from "#contract/auth.ts";
import { platformErrors } from "#contract/errors/platform.ts";
import { USER_DATA_MAX_BYTES } from "#contract/limits.ts";
import type { Clock } from "#drivers/clock.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** Tolerates clock differences between servers. */
const CLOCK_SKEW_SECONDS = 60;
/** Number of verified tokens cached, about 1 kB each; verifying takes 0.1 ms, a look-up a thousandth of that. */
const CACHE_SIZE = 4_096;
/** A token has about 1,200 characters, plus at most 5,500 of account data. */
const TOKEN_MAX_LENGTH = 8_192;

export interface Tokens {
  /** Verifies a token. Throws PortalError 401 `not_signed_in` with the reason as cause. */
  verify(token: string): Claims;
  /** Signs a token. `profile` is for clients; the server does not rely on it. */
  sign(claims: Pick<Claims, "sub" | "session_id" | "aal" | "amr">, profile?: TokenProfile): Promise<SignedToken>;
}

/** Thrown for one of the portal's own tokens that has expired: the client should refresh. */
export class TokenExpiredError extends Error {
  override name = "TokenExpiredError";
}

export type TokenProfile = Pick<User, "email" | "phone" | "app_metadata" | "user_metadata" | "is_anonymous">;

export interface SignedToken {
  token: string;
  /** Life in seconds. */
  expiresIn: number;
  /** End in seconds since 1970. */
  expiresAt: number;
}

export interface TokensOptions {
  keys: SigningKeys;
  clock: Clock;
  issuer: string;
  accessTokenSeconds: number;
}

/**
 * Creates the calls on access tokens. `verify` throws PortalError (session_ended) for a token that is forged, old or of another
 * installation.
 */
export function createTokens({ keys, clock, issuer, accessTokenSeconds }: TokensOptions): Tokens {
  const cache = createTokenCache(keys);
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  return {
    verify: (token) => {
      try {
        const known = cache.get(token);
        const claims = known ?? parseVerified(token, (kid) => keys.publicKey(kid));
        requireCurrent(claims, { issuer, now: seconds() });
        if (!known) cache.set(token, claims);
        return claims;
      } catch (cause) {
        throw new PortalError(platformErrors.session_ended(), { cause });
      }
    },
    sign: async ({ sub, session_id, aal, amr }, profile) => {
      const { kid, privateKey } = keys.current();
      const iat = seconds();
      const exp = iat + accessTokenSeconds;
      const claims: Claims = {
        sub,
        session_id,
        role: "authenticated",
        aud: "authenticated",
        aal,
        amr,
        iss: issuer,
        iat,
        exp,
      };
      const token = await new SignJWT({ ...claims, ...(profile && profileClaims(profile)) })
        .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
        .sign(privateKey);
      return { token, expiresIn: accessTokenSeconds, expiresAt: exp };
    },
  };
}

function profileClaims({ email, phone, app_metadata, user_metadata, is_anonymous }: TokenProfile): TokenProfile {
  // Account data stored before the limit must not make a token that is refused for its size.
  const fits = Buffer.byteLength(JSON.stringify(user_metadata)) <= USER_DATA_MAX_BYTES;
  return { email, phone, app_metadata, user_metadata: fits ? user_metadata : {}, is_anonymous };
}

/**
 * Parses and verifies a token. The algorithm is never the token's choice: `none`, HS256, embedded keys and `crit` are refused at the
 * header.
 */
function parseVerified(token: string, publicKey: (kid: string) => KeyObject | undefined): Claims {
  if (token.length > TOKEN_MAX_LENGTH) throw new Error("token too long");
  const header = decodeProtectedHeader(token);
  if (header.alg !== "ES256") throw new Error("not signed with ES256");
  if (header.crit !== undefined || header.b64 !== undefined) throw new Error("unknown extension");
  const key = header.kid === undefined ? undefined : publicKey(header.kid);
  if (!key) throw new Error("signed with an unknown key");
  const [head = "", payload = "", signature = ""] = token.split(".");
  const bytes = Buffer.from(signature, "base64url");
  // Only the canonical encoding is accepted; the decoder would skip stray characters.
  if (bytes.toString("base64url") !== signature) throw new Error("signature is not base64url");
  const valid = verifySignature("sha256", Buffer.from(`${head}.${payload}`), { key, dsaEncoding: "ieee-p1363" }, bytes);
  if (!valid) throw new Error("signature does not match");
  return claimsSchema.parse(decodeJwt(token));
}

function requireCurrent(claims: Claims, { issuer, now }: { issuer: string; now: number }): void {
  if (claims.iss !== issuer) throw new Error("another issuer");
  if (claims.exp <= now) throw new TokenExpiredError("expired");
  if (claims.iat > now + CLOCK_SKEW_SECONDS) throw new Error("issued in the future");
}

/** Makes an LRU cache, cleared when the set of keys changes, so that a withdrawn key stops at once. */
function createTokenCache(keys: SigningKeys) {
  const entries = new Map<string, Claims>();
  let version = keys.version();
  return {
    get: (token: string): Claims | undefined => {
      if (version !== keys.version()) {
        entries.clear();
        version = keys.version();
      }
      const claims = entries.get(token);
      if (claims) {
        entries.delete(token);
        entries.set(token, claims);
      }
      return claims;
    },
    set: (token: string, claims: Claims): void => {
      entries.set(token, claims);
      if (entries.size > CACHE_SIZE) {
        const oldest = entries.keys().next();
        if (!oldest.done) entries.delete(oldest.value);
      }
    },
  };
}
