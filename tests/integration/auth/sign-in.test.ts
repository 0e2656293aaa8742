import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sessionSchema } from "#contract/auth.ts";
import { type AuthFixture, type AuthServer, makeUser, openAuthFixture } from "./auth-server.ts";

const EMAIL = "anna@example.se";
const PASSWORD = "korrekt häst batteri";

const names = (headers: Headers) => [...headers.keys()].sort();

describe("signing in with a password", () => {
  let fixture: AuthFixture;
  let admin: pg.Pool;
  let server: AuthServer;
  let annaId: string;

  beforeAll(async () => {
    fixture = await openAuthFixture();
    ({ admin, server } = fixture);
    annaId = await makeUser(server, EMAIL, PASSWORD);
  });
  beforeEach(async () => {
    await admin.query("delete from auth.rate_limits");
  });
  afterAll(() => fixture.close());

  // Covers: 3.5, 7.1, auth.1
  it("a person signs in and supabase-js holds a complete session", async () => {
    const client = server.client();
    const { data, error } = await client.auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
    expect(error).toBeNull();
    const session = sessionSchema.parse(data.session);
    expect(session.user).toMatchObject({ id: annaId, email: EMAIL, role: "authenticated", factors: [] });
    expect(session.expires_in).toBe(900);
    const { data: read } = await client.auth.getUser();
    expect(read.user?.id).toBe(annaId);
  });

  // Covers: 7.5
  it("supabase-js verifies the token itself with the published keys", async () => {
    const client = server.client();
    await client.auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.header.alg).toBe("ES256");
    expect(Object.keys(data?.claims ?? {}).sort()).toEqual(
      // biome-ignore format: what says who and for how long; what clients read of the person
      [
        "aal", "amr", "aud", "exp", "iat", "iss", "role", "session_id", "sub",
        "app_metadata", "email", "is_anonymous", "phone", "user_metadata",
      ].sort(),
    );
    expect(data?.claims).toMatchObject({ sub: annaId, aal: "aal1", amr: [{ method: "password" }] });
    const { user } = (await client.auth.getUser()).data;
    expect(data?.claims).toMatchObject({
      email: EMAIL,
      phone: "",
      app_metadata: user?.app_metadata,
      user_metadata: user?.user_metadata,
      is_anonymous: false,
    });
    const root = await (await fetch(`${server.url}/.well-known/jwks.json`)).json();
    const underAuth = await (await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)).json();
    expect(root).toEqual(underAuth);
    expect(JSON.stringify(root)).not.toContain('"d"');
  });

  it("the address may be typed with other case, width or spaces around it", async () => {
    const { error } = await server
      .client()
      .auth.signInWithPassword({ email: "  ＡNNA@Example.SE ", password: PASSWORD });
    expect(error).toBeNull();
  });

  // Covers: silent.2, auth.22
  it("an unknown account and a wrong password get the very same answer", async () => {
    const wrong = await server.post("/token?grant_type=password", { email: EMAIL, password: "fel" });
    const unknown = await server.post("/token?grant_type=password", { email: "ingen@example.se", password: "fel" });
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 400, error_code: "invalid_credentials", msg: "Fel e-postadress eller lösenord" },
    });
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: wrong.status, body: wrong.body });
    expect(names(unknown.headers)).toEqual(names(wrong.headers));
  });

  // Covers: auth.22
  it("each costs one comparison, so that the time reveals nothing either", async () => {
    const matches = vi.spyOn(server.service.passwords, "matches");
    await makeUser(server, "utestangd@example.se", PASSWORD);
    await server.service.administration.createUser(server.service.pool, {
      email: "inbjuden@example.se",
      password: null,
      mustChangePassword: true,
    });
    await admin.query(
      "update auth.users set banned_until = now() + interval '1 day' where email = 'utestangd@example.se'",
    );
    for (const email of [EMAIL, "ingen@example.se", "inbjuden@example.se", "utestangd@example.se"]) {
      matches.mockClear();
      const { status } = await server.post("/token?grant_type=password", { email, password: "fel" });
      expect({ email, status, compared: matches.mock.calls.length }).toEqual({ email, status: 400, compared: 1 });
    }
    matches.mockRestore();
  });

  it("supabase-js gets the Swedish sentence and the code", async () => {
    const { error } = await server.client().auth.signInWithPassword({ email: EMAIL, password: "fel" });
    expect(error).toMatchObject({
      message: "Fel e-postadress eller lösenord",
      code: "invalid_credentials",
      status: 400,
    });
  });

  it("a password is the same however a keyboard composes it, and every byte of a long one counts", async () => {
    const composed = "Ärtig räv på åkern i går. ".normalize("NFC").repeat(5);
    await makeUser(server, "lang@example.se", `${composed}a`);
    const decomposed = await server
      .client()
      .auth.signInWithPassword({ email: "lang@example.se", password: `${composed.normalize("NFD")}a` });
    expect(decomposed.error).toBeNull();
    const otherEnd = await server
      .client()
      .auth.signInWithPassword({ email: "lang@example.se", password: `${composed}b` });
    expect(otherEnd.error?.code).toBe("invalid_credentials");
  });

  it("a block is reported only with the right password", async () => {
    const id = await makeUser(server, "sparrad@example.se", PASSWORD);
    await admin.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [id]);
    const right = await server.post("/token?grant_type=password", { email: "sparrad@example.se", password: PASSWORD });
    const wrong = await server.post("/token?grant_type=password", { email: "sparrad@example.se", password: "fel" });
    expect(right.body.error_code).toBe("user_banned");
    expect(wrong.body.error_code).toBe("invalid_credentials");
  });

  it.each([
    ["no JSON", "{", 400, "bad_json"],
    ["no body", "", 400, "validation_failed"],
    ["a list", "[]", 400, "validation_failed"],
    ["an object as password", JSON.stringify({ email: EMAIL, password: { $ne: "" } }), 400, "validation_failed"],
    ["a missing password", JSON.stringify({ email: EMAIL }), 400, "validation_failed"],
    ["a password of 2 kB", JSON.stringify({ email: EMAIL, password: "x".repeat(2048) }), 400, "validation_failed"],
    ["an address with a null character", JSON.stringify({ email: "a\u0000@b.se", password: "fel" }), 400, "bad_json"],
    ["a body of 2 MiB", JSON.stringify({ email: EMAIL, password: "x".repeat(2_097_152) }), 413, "request_too_large"],
  ])("%s is refused with a clear code", async (_what, body, status, code) => {
    const reply = await server.post("/token?grant_type=password", body);
    expect({ status: reply.status, code: reply.body.error_code }).toEqual({ status, code });
  });

  it("an outsider cannot create an account", async () => {
    const { error } = await server.client().auth.signUp({ email: "ny@example.se", password: PASSWORD });
    expect(error?.code).toBe("signup_disabled");
    const { rows } = await admin.query("select from auth.users where email = 'ny@example.se'");
    expect(rows).toHaveLength(0);
  });

  it("a password changed while its sign-in is under way opens no session", async () => {
    const id = await makeUser(server, "byte@example.se", PASSWORD);
    const { rows } = await admin.query("select password_hash from auth.users where id = $1", [id]);
    await server.service.administration.setPassword(server.service.pool, id, "ett helt nytt", { mustChange: false });
    const session = await server.service.sessions.start({
      userId: id,
      verifiedHash: rows[0].password_hash,
      method: "password",
      userAgent: null,
      address: null,
    });
    expect(session).toBeNull();
  });

  it("an unknown call is not found", async () => {
    const unknown = await server.post("/admin/users", {});
    expect({ status: unknown.status, code: unknown.body.error_code }).toEqual({ status: 404, code: "not_found" });
  });
});
