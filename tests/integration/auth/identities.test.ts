import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { adminPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { type AuthServer, claimsOf, landing, makeUser, PUBLIC_URL, signIn, startAuthServer } from "./auth-server.ts";
import { type IdentityProvider, type Person, startIdentityProvider } from "./identity-provider.ts";

const EMAIL = "anna@example.se";
const PASSWORD = "korrekt häst batteri";
const ANNA: Person = { sub: "anna-hos-norden", email: EMAIL, email_verified: true };
const PROVIDER = "norden";

describe("signing in through an OpenID Connect provider", () => {
  let database: TestDatabase;
  let admin: pg.Pool;
  let server: AuthServer;
  let norden: IdentityProvider;
  let userId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = adminPool(database);
    norden = await startIdentityProvider(`${PUBLIC_URL}/auth/v1/callback`);
    const { issuer, clientId, clientSecret } = norden;
    const keys = { issuer, clientId, clientSecret };
    server = await startAuthServer(database, {}, undefined, {
      providers: [
        { name: PROVIDER, ...keys, linkByEmail: true },
        { name: "sluten", ...keys, linkByEmail: false },
        { name: "borta", ...keys, issuer: "http://127.0.0.1:1", linkByEmail: true },
      ],
    });
  });
  beforeEach(async () => {
    await admin.query("delete from auth.rate_limits; delete from auth.users");
    userId = await makeUser(server, EMAIL, PASSWORD);
  });
  afterAll(async () => {
    await server.stop();
    await norden.stop();
    await admin.end();
    await database.drop();
  });

  /** Names a provider as any text: auth-js knows the big providers only. */
  const named = (name: string) => z.custom<"keycloak">().parse(name);
  const toProvider = async (client: SupabaseClient, provider = PROVIDER, redirectTo = `${PUBLIC_URL}/auth`) => {
    const { data } = await client.auth.signInWithOAuth({
      provider: named(provider),
      options: { redirectTo, skipBrowserRedirect: true },
    });
    return landing(await fetch((data.url ?? "").replace("skip_http_redirect=true", ""), { redirect: "manual" }));
  };
  const back = async (callback: URL) =>
    landing(await server.get(callback.pathname.replace("/auth/v1", "") + callback.search));
  const through = async (client: SupabaseClient, person: Person, provider = PROVIDER) =>
    back(await norden.walk((await toProvider(client, provider)).href, person));
  const redeem = (client: SupabaseClient, page: URL) =>
    client.auth.exchangeCodeForSession(page.searchParams.get("code") ?? "no code");
  const link = async (client: SupabaseClient, provider = PROVIDER) => {
    const { data, error } = await client.auth.linkIdentity({
      provider: named(provider),
      options: { redirectTo: `${PUBLIC_URL}/konto` },
    });
    if (error) throw error;
    return data.url ?? "";
  };
  const accounts = async () => (await admin.query("select from auth.users")).rows.length;

  // Covers: auth.16
  it("a verified address that an account has lets the person in, and the identity is known from then on", async () => {
    const client = server.client();
    const page = await through(client, ANNA);
    expect(page.origin + page.pathname).toBe(`${PUBLIC_URL}/auth`);
    const { data, error } = await redeem(client, page);
    expect(error).toBeNull();
    expect(data.user?.id).toBe(userId);
    expect(data.user?.identities).toMatchObject([{ provider: "email" }, { provider: PROVIDER, id: ANNA.sub }]);
    expect(await claimsOf(client)).toMatchObject({ aal: "aal1", amr: [{ method: "oauth" }] });
    const later = server.client();
    const moved = { ...ANNA, email: "anna@nytt.example", email_verified: false };
    expect((await redeem(later, await through(later, moved))).data.user?.id).toBe(userId);
  });

  it.each([
    ["an outsider", { sub: "okänd", email: "okand@example.org", email_verified: true }, PROVIDER, "signup_disabled"],
    [
      "an address that the provider has not verified",
      { ...ANNA, email_verified: false },
      PROVIDER,
      "provider_email_needs_verification",
    ],
    ["no address at all", { sub: "utan" }, PROVIDER, "provider_email_needs_verification"],
    ["a provider that may not link by address", ANNA, "sluten", "signup_disabled"],
  ])("%s gets no account", async (_what, person, provider, code) => {
    const page = await through(server.client(), person, provider);
    expect(page.searchParams.get("error_code")).toBe(code);
    expect(page.searchParams.get("code")).toBeNull();
    expect(await accounts()).toBe(1);
  });

  it("an address that changed hands at the provider does not open the account of its former owner", async () => {
    const client = server.client();
    await redeem(client, await through(client, ANNA));
    const successor = { sub: "den-nya-anna", email: EMAIL, email_verified: true };
    expect((await through(server.client(), successor)).searchParams.get("error_code")).toBe("signup_disabled");
  });

  it("a blocked account stays shut", async () => {
    const client = server.client();
    const page = await through(client, ANNA);
    await admin.query("update auth.users set banned_until = now() + interval '1 day'");
    expect((await redeem(client, page)).error?.code).toBe("user_banned");
    expect((await through(server.client(), ANNA)).searchParams.get("error_code")).toBe("signup_disabled");
  });

  it("does not pass by the second factor", async () => {
    const owner = await signIn(server, EMAIL, PASSWORD);
    const { data: app } = await owner.auth.mfa.enroll({ factorType: "totp" });
    const code = new TOTP({ secret: Secret.fromBase32(app?.totp.secret ?? "") }).generate();
    expect((await owner.auth.mfa.challengeAndVerify({ factorId: app?.id ?? "", code })).error).toBeNull();
    const client = server.client();
    await redeem(client, await through(client, ANNA));
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
  });

  // Covers: auth.17
  it("a way back is gone once: repeated, invented, or without what the browser kept, it opens nothing", async () => {
    const client = server.client();
    const callback = await norden.walk((await toProvider(client)).href, ANNA);
    const page = await back(callback);
    expect((await back(callback)).searchParams.get("error_code")).toBe("bad_oauth_state");
    const invented = new URL(callback);
    invented.searchParams.set("state", "påhittad");
    expect((await back(invented)).searchParams.get("error_code")).toBe("bad_oauth_state");
    const thief = server.client();
    await toProvider(thief);
    expect((await redeem(thief, page)).error?.code).toBe("bad_code_verifier");
    expect((await redeem(client, page)).error).toBeNull();
  });

  it("a code of the provider that belongs to another way is refused", async () => {
    const [first, second] = [server.client(), server.client()];
    const stolen = await norden.walk((await toProvider(first)).href, ANNA);
    const own = await norden.walk((await toProvider(second)).href, {
      sub: "tjuv",
      email: "tjuv@example.org",
      email_verified: true,
    });
    own.searchParams.set("code", stolen.searchParams.get("code") ?? "");
    expect((await back(own)).searchParams.get("error_code")).toBe("bad_oauth_callback");
  });

  it("cancelling at the provider is reported", async () => {
    const url = await toProvider(server.client());
    const state = url.searchParams.get("state") ?? "";
    const page = landing(await server.get(`/callback?error=access_denied&state=${state}`));
    expect(page.searchParams.get("error_code")).toBe("bad_oauth_callback");
  });

  it.each([
    ["finns-inte", "oauth_provider_not_supported"],
    ["borta", "service_unavailable"],
  ])("the provider %s leads back to the page with a reason", async (provider, code) => {
    expect((await toProvider(server.client(), provider)).searchParams.get("error_code")).toBe(code);
  });

  it("the way back never leads elsewhere", async () => {
    const client = server.client();
    const page = await back(
      await norden.walk((await toProvider(client, PROVIDER, "https://evil.example/auth")).href, ANNA),
    );
    expect(page.origin + page.pathname).toBe(`${PUBLIC_URL}/auth`);
  });

  it("the page can ask which providers there are", async () => {
    const settings = await (await server.get("/settings")).json();
    expect(settings).toMatchObject({ external: { email: true, norden: true, sluten: true }, disable_signup: true });
  });

  describe("linking", () => {
    // Covers: 7.4, auth.16
    it("a signed-in person links an identity, signs in by it, and takes it away again", async () => {
      const client = await signIn(server, EMAIL, PASSWORD);
      const other: Person = { sub: "annas-andra", email: "privat@example.org", email_verified: false };
      const page = await back(await norden.walk(await link(client, "sluten"), other));
      expect(page.pathname).toBe("/konto");
      const before = await claimsOf(client);
      expect((await redeem(client, page)).error).toBeNull();
      expect((await claimsOf(client))["session_id"]).toBe(before["session_id"]);
      const later = server.client();
      expect((await redeem(later, await through(later, other, "sluten"))).data.user?.id).toBe(userId);
      const { data } = await client.auth.getUserIdentities();
      const identity = data?.identities.find(({ provider }) => provider === "sluten");
      if (identity === undefined) throw new Error("not linked");
      expect((await client.auth.unlinkIdentity(identity)).error).toBeNull();
      expect((await through(server.client(), other, "sluten")).searchParams.get("error_code")).toBe(
        "provider_email_needs_verification",
      );
      const { rows } = await admin.query(
        "select action from public.audit where actor = $1 and action like 'auth.identity%' order by at, id",
        [userId],
      );
      expect(rows.map(({ action }) => action)).toEqual(["auth.identity_link", "auth.identity_unlink"]);
    });

    // Covers: auth.17
    it("nobody can be led into linking somebody else's identity: it counts only in the browser that asked", async () => {
      const attacker = await signIn(server, EMAIL, PASSWORD);
      const victim = server.client();
      await toProvider(victim);
      const page = await back(await norden.walk(await link(attacker), { sub: "offer" }));
      expect((await redeem(victim, page)).error?.code).toBe("bad_code_verifier");
      const { rows } = await admin.query("select from auth.identities");
      expect(rows).toHaveLength(0);
    });

    it("an identity belongs to one account", async () => {
      await makeUser(server, "annan@example.se", PASSWORD);
      const [first, second] = [
        await signIn(server, EMAIL, PASSWORD),
        await signIn(server, "annan@example.se", PASSWORD),
      ];
      const shared = { sub: "delad" };
      expect((await redeem(first, await back(await norden.walk(await link(first), shared)))).error).toBeNull();
      const taken = await redeem(second, await back(await norden.walk(await link(second), shared)));
      expect(taken.error?.code).toBe("identity_already_exists");
    });

    it("a session that ended meanwhile links nothing", async () => {
      const client = await signIn(server, EMAIL, PASSWORD);
      const page = await back(await norden.walk(await link(client), { sub: "sen" }));
      await admin.query("update auth.sessions set revoked_at = now(), revoked_reason = 'test'");
      expect((await redeem(client, page)).error).not.toBeNull();
      expect((await admin.query("select from auth.identities")).rows).toHaveLength(0);
    });

    it("of the last two ways in, taken away at once, one stays", async () => {
      const client = server.client();
      await redeem(client, await through(client, ANNA));
      await admin.query("insert into auth.identities (user_id, provider, provider_id) values ($1, 'sluten', 'x')", [
        userId,
      ]);
      await admin.query("update auth.users set password_hash = null");
      const { data } = await client.auth.getUserIdentities();
      const linked = data?.identities.filter(({ provider }) => provider !== "email") ?? [];
      const rival = await admin.connect();
      await rival.query("begin; select from auth.users for update");
      const removals = linked.map((identity) => client.auth.unlinkIdentity(identity));
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(2);
      await rival.query("commit");
      rival.release();
      const refusals = (await Promise.all(removals)).flatMap(({ error }) => error?.code ?? []);
      expect(refusals).toEqual(["single_identity_not_deletable"]);
    });

    it("the last way in cannot be taken away, nor the password itself, nor another person's identity", async () => {
      const client = server.client();
      await redeem(client, await through(client, ANNA));
      const { data } = await client.auth.getUserIdentities();
      const [password, norden_] = data?.identities ?? [];
      if (password === undefined || norden_ === undefined) throw new Error("not linked");
      expect((await client.auth.unlinkIdentity(password)).error?.code).toBe("single_identity_not_deletable");
      await admin.query("update auth.users set password_hash = null");
      expect((await client.auth.unlinkIdentity(norden_)).error?.code).toBe("single_identity_not_deletable");
      await makeUser(server, "annan@example.se", PASSWORD);
      const outsider = await signIn(server, "annan@example.se", PASSWORD);
      expect((await outsider.auth.unlinkIdentity(norden_)).error?.code).toBe("identity_not_found");
    });
  });
});
