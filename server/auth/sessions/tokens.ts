// Access tokens: ES256 JSON Web Tokens, signed here, verified without a database call. That the session still lives is
// checked in the database by whoever acts on a token; a signature is for ever, a session is not.

import { type KeyObject, verify as verifySignature } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { type Claims, claimsSchema, type User } from "#contract/auth.ts";
import { platformErrors } from "#contract/errors/platform.ts";
import { USER_DATA_MAX_BYTES } from "#contract/limits.ts";
import type { Clock } from "#drivers/clock.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** Clocks of several servers differ a little; a token "from the future" is taken within this. */
const CLOCK_SKEW_SECONDS = 60;
/** Verified tokens remembered, about 1 kB each. Verifying costs 0.1 ms, looking up a thousandth of that. */
const CACHE_SIZE = 4_096;
/** Ours are about 1,200 characters, and 5,500 more with all the data that an account may keep; nothing longer is parsed. */
const TOKEN_MAX_LENGTH = 8_192;

export interface Tokens {
  /** Claims of a valid token. Throws PortalError 401 `not_signed_in` whose cause says what was wrong. */
  verify(token: string): Claims;
  /** Signs an access token for a session. `profile`: what clients read of the person in it; nothing here relies on that. */
  sign(claims: Pick<Claims, "sub" | "session_id" | "aal" | "amr">, profile?: TokenProfile): Promise<SignedToken>;
}

/** The token was ours and is over; the cause of a refusal that asks for a refresh. */
export class TokenExpiredError extends Error {
  override name = "TokenExpiredError";
}

/** As getClaims of auth-js shows it. */
export type TokenProfile = Pick<User, "email" | "phone" | "app_metadata" | "user_metadata" | "is_anonymous">;

export interface SignedToken {
  token: string;
  /** Seconds. */
  expiresIn: number;
  /** Seconds since 1970. */
  expiresAt: number;
}

export interface TokensOptions {
  keys: SigningKeys;
  clock: Clock;
  issuer: string;
  accessTokenSeconds: number;
}

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
  // Data kept before it had a limit must not make a token that no server takes.
  const fits = Buffer.byteLength(JSON.stringify(user_metadata)) <= USER_DATA_MAX_BYTES;
  return { email, phone, app_metadata, user_metadata: fits ? user_metadata : {}, is_anonymous };
}

/**
 * Signature and shape. The algorithm is ours and never the token's choice: `none`, HS256 with the public key as
 * secret, embedded keys and `crit` extensions all stop at the header.
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
  // One token has one spelling: stray characters that the decoder would skip are refused.
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

/** Least recently used go first; all go when the set of keys changes, so that a withdrawn key stops at once. */
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
