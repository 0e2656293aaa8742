import { createHmac, createPublicKey } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import type { Claims } from "#contract/auth.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { SigningKeys } from "./signing-keys.ts";
import { createTokens, type Tokens } from "./tokens.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z") / 1000;
const ISSUER = "https://portal.test/auth/v1";
const KID = "key-1";
const claims: Claims = {
  sub: "6b0f6d1e-4f4c-4b4e-9d56-4a4d2f1f0a01",
  session_id: "6b0f6d1e-4f4c-4b4e-9d56-4a4d2f1f0a02",
  role: "authenticated",
  aud: "authenticated",
  aal: "aal1",
  amr: [{ method: "password", timestamp: NOW }],
  iss: ISSUER,
  iat: NOW,
  exp: NOW + 900,
};

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
const base64url = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const sign = (keys: Pair, changes: object = {}, header: object = {}) =>
  new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg: "ES256", kid: KID, ...header })
    .sign(keys.privateKey);

describe("access tokens", () => {
  let ours: Pair;
  let foreign: Pair;
  let tokens: Tokens;
  let publicPem: string;
  let published: boolean;
  let version = 0;
  let now = NOW;

  beforeAll(async () => {
    ours = await generateKeyPair("ES256", { extractable: true });
    foreign = await generateKeyPair("ES256");
    published = true;
    const publicKey = createPublicKey({ key: { ...(await exportJWK(ours.publicKey)) }, format: "jwk" });
    publicPem = publicKey.export({ type: "spki", format: "pem" }).toString();
    const keys: SigningKeys = {
      current: () => ({ kid: KID, privateKey: ours.privateKey }),
      publicKey: (kid) => (published && kid === KID ? publicKey : undefined),
      jwks: () => ({ keys: [] }),
      version: () => version,
      reload: async () => {},
    };
    const clock = { now: () => new Date(now * 1000), monotonic: () => 0, wait: async () => {} };
    tokens = createTokens({ keys, clock, issuer: ISSUER, accessTokenSeconds: 900 });
  });

  const reason = (token: string): string => {
    try {
      tokens.verify(token);
    } catch (error) {
      expect(error).toMatchObject({ status: 401, code: "not_signed_in" });
      return error instanceof PortalError && error.cause instanceof Error ? error.cause.message : "";
    }
    throw new Error("the token was accepted");
  };

  it("a token we signed is accepted, again and again", async () => {
    const { token, expiresAt, expiresIn } = await tokens.sign(claims);
    expect([expiresIn, expiresAt]).toEqual([900, NOW + 900]);
    expect(tokens.verify(token)).toEqual(claims);
    expect(tokens.verify(token)).toEqual(claims);
  });

  it("a remembered token still ends on time", async () => {
    const { token } = await tokens.sign(claims);
    tokens.verify(token);
    now = NOW + 900;
    expect(reason(token)).toBe("expired");
    now = NOW;
  });

  it("a remembered token ends when its key is withdrawn", async () => {
    const { token } = await tokens.sign(claims);
    tokens.verify(token);
    published = false;
    version += 1;
    expect(reason(token)).toBe("signed with an unknown key");
    published = true;
    version += 1;
  });

  // Covers: request.2
  it("clocks that differ by less than a minute are tolerated", async () => {
    expect(tokens.verify(await sign(ours, { iat: NOW + 60 })).iat).toBe(NOW + 60);
  });

  it.each([
    ["expired", { exp: NOW }, "expired"],
    ["from the future", { iat: NOW + 61, exp: NOW + 961 }, "issued in the future"],
    ["of another issuer", { iss: "https://other.test/auth/v1" }, "another issuer"],
  ])("a token %s is refused", async (_what, changes, why) => {
    expect(reason(await sign(ours, changes))).toBe(why);
  });

  it.each([
    ["another audience", { aud: "service" }],
    ["an audience list", { aud: ["authenticated", "service"] }],
    ["another role", { role: "service_role" }],
    ["no session", { session_id: undefined }],
    ["no end", { exp: undefined }],
    ["an end as text", { exp: "2099" }],
    ["a subject that is no id", { sub: "admin" }],
  ])("a token with %s is refused", async (_what, changes) => {
    expect(reason(await sign(ours, changes))).not.toBe("");
  });

  it.each([
    ["alg none", async () => `${base64url({ alg: "none", kid: KID })}.${base64url(claims)}.`, "not signed with ES256"],
    [
      "HS256 with our public key as secret",
      async () => {
        const body = `${base64url({ alg: "HS256", kid: KID })}.${base64url(claims)}`;
        return `${body}.${createHmac("sha256", publicPem).update(body).digest("base64url")}`;
      },
      "not signed with ES256",
    ],
    ["a foreign key under our key id", () => sign(foreign), "signature does not match"],
    ["an unknown key id", () => sign(ours, {}, { kid: "key-2" }), "signed with an unknown key"],
    [
      "its own key inside",
      async () => sign(foreign, {}, { kid: undefined, jwk: await exportJWK(foreign.publicKey) }),
      "signed with an unknown key",
    ],
  ])("a token with %s is refused", async (_what, make, why) => {
    expect(reason(await make())).toBe(why);
  });

  // Covers: request.2
  it("a changed claim, a cut or lengthened signature, and noise are refused", async () => {
    const [head = "", , signature = ""] = (await sign(ours)).split(".");
    const forged = `${head}.${base64url({ ...claims, sub: "6b0f6d1e-4f4c-4b4e-9d56-4a4d2f1f0a99" })}.${signature}`;
    expect(reason(forged)).toBe("signature does not match");
    const token = await sign(ours);
    for (const bad of [
      token.slice(0, -4),
      `${token}AA`,
      `${token}=`,
      `${token}.x`,
      "",
      ".",
      "..",
      "a.b.c",
      "x".repeat(5000),
    ]) {
      expect(reason(bad)).not.toBe("");
    }
  });
});
