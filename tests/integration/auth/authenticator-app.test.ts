import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { claimsOf, makeUser, messages, signIn } from "./auth-server.ts";
import { EMAIL, type MfaWorld, openMfaWorld, PASSWORD } from "./mfa-world.ts";

describe("an authenticator app", () => {
  let world: MfaWorld;
  beforeAll(async () => {
    world = await openMfaWorld();
  });
  beforeEach(() => world.reset());
  afterAll(() => world.stop());

  describe("an authenticator app", () => {
    // Covers: 7.3
    it("is added with a QR code, a secret and a code, and lifts the session", async () => {
      const client = await signIn(world.server, EMAIL, PASSWORD);
      const app = await world.enroll(client);
      expect(app.uri).toMatch(/^otpauth:\/\/totp\/portal\.test:anna%40example\.se\?/);
      expect(app.qr).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
      const { data, error } = await world.verify(client, app.factorId, world.codeOf(app.secret));
      expect(error).toBeNull();
      expect(data?.user.factors).toMatchObject([{ id: app.factorId, factor_type: "totp", status: "verified" }]);
      expect(await claimsOf(client)).toMatchObject({ aal: "aal2", amr: [{ method: "password" }, { method: "totp" }] });
      const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
      expect(level).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
      expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
      expect((await client.auth.refreshSession()).error).toBeNull();
      expect((await claimsOf(client)).aal).toBe("aal2");
      expect((await client.auth.mfa.recoveryCodes.generate()).error).toBeNull();
      const sent = async () => (await messages(world.server, world.admin)).map(({ data: { change } }) => change);
      expect(await sent(), "one change, one email").toEqual(["factor_added"]);
      expect((await client.auth.mfa.recoveryCodes.regenerate()).error).toBeNull();
      expect(await sent()).toEqual(["factor_added", "recovery_codes_made"]);
      expect(await world.actions()).toContain("auth.factor_add");
    });

    it("its secret is encrypted in the database", async () => {
      const client = await signIn(world.server, EMAIL, PASSWORD);
      const { secret } = await world.enroll(client);
      const { rows } = await world.admin.query("select to_jsonb(f)::text as row from auth.mfa_factors f");
      expect(rows[0].row).toContain("p1:");
      expect(rows[0].row).not.toContain(secret);
    });

    // Covers: silent.1, auth.15
    it("is asked for at the next sign-in: until then the account reaches nothing", async () => {
      await world.makeAdmin();
      const { factorId, secret } = await world.withApp();
      const client = await signIn(world.server, EMAIL, PASSWORD);
      const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
      expect(level).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
      expect(await world.denied(client)).toBe("insufficient_aal");
      expect((await world.verify(client, factorId, world.codeOf(secret))).error).toBeNull();
      expect(await world.denied(client)).toBeNull();
    });

    // Covers: auth.11
    it("a code works once, also on two servers at once, and never again after a newer one", async () => {
      const { factorId, secret } = await world.withApp();
      const code = world.codeOf(secret);
      const clients = await Promise.all(
        [world.server, world.other, world.server, world.other].map((on) => signIn(on, EMAIL, PASSWORD)),
      );
      const results = await Promise.all(clients.map((client) => world.verify(client, factorId, code)));
      expect(results.filter(({ error }) => error === null)).toHaveLength(1);
      const late = await signIn(world.server, EMAIL, PASSWORD);
      expect((await world.verify(late, factorId, world.codeOf(secret, -1))).error?.code).toBe(
        "mfa_verification_failed",
      );
    });

    it.each([-2, -1, 0, 1, 2])("works with a phone whose clock is %i half minutes off", async (steps) => {
      const client = await signIn(world.server, EMAIL, PASSWORD);
      const { factorId, secret } = await world.enroll(client);
      expect((await world.verify(client, factorId, world.codeOf(secret, steps))).error).toBeNull();
    });

    // Covers: auth.11
    it.each([-4, 4])("does not work with a phone whose clock is %i half minutes off", async (steps) => {
      const client = await signIn(world.server, EMAIL, PASSWORD);
      const { factorId, secret } = await world.enroll(client);
      expect((await world.verify(client, factorId, world.codeOf(secret, steps))).error?.code).toBe(
        "mfa_verification_failed",
      );
    });

    // Covers: auth.10
    it("stands in GET /factors as in GET /user, without its secret", async () => {
      const { client, secret } = await world.withApp();
      const { data } = await client.auth.getSession();
      const reply = await world.server.get("/factors", { authorization: `Bearer ${data.session?.access_token}` });
      const text = await reply.text();
      expect(JSON.parse(text)).toEqual((await client.auth.getUser()).data.user?.factors);
      expect(JSON.parse(text)).toMatchObject([{ factor_type: "totp", status: "verified" }]);
      expect(text).not.toContain(secret);
    });

    it("being added, ends the sessions that have not shown it", async () => {
      const elsewhere = await signIn(world.server, EMAIL, PASSWORD);
      await world.withApp();
      expect((await elsewhere.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    });

    // Covers: request.1
    it("a challenge is answered once and ends after five minutes", async () => {
      const { factorId, secret } = await world.withApp();
      const client = await signIn(world.server, EMAIL, PASSWORD);
      const { data: challenge } = await client.auth.mfa.challenge({ factorId });
      const answer = (code: string) => client.auth.mfa.verify({ factorId, challengeId: challenge?.id ?? "", code });
      expect((await answer(world.codeOf(secret))).error).toBeNull();
      world.move(30);
      expect((await answer(world.codeOf(secret))).error?.code).toBe("mfa_challenge_expired");
      const { data: second } = await client.auth.mfa.challenge({ factorId });
      await world.admin.query("update auth.mfa_challenges set expires_at = now() where id = $1", [second?.id]);
      const late = await client.auth.mfa.verify({
        factorId,
        challengeId: second?.id ?? "",
        code: world.codeOf(secret),
      });
      expect(late.error?.code).toBe("mfa_challenge_expired");
    });

    it("cannot be challenged, answered or removed by another person", async () => {
      const { factorId, secret } = await world.withApp();
      await makeUser(world.server, "annan@example.se", PASSWORD);
      const outsider = await signIn(world.server, "annan@example.se", PASSWORD);
      expect((await outsider.auth.mfa.challenge({ factorId })).error?.code).toBe("mfa_factor_not_found");
      expect((await outsider.auth.mfa.unenroll({ factorId })).error?.code).toBe("mfa_factor_not_found");
      const own = await world.enroll(outsider);
      const { data: challenge } = await outsider.auth.mfa.challenge({ factorId: own.factorId });
      const crossed = await outsider.auth.mfa.verify({
        factorId,
        challengeId: challenge?.id ?? "",
        code: world.codeOf(secret),
      });
      expect(crossed.error?.code).toBe("mfa_factor_not_found");
    });

    it("the refresh token of before is refused without ending the session, and ends it after the grace", async () => {
      const client = await signIn(world.server, EMAIL, PASSWORD);
      const { data: before } = await client.auth.getSession();
      const { factorId, secret } = await world.enroll(client);
      await world.verify(client, factorId, world.codeOf(secret));
      const stale = () =>
        world.server.post("/token?grant_type=refresh_token", { refresh_token: before.session?.refresh_token });
      expect((await stale()).body.error_code).toBe("refresh_token_already_used");
      expect((await client.auth.getUser()).error).toBeNull();
      await world.admin.query(
        "update auth.refresh_tokens set used_at = used_at - interval '11 seconds' where used_at is not null",
      );
      await stale();
      expect((await client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    });

    it("two with one name are distinguished, and eleven are too many", async () => {
      const { client } = await world.withApp();
      const same = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Telefonen" });
      expect(same.error?.code).toBe("mfa_factor_name_conflict");
      await world.admin.query(
        "insert into auth.mfa_factors (user_id, factor_type, status) select $1, 'totp', 'verified' from generate_series(1, 9)",
        [world.userId()],
      );
      const more = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Elfte" });
      expect(more.error?.code).toBe("too_many_enrolled_mfa_factors");
    });
  });

  describe("removing it", () => {
    it("needs the factor and a fresh step-up; then sessions are back at the first step", async () => {
      const { client, factorId, secret } = await world.withApp();
      await world.admin.query(
        "update auth.sessions set amr = (select jsonb_agg(e || $1) from jsonb_array_elements(amr) e)",
        [JSON.stringify({ timestamp: 1_700_000_000 })],
      );
      expect((await client.auth.mfa.unenroll({ factorId })).error?.code).toBe("reauthentication_needed");
      await world.verify(client, factorId, world.codeOf(secret));
      await client.auth.mfa.recoveryCodes.generate();
      expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
      await client.auth.refreshSession();
      expect((await claimsOf(client)).aal).toBe("aal1");
      expect((await client.auth.getUser()).data.user?.factors ?? []).toEqual([]);
      expect((await client.auth.mfa.recoveryCodes.getStatus()).error?.code).toBe("mfa_factor_not_found");
      expect(await world.actions()).toContain("auth.factor_remove");
    });

    it("an administrator helps one who lost everything: factors gone, sessions ended", async () => {
      const { client } = await world.withApp();
      expect(await world.server.service.administration.removeFactors(world.server.service.pool, world.userId())).toBe(
        1,
      );
      expect((await client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
      const { data } = await (await signIn(world.server, EMAIL, PASSWORD)).auth.mfa.getAuthenticatorAssuranceLevel();
      expect(data?.nextLevel).toBe("aal1");
    });
  });
});
