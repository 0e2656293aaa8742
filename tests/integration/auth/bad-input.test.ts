import { createHash, randomUUID } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { authErrorSchema } from "#contract/auth.ts";
import { type AuthFixture, type AuthServer, makeUser, openAuthFixture, signIn } from "./auth-server.ts";

const EMAIL = "anna@example.se";
const PASSWORD = "korrekt häst batteri";

const CALLS = [
  ["POST", "/token?grant_type=password"],
  ["POST", "/token?grant_type=refresh_token"],
  ["POST", "/token?grant_type=pkce"],
  ["POST", "/recover"],
  ["POST", "/verify"],
  ["PUT", "/user"],
  ["POST", "/factors"],
  ["POST", `/factors/${randomUUID()}/challenge`],
  ["POST", `/factors/${randomUUID()}/verify`],
  ["POST", "/factors/recovery-codes/verify"],
] as const;

const FIELDS = [
  "email",
  "password",
  "refresh_token",
  "auth_code",
  "code_verifier",
  "code_challenge",
  "type",
  "token_hash",
  "data",
  "nonce",
  "current_password",
  "factor_type",
  "friendly_name",
  "phone",
  "challenge_id",
  "code",
  "webauthn",
];
const all = (value: unknown) => JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, value])));

const BODIES: [string, string][] = [
  ["nothing", ""],
  ["half a body", '{"email": "a'],
  ["null", "null"],
  ["a number", "1"],
  ["a text", '"x"'],
  ["a list", "[]"],
  ["a list of lists", "[".repeat(30_000) + "]".repeat(30_000)],
  ["objects without bottom", '{"data":'.repeat(5_000) + "1" + "}".repeat(5_000)],
  ["70 kB", JSON.stringify({ email: EMAIL, password: "x".repeat(70_000) })],
  ["numbers for all", all(7)],
  ["huge numbers for all", all(1e308)],
  ["truth for all", all(true)],
  ["lists for all", all([EMAIL])],
  ["objects for all", all({ $gt: "" })],
  ["empty texts for all", all("")],
  ["very long texts for all", all("å".repeat(3_000))],
  ["null characters for all", all("a\u0000b")],
  ["half surrogate pairs for all", all("\ud800")],
  ["a null character in a key", JSON.stringify({ data: { "a\u0000": 1 } })],
  ["a prototype", '{"__proto__": {"admin": true}, "constructor": {"prototype": {}}, "email": 1}'],
  ["right-to-left overrides for all", all("\u202eanna\u202c")],
  ["SQL for all", all("'; drop table auth.users; --")],
];

