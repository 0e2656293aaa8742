import { AuthWeakPasswordError, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { claimsOf, mailedLink, PUBLIC_URL, signIn } from "./auth-server.ts";
import { EMAIL, type MfaWorld, NEW_PASSWORD, openMfaWorld, PASSWORD } from "./mfa-world.ts";

const NO_FACTOR = "6b0f6d1e-4f4c-4b4e-9d56-4a4d2f1f0a01";

describe("supabase-js", () => {
  let world: MfaWorld;
  beforeAll(async () => {
    world = await openMfaWorld();
  });
  beforeEach(() => world.reset());
  afterAll(() => world.stop());

  const reported = (error: { status?: number | undefined; code?: string | undefined } | null) =>
    error && { status: error.status, code: error.code };
  const tokenOf = async (client: SupabaseClient) => (await client.auth.getSession()).data.session?.access_token ?? "";
  const halfway = async () => {
    const { factorId } = await world.withApp();
    return { factorId, client: await signIn(world.server, EMAIL, PASSWORD) };
  };

  it("reads the person in the claims, as they are when the token is made", async () => {
    const client = await signIn(world.server, EMAIL, PASSWORD);
    await client.auth.updateUser({ data: { language: "en" } });
    await client.auth.refreshSession();
    expect(await claimsOf(client)).toMatchObject({
      email: EMAIL,
      phone: "",
      is_anonymous: false,
      app_metadata: { provider: "email", providers: ["email"], must_change_password: false, mfa_required: false },
      user_metadata: { language: "en" },
    });
  });

  it("reads as much data in the claims as an account may keep, and the token is still taken", async () => {
    const client = await signIn(world.server, EMAIL, PASSWORD);
    const text = "å".repeat(2_000);
    expect((await client.auth.updateUser({ data: { text } })).error).toBeNull();
    await client.auth.refreshSession();
    expect((await claimsOf(client))["user_metadata"]).toEqual({ text });
    expect((await client.auth.getUser()).error).toBeNull();
  });

  it("signs in an account whose data is from before there was a limit", async () => {
    await world.admin.query("alter table auth.users disable trigger bound_user_data");
    await world.admin.query("update auth.users set raw_user_meta_data = jsonb_build_object('a', repeat('x', 20000))");
    await world.admin.query("alter table auth.users enable trigger bound_user_data");
    const client = await signIn(world.server, EMAIL, PASSWORD);
    expect((await claimsOf(client))["user_metadata"]).toEqual({});
    expect((await client.auth.getUser()).data.user?.user_metadata).toEqual({ a: "x".repeat(20_000) });
  });

  it.each([
    ["abc12", ["length"]],
    ["password", ["characters"]],
  ])("says why the password %s is too weak", async (password, reasons) => {
    const client = await signIn(world.server, EMAIL, PASSWORD);
    const { error } = await client.auth.updateUser({ password });
    expect(error).toBeInstanceOf(AuthWeakPasswordError);
    expect(error).toMatchObject({ status: 422, code: "weak_password", reasons });
  });

  it("answers a malformed or expired token with 403 bad_jwt", async () => {
    const client = world.server.client();
    expect(reported((await client.auth.getUser("a.b.c")).error)).toEqual({ status: 403, code: "bad_jwt" });
    const token = await tokenOf(await signIn(world.server, EMAIL, PASSWORD));
    world.move(16 * 60);
    expect(reported((await client.auth.getUser(token)).error)).toEqual({ status: 403, code: "bad_jwt" });
  });

  it("answers an ended session with 403 session_not_found, which it calls a missing session", async () => {
    const [here, there] = [await signIn(world.server, EMAIL, PASSWORD), await signIn(world.server, EMAIL, PASSWORD)];
    const user = async (bearer: string) => {
      const { status, body } = await world.server.send({ method: "GET", path: "/user", bearer });
      return { status, code: body.error_code };
    };
    const [own, ended] = [await tokenOf(here), await tokenOf(there)];
    await here.auth.signOut({ scope: "others" });
    expect(await user(ended)).toEqual({ status: 403, code: "session_not_found" });
    expect((await there.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect(await user(own)).toEqual({ status: 200, code: undefined });
    await here.auth.signOut();
    expect(reported((await here.auth.refreshSession({ refresh_token: "unknown" })).error)).toEqual({
      status: 400,
      code: "refresh_token_not_found",
    });
  });

  it.each(["not-a-factor", NO_FACTOR])("does not find the factor %s", async (factorId) => {
    const { client } = await world.withApp();
    const missing = { status: 404, code: "mfa_factor_not_found" };
    // Some versions of auth-js refuse a malformed id themselves, so a raw request is sent as well.
    const bearer = await tokenOf(client);
    for (const call of [
      { method: "DELETE" as const, path: `/factors/${factorId}` },
      { path: `/factors/${factorId}/challenge`, body: {} },
      { path: `/factors/${factorId}/verify`, body: { challenge_id: NO_FACTOR, code: "123456" } },
    ]) {
      const { status, body } = await world.server.send({ ...call, bearer });
      expect({ status, code: body.error_code }).toEqual(missing);
    }
    expect((await client.auth.mfa.unenroll({ factorId })).error).not.toBeNull();
  });

  it("says what needs the second factor: 401 for the account, 422 for taking one away, 403 else", async () => {
    const { client, factorId } = await halfway();
    const needs = (status: number) => ({ status, code: "insufficient_aal" });
    expect(reported((await client.auth.updateUser({ data: { a: 1 } })).error)).toEqual(needs(401));
    expect(reported((await client.auth.updateUser({ password: NEW_PASSWORD })).error)).toEqual(needs(401));
    expect(reported((await client.auth.mfa.unenroll({ factorId })).error)).toEqual(needs(422));
    expect(reported((await client.auth.mfa.enroll({ factorType: "totp" })).error)).toEqual(needs(403));
    expect(reported((await client.auth.reauthenticate()).error)).toEqual(needs(403));
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
  });

  it("opens a session by the token of a recovery link, once, also in its default flow", async () => {
    await world.server.client().auth.resetPasswordForEmail(EMAIL);
    const link = await mailedLink(world.server, world.admin, "recovery");
    const token_hash = new URL(link, PUBLIC_URL).searchParams.get("token") ?? "";
    const client = world.server.client({ flowType: "implicit" });
    const { data, error } = await client.auth.verifyOtp({ token_hash, type: "recovery" });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(EMAIL);
    for (const used of [token_hash, "made-up"]) {
      const again = await world.server.client().auth.verifyOtp({ token_hash: used, type: "recovery" });
      expect(reported(again.error)).toEqual({ status: 403, code: "otp_expired" });
    }
  });

  it("is referred to PKCE where its default flow would put a sign-in into an address", async () => {
    const client = world.server.client({ flowType: "implicit" });
    await client.auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
    const errors = [
      (await client.auth.resetPasswordForEmail(EMAIL)).error,
      (await client.auth.linkIdentity({ provider: "google" })).error,
    ];
    for (const error of errors) {
      expect(reported(error)).toEqual({ status: 400, code: "validation_failed" });
      expect(error?.message).toContain("flowType: 'pkce'");
    }
    // The link confirms an address and signs nobody in.
    expect((await client.auth.updateUser({ email: "ny@example.se" })).error).toBeNull();
  });

  it("cannot sign up", async () => {
    const client = world.server.client();
    const closed = { status: 422, code: "signup_disabled" };
    const email = "ny@example.se";
    expect(reported((await client.auth.signUp({ email, password: PASSWORD })).error)).toEqual(closed);
    expect(reported((await client.auth.signInAnonymously()).error)).toEqual(closed);
    expect(reported((await client.auth.signInWithOtp({ email })).error)).toEqual({ status: 404, code: "not_found" });
  });

  describe("is answered", () => {
    const sentence = async (language: string | undefined) => {
      const client = world.server.client(language === undefined ? {} : { language });
      const { error } = await client.auth.signInWithPassword({ email: EMAIL, password: "fel" });
      return error?.message;
    };

    it.each([
      // fetch defaults to "*".
      [undefined, "Fel e-postadress eller lösenord"],
      ["*", "Fel e-postadress eller lösenord"],
      ["sv", "Fel e-postadress eller lösenord"],
      ["de-DE", "Fel e-postadress eller lösenord"],
      ["en;q=0.5, sv-SE;q=0.9", "Fel e-postadress eller lösenord"],
      ["en;q=0", "Fel e-postadress eller lösenord"],
      ["en", "Invalid login credentials"],
      ["de, en-GB;q=0.8, sv;q=0.2", "Invalid login credentials"],
    ])("after Accept-Language %s: %s", async (language, said) => {
      expect(await sentence(language)).toBe(said);
    });

    it("in English for fields, links that a browser follows, and unknown calls", async () => {
      const headers = { "accept-language": "en" };
      const field = await world.server.send({ path: "/recover", body: { email: 1 }, headers });
      expect(field.body.msg).toBe("The request could not be read. Check the field email.");
      const link = await world.server.get("/verify?type=recovery&token=x", headers);
      expect(link.headers.get("location")).toContain("error_description=The+link+is+no+longer+valid");
      expect((await world.server.send({ path: "/nothing", headers })).body.msg).toBe(
        "Unknown call: POST /auth/v1/nothing",
      );
      const { client } = await halfway();
      const bearer = await tokenOf(client);
      const reply = await world.server.send({ method: "PUT", path: "/user", body: {}, bearer, headers });
      expect(reply.body.msg).toBe("Confirm the sign-in with your second step to continue.");
      expect(reply.headers["content-language"]).toBe("en");
    });
  });
});
