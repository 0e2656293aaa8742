import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimsSchema } from "#contract/auth.ts";
import { systemClock } from "#drivers/clock.ts";
import { loadSigningKeys } from "#server/auth/sessions/signing-keys.ts";
import { createTokens } from "#server/auth/sessions/tokens.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { TEST_SECRET_KEY } from "#tests/support/cluster.ts";

const LIFETIME_SECONDS = 900;

let portal: TestPortal;
let issued: string;
let ended: string;

/** Returns an access token of the portal's key for the same session, signed `seconds` ago. */
async function signedAgo(token: string, seconds: number): Promise<string> {
  const encryptor = createKeyRing(TEST_SECRET_KEY);
  const keys = await loadSigningKeys({ pool: portal.admin, encryptor, log: pino({ level: "silent" }) });
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() - seconds * 1000) };
  const issuer = `${portal.url}/auth/v1`;
  const claims = claimsSchema.parse(decodeJwt(token));
  return (await createTokens({ keys, clock, issuer, accessTokenSeconds: LIFETIME_SECONDS }).sign(claims)).token;
}

beforeAll(async () => {
  portal = await startTestPortal();
  const { data } = await (await signedInClient(portal.url, portal.accounts.nord)).auth.getSession();
  issued = data.session?.access_token ?? "";
  ended = await signedAgo(issued, LIFETIME_SECONDS + 1);
});
afterAll(() => portal.close());

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(portal.url + path, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });

async function bearerOf(client: SupabaseClient): Promise<string> {
  return `Bearer ${(await client.auth.getSession()).data.session?.access_token}`;
}

const call = (bearer: string, path: string, method = "GET") =>
  fetch(portal.url + path, { method, headers: { authorization: `Bearer ${bearer}` } });

test.each([
  ["GET", "/rest/v1/end_users"],
  ["POST", "/rest/v1/end_users"],
  ["PATCH", "/rest/v1/end_users?id=eq.1"],
  ["DELETE", "/rest/v1/end_users?id=eq.1"],
  ["POST", "/rest/v1/rpc/audit_status"],
  ["GET", "/rest/v1/"],
])("%s %s with an expired bearer is PGRST303", async (method, path) => {
  const reply = await call(ended, path, method);
  expect(reply.headers.get("www-authenticate")).toBe('Bearer error="invalid_token", error_description="JWT expired"');
  expect({ status: reply.status, body: await reply.json() }).toEqual({
    status: 401,
    body: {
      code: "PGRST303",
      message: "JWT expired",
      details: null,
      hint: "Inloggningen gäller inte längre. Logga in igen.",
    },
  });
});

test("the same token with a minute left is taken, so that it is the time that counts", async () => {
  const current = await signedAgo(issued, LIFETIME_SECONDS - 60);
  expect((await call(current, "/rest/v1/end_users")).status).toBe(200);
});

test("an expired token with a changed signature is PGRST301, and no refresh is asked for", async () => {
  const [head, payload, signature = ""] = ended.split(".");
  const forged = [head, payload, (signature.startsWith("A") ? "B" : "A") + signature.slice(1)].join(".");
  expect(await (await call(forged, "/rest/v1/end_users")).json()).toMatchObject({ code: "PGRST301" });
});

test("the unmodified client hands the code on", async () => {
  const client = createClient(portal.url, "portal", { accessToken: async () => ended });
  const { status, error } = await client.from("end_users").select("id");
  expect({ status, code: error?.code }).toEqual({ status: 401, code: "PGRST303" });
});

test.each([
  ["/rest/v1/credentials", [{ credential_type: "pin", credential_value: "0000" }]],
  ["/rest/v1/end_users", [{ no_such_column: 1 }]],
  ["/rest/v1/no_such_table", {}],
  ["/rest/v1/rpc/no_such_function", {}],
  ["/rest/v1/rpc/search_end_users", "no JSON"],
  ["/functions/v1/end-user-manager", "no JSON"],
])("a body for %s without an account is not looked at: PINs would be encrypted first", async (path, body) => {
  const reply = await post(path, typeof body === "string" ? body : JSON.stringify(body));
  expect({ status: reply.status, body: await reply.json() }).toMatchObject({
    status: 401,
    body: { code: "not_signed_in" },
  });
});

test("a session that has ended encrypts nothing either, though its token is not over", async () => {
  const client = await signedInClient(portal.url, portal.accounts.syd);
  const authorization = await bearerOf(client);
  await client.auth.signOut();
  const pins = JSON.stringify([{ credential_type: "pin", credential_value: "0000" }]);
  const reply = await post("/rest/v1/credentials", pins, { authorization });
  expect({ status: reply.status, body: await reply.json() }).toMatchObject({
    status: 401,
    body: { code: "not_signed_in" },
  });
});

test("a write is never said to be taken back when it is not: the portal allows no trial", async () => {
  const client = await signedInClient(portal.url, portal.accounts.nord);
  const headers = { authorization: await bearerOf(client), prefer: "tx=rollback" };
  const reply = await post("/rest/v1/rpc/record_export", JSON.stringify({ list: "door_log" }), headers);
  expect({ status: reply.status, applied: reply.headers.get("preference-applied") }).toEqual({
    status: 204,
    applied: null,
  });
  const { rows } = await portal.admin.query("select count(*)::int as n from audit where action = 'door_log_exported'");
  expect(rows).toEqual([{ n: 1 }]);
});
