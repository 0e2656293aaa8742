import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { claimsOf, landing, mailedLink, signIn } from "./auth-server.ts";
import { EMAIL, type MfaWorld, NEW_PASSWORD, openMfaWorld, PASSWORD } from "./mfa-world.ts";

describe("a second factor", () => {
  let world: MfaWorld;
  beforeAll(async () => {
    world = await openMfaWorld();
  });
  beforeEach(() => world.reset());
  afterAll(() => world.stop());

  describe("a person who only has the password", () => {
    it("can add no factor, remove none, and change neither password nor address", async () => {
      const { factorId } = await world.withApp();
      const thief = await signIn(world.server, EMAIL, PASSWORD);
      const tries = [
        await thief.auth.mfa.enroll({ factorType: "totp", friendlyName: "Tjuvens" }),
        await thief.auth.mfa.unenroll({ factorId }),
        await thief.auth.mfa.recoveryCodes.generate(),
        await thief.auth.mfa.recoveryCodes.regenerate(),
        await thief.auth.mfa.recoveryCodes.unenroll(),
        await thief.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD }),
        await thief.auth.updateUser({ email: "tjuv@example.org", current_password: PASSWORD }),
      ];
      expect(tries.map(({ error }) => error?.code)).toEqual(tries.map(() => "insufficient_aal"));
    });

    it("cannot finish a factor that the owner has begun", async () => {
      const { client } = await world.withApp();
      const begun = await world.enroll(client, "Nya telefonen");
      const thief = await signIn(world.server, EMAIL, PASSWORD);
      expect((await world.verify(thief, begun.factorId, world.codeOf(begun.secret))).error?.code).toBe(
        "insufficient_aal",
      );
    });

    // Covers: auth.23
    it("gets no further by a recovery link: it opens aal1, and the password stays", async () => {
      await world.makeAdmin();
      await world.withApp();
      const thief = world.server.client();
      await thief.auth.resetPasswordForEmail(EMAIL);
      const page = landing(await world.server.get(await mailedLink(world.server, world.admin, "recovery")));
      expect((await thief.auth.exchangeCodeForSession(page.searchParams.get("code") ?? "")).error).toBeNull();
      expect((await claimsOf(thief)).aal).toBe("aal1");
      expect(await world.denied(thief)).toBe("insufficient_aal");
      expect((await thief.auth.updateUser({ password: NEW_PASSWORD })).error?.code).toBe("insufficient_aal");
    });

    it("the owner recovers with the factor", async () => {
      const { factorId, secret } = await world.withApp();
      const owner = world.server.client();
      await owner.auth.resetPasswordForEmail(EMAIL);
      const page = landing(await world.server.get(await mailedLink(world.server, world.admin, "recovery")));
      await owner.auth.exchangeCodeForSession(page.searchParams.get("code") ?? "");
      expect((await world.verify(owner, factorId, world.codeOf(secret))).error).toBeNull();
      expect((await owner.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
      expect((await claimsOf(owner)).aal).toBe("aal2");
    });

    // Covers: auth.30
    it("has ten attempts in a quarter of an hour over all factors together, also for a thousand at once", async () => {
      const { client, factorId, secret } = await world.withApp();
      await client.auth.mfa.recoveryCodes.generate();
      const thief = await signIn(world.server, EMAIL, PASSWORD);
      const { data } = await thief.auth.getSession();
      const headers = { authorization: `Bearer ${data.session?.access_token}` };
      const { data: challenge } = await thief.auth.mfa.challenge({ factorId });
      const right = new Set([-2, -1, 0, 1, 2].map((step) => world.codeOf(secret, step)));
      const wrong = right.has("000000") ? "000001" : "000000";
      const replies = await Promise.all(
        Array.from({ length: 1_000 }, (_, i) => {
          const on = i % 2 ? world.server : world.other;
          if (i % 3 === 0) return on.post("/token?grant_type=password", { email: EMAIL, password: `fel ${i}` });
          if (i % 3 === 1)
            return on.post(`/factors/${factorId}/verify`, { challenge_id: challenge?.id, code: wrong }, headers);
          return on.post("/factors/recovery-codes/verify", { code: `gissning ${i}` }, headers);
        }),
      );
      const evaluated = replies.filter(({ body }) =>
        ["invalid_credentials", "mfa_verification_failed"].includes(body.error_code ?? ""),
      );
      expect(evaluated).toHaveLength(10);
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(990);
      const { rows } = await world.admin.query(
        "select count(*)::int as bursts from public.audit where action = 'auth.failed_burst' and subject_id = $1",
        [world.userId()],
      );
      expect(rows[0].bursts).toBe(1);
    });
  });

  describe("a role that demands it", () => {
    // Covers: auth.42
    it("lets a person without one do nothing but add it, and says so to the page", async () => {
      await world.makeAdmin();
      const client = await signIn(world.server, EMAIL, PASSWORD);
      expect(await world.denied(client)).toBeNull();
      await world.admin.query("update public.mfa_requirements set required = true where role = 'system_admin'");
      expect(await world.denied(client)).toBe("insufficient_aal");
      const { data } = await client.auth.getUser();
      expect(data.user).toMatchObject({ app_metadata: { mfa_required: true } });
      const { factorId, secret } = await world.enroll(client);
      expect((await world.verify(client, factorId, world.codeOf(secret))).error).toBeNull();
      expect(await world.denied(client)).toBeNull();
    });

    it("leaves the other roles alone", async () => {
      await world.makeAdmin();
      await world.admin.query("update public.mfa_requirements set required = true where role = 'org_admin'");
      const client = await signIn(world.server, EMAIL, PASSWORD);
      expect(await world.denied(client)).toBeNull();
      expect((await client.auth.getUser()).data.user).toMatchObject({ app_metadata: { mfa_required: false } });
    });

    // Covers: admin.16
    it("is let off only by a system admin who stepped up lately, and at the console", async () => {
      await world.makeAdmin();
      const { session_id, sub } = await claimsOf(await signIn(world.server, EMAIL, PASSWORD));
      const set = async (required: boolean) => {
        const client = await world.caller.connect();
        try {
          await client.query("begin");
          await client.query("select * from private.enter($1, $2)", [session_id, sub]);
          await client.query("update public.mfa_requirements set required = $1 where role = 'org_admin'", [required]);
          await client.query("commit");
          return "done";
        } catch (error) {
          await client.query("rollback");
          return z.object({ constraint: z.string() }).parse(error).constraint;
        } finally {
          client.release();
        }
      };
      expect(await set(true)).toBe("done");
      await world.admin.query(
        "update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', floor(extract(epoch from now()))::bigint - 301))",
      );
      expect(await set(false)).toBe("mfa_requirements_step_up");
      expect(await set(true)).toBe("done");
      await world.admin.query(
        "update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', floor(extract(epoch from now()))::bigint))",
      );
      expect(await set(false)).toBe("done");
    });

    it("is switched by a system admin only, and the switch is audited", async () => {
      await world.makeAdmin();
      const client = await world.caller.connect();
      await client.query("begin");
      await client.query("set local role org_admin");
      await expect(client.query("update public.mfa_requirements set required = true")).rejects.toMatchObject({
        code: "42501",
      });
      await client.query("rollback");
      const { session_id, sub } = await claimsOf(await signIn(world.server, EMAIL, PASSWORD));
      await client.query("begin");
      await client.query("select * from private.enter($1, $2)", [session_id, sub]);
      await client.query("update public.mfa_requirements set required = true where role = 'org_admin'");
      await client.query("commit");
      client.release();
      expect(await world.actions()).toContain("mfa_requirements.update");
    });
  });

  it("that is finished while somebody takes it away needs a step-up like any other", async () => {
    const { client } = await world.withApp();
    const { factorId } = await world.enroll(client, "Nya telefonen");
    await world.admin.query(
      "update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'totp', 'timestamp', floor(extract(epoch from now()))::bigint - 301))",
    );
    const rival = await world.admin.connect();
    await rival.query("begin; select from auth.users for update");
    const removal = client.auth.mfa.unenroll({ factorId });
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await world.admin.query(waiting)).rowCount).toBeGreaterThan(0);
    await rival.query(`update auth.mfa_factors set status = 'verified' where id = '${factorId}'; commit`);
    rival.release();
    expect((await removal).error?.code).toBe("reauthentication_needed");
  });

  it("one who has a temporary password adds no factor before it is changed", async () => {
    await world.server.service.administration.setPassword(
      world.server.service.pool,
      world.userId(),
      "tillfällig kod 7741",
      {
        mustChange: true,
      },
    );
    const client = await signIn(world.server, EMAIL, "tillfällig kod 7741");
    expect((await client.auth.mfa.enroll({ factorType: "totp" })).error?.status).toBe(403);
  });
});