describe("bad input", () => {
  let fixture: AuthFixture;
  let admin: pg.Pool;
  let server: AuthServer;
  let authorization: string;
  let userId: string;

  beforeAll(async () => {
    fixture = await openAuthFixture();
    ({ admin, server } = fixture);
    userId = await makeUser(server, EMAIL, PASSWORD);
    const { data } = await (await signIn(server, EMAIL, PASSWORD)).auth.getSession();
    authorization = `Bearer ${data.session?.access_token}`;
  });
  beforeEach(async () => {
    await admin.query("delete from auth.rate_limits");
  });
  afterAll(() => fixture.close());

  const send = (method: string, path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/auth/v1${path}`, {
      method,
      headers: { "content-type": "application/json", authorization, ...headers },
      body,
    });
  const accountHash = async () => {
    const { rows } = await admin.query(
      "select (to_jsonb(u) - 'last_sign_in_at')::text as row from auth.users u where id = $1",
      [userId],
    );
    return createHash("sha256").update(rows[0].row).digest("hex");
  };

  // Covers: auth.20, request.1
  it.each(BODIES)(
    "%s is refused by every call with a code and a sentence, and changes nothing",
    async (_what, body) => {
      const before = await accountHash();
      for (const [method, path] of CALLS) {
        const reply = await send(method, path, body);
        const said = await reply.json();
        // A challenge takes no body, and an empty PUT /user changes nothing.
        if (reply.status === 200) {
          expect({ method, path }).toEqual({ method: "PUT", path: "/user" });
        } else {
          expect({ path, status: reply.status < 500 }).toEqual({ path, status: true });
          expect(authErrorSchema.parse(said).code).toBe(reply.status);
        }
      }
      expect(await accountHash()).toBe(before);
    },
  );

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml"])(
    "a body of the type %s is refused",
    async (type) => {
      const reply = await send("POST", "/token?grant_type=password", "email=a&password=b", { "content-type": type });
      expect(reply.status).toBe(400);
    },
  );

  it.each([
    "/token",
    "/token?grant_type=",
    "/token?grant_type=magic",
    "/token?grant_type[]=password",
    "/token?grant_type=password&grant_type=pkce",
    "/logout?scope=everyone",
    "/logout?scope=global&scope=local",
  ])("POST %s is refused", async (path) => {
    expect((await send("POST", path, "{}")).status).toBe(400);
  });

  it.each(["not-an-id", "00000000", "%00", "'%20or%201=1", "..%2f..%2f", "x".repeat(90)])(
    "a factor, identity or session named %s is refused",
    async (id) => {
      for (const path of [`/factors/${id}`, `/user/identities/${id}`, `/sessions/${id}`]) {
        const reply = await fetch(`${server.url}/auth/v1${path}`, { method: "DELETE", headers: { authorization } });
        expect([400, 404]).toContain(reply.status);
      }
    },
  );

  it.each([
    "/verify?token=a&token=b&type=recovery",
    "/verify?type=recovery&token=%00",
    "/callback?state=%00&code=%00",
    "/callback?state=a&state=b",
    "/authorize?provider=%00&code_challenge=x&code_challenge_method=s256",
    "/authorize?provider=__proto__",
    "/authorize",
  ])("GET %s lands on the page and nowhere else", async (path) => {
    const reply = await server.get(path);
    expect(reply.status).toBe(303);
    expect(reply.headers.get("location")).toMatch(/^http:\/\/portal\.test\/auth\?error=access_denied&/);
  });

  it.each([
    ["none", {}, 401],
    ["another kind", { authorization: "Basic YTpi" }, 401],
    ["the key of the page", { authorization: "Bearer any-key", apikey: "any-key" }, 401],
    ["noise", { authorization: "Bearer a.b.c" }, 403],
    ["ten kilobytes", { authorization: `Bearer ${"x".repeat(10_000)}` }, 403],
  ])("every call that needs a person refuses a token that is %s", async (_what, headers, status) => {
    const calls = [
      ["GET", "/user"],
      ["PUT", "/user"],
      ["GET", "/reauthenticate"],
      ["POST", "/logout"],
      ["GET", "/factors"],
      ["POST", "/factors"],
      ["POST", `/factors/${userId}/challenge`],
      ["POST", `/factors/${userId}/verify`],
      ["DELETE", `/factors/${userId}`],
      ["GET", "/factors/recovery-codes"],
      ["POST", "/factors/recovery-codes"],
      ["POST", "/factors/recovery-codes/regenerate"],
      ["POST", "/factors/recovery-codes/verify"],
      ["DELETE", "/factors/recovery-codes"],
      ["GET", "/user/identities/authorize?provider=x"],
      ["DELETE", `/user/identities/${userId}`],
      ["GET", "/sessions"],
      ["DELETE", `/sessions/${userId}`],
    ] as const;
    for (const [method, path] of calls) {
      const reply = await fetch(`${server.url}/auth/v1${path}`, { method, headers });
      expect({ method, path, status: reply.status }).toEqual({ method, path, status });
    }
  });

  // Covers: auth.21
  it("no call lets an outsider make an account", async () => {
    for (const [path, body] of [
      ["/signup", { email: "ny@example.se", password: PASSWORD }],
      ["/otp", { email: "ny@example.se", create_user: true }],
      ["/magiclink", { email: "ny@example.se" }],
      ["/invite", { email: "ny@example.se" }],
      ["/admin/users", { email: "ny@example.se", password: PASSWORD }],
      ["/admin/generate_link", { type: "signup", email: "ny@example.se" }],
      ["/token?grant_type=id_token", { provider: "google", id_token: "x" }],
      ["/token?grant_type=web3", { chain: "solana" }],
      ["/sso", { domain: "example.se" }],
      ["/passkeys/registration/options", {}],
    ] as const) {
      const reply = await server.post(path, body, { authorization });
      expect({ path, refused: reply.status >= 400 && reply.status < 500 }).toEqual({ path, refused: true });
    }
    expect((await admin.query("select from auth.users")).rows).toHaveLength(1);
  });

  // Covers: request.4
  it("one address in any spelling is one account, and characters that only look alike are another", async () => {
    await makeUser(server, "Åsa.Öberg@example.se".normalize("NFD").replace(/[^\x20-\x7e]/g, ""), PASSWORD);
    for (const spelling of [
      "asa.oberg@example.se",
      "ASA.OBERG@EXAMPLE.SE",
      " Asa.Oberg@Example.Se ",
      "ａｓａ.oberg@example.se",
    ]) {
      await signIn(server, spelling, PASSWORD);
    }
    for (const other of [
      "аsa.oberg@example.se",
      "asa.oberg@exаmple.se",
      "asa.oberg+1@example.se",
      "åsa.öberg@example.se",
    ]) {
      await expect(signIn(server, other, PASSWORD)).rejects.toMatchObject({ code: "invalid_credentials" });
    }
  });
});
