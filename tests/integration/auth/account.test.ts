import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { openSessionSchema } from "#contract/auth.ts";
import {
  type AuthFixture,
  type AuthServer,
  landing,
  mailedLink,
  makeUser,
  messages,
  openAuthFixture,
  PUBLIC_URL,
  signIn,
} from "./auth-server.ts";

const EMAIL = "anna@example.se";
const PASSWORD = "korrekt häst batteri";
const NEW_PASSWORD = "violett tratt på stranden";
const NEW_EMAIL = "anna.berg@example.org";

describe("a person's own account", () => {
  let fixture: AuthFixture;
  let admin: pg.Pool;
  let server: AuthServer;
  let userId: string;

  beforeAll(async () => {
    fixture = await openAuthFixture();
    ({ admin, server } = fixture);
  });
  beforeEach(async () => {
    await admin.query("delete from auth.rate_limits; delete from public.mail_queue; delete from auth.users");
    userId = await makeUser(server, EMAIL, PASSWORD);
  });
  afterAll(() => fixture.close());

  const age = () => admin.query(`update auth.sessions set amr = '[{"method": "password", "timestamp": 1700000000}]'`);
  const actions = async () => {
    const { rows } = await admin.query(
      "select action, actor, after from public.audit where actor = $1 order by at, id",
      [userId],
    );
    return rows;
  };

  describe("the password", () => {
    // Covers: auth.6
    it("is changed: the session goes on, all others end, an email says so, and the audit knows", async () => {
      const [here, there] = [await signIn(server, EMAIL, PASSWORD), await signIn(server, EMAIL, PASSWORD)];
      const { data, error } = await here.auth.updateUser({ password: NEW_PASSWORD });
      expect(error).toBeNull();
      expect(data.user?.id).toBe(userId);
      expect((await here.auth.refreshSession()).error).toBeNull();
      expect((await there.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
      expect((await there.auth.refreshSession()).error).not.toBeNull();
      await signIn(server, EMAIL, NEW_PASSWORD);
      expect((await messages(server, admin)).map(({ template, to }) => ({ template, to }))).toEqual([
        { template: "password_changed", to: EMAIL },
      ]);
      expect((await actions()).map(({ action }) => action)).toContain("auth.password_change");
      expect(JSON.stringify(await actions())).not.toContain(NEW_PASSWORD);
    });

    it.each([
      ["password1", "Lösenordet är för svagt"],
      ["sommar2026", "Lösenordet är för svagt"],
      ["välkommen1", "Lösenordet är för svagt"],
      ["qwertyuiop", "Lösenordet är för svagt"],
      ["1".repeat(200), "Lösenordet är för svagt"],
      [EMAIL, "Lösenordet är för svagt"],
      ["åäö12", "Lösenordet måste vara minst 6 tecken"],
    ])("%s is refused", async (password, message) => {
      const client = await signIn(server, EMAIL, PASSWORD);
      const { error } = await client.auth.updateUser({ password });
      expect(error).toMatchObject({ code: "weak_password", status: 422, message });
      await signIn(server, EMAIL, PASSWORD);
    });

    // Covers: auth.39
    it.each(["Berggrenska", "berggrenska26", "AnnaKarin1", EMAIL])(
      "%s, which is the person's own, is refused on every way to a password",
      async (password) => {
        const personal = { code: "weak_password", message: "Lösenordet är för svagt" };
        const { administration, pool } = server.service;
        await admin.query("insert into public.profiles values ($1, 'Annakarin', 'Berggrenska', $2)", [userId, EMAIL]);
        const client = await signIn(server, EMAIL, PASSWORD);
        expect((await client.auth.updateUser({ password })).error).toMatchObject(personal);
        await expect(administration.setPassword(pool, userId, password, { mustChange: true })).rejects.toMatchObject(
          personal,
        );
        const newcomer = { email: "ny@example.se", password, mustChangePassword: true };
        const names = ["Annakarin", "Berggrenska", EMAIL];
        await expect(administration.createUser(pool, { ...newcomer, personal: names })).rejects.toMatchObject(personal);
      },
    );

    // Covers: request.3
    it("counts to its last character beyond 72 bytes, and may hold any script", async () => {
      const long = `${"Пароль 密码 🔑 är ett bra lösenord, ".repeat(4)}slut`;
      await (await signIn(server, EMAIL, PASSWORD)).auth.updateUser({ password: long });
      await signIn(server, EMAIL, long);
      await expect(signIn(server, EMAIL, `${long.slice(0, -1)}x`)).rejects.toMatchObject({
        code: "invalid_credentials",
      });
    });

    // Covers: silent.1, auth.40
    it("a temporary one must be changed, cannot be kept, and is worth nothing afterwards", async () => {
      await server.service.administration.setPassword(server.service.pool, userId, "tillfällig kod 7741", {
        mustChange: true,
      });
      const client = await signIn(server, EMAIL, "tillfällig kod 7741");
      expect((await client.auth.getUser()).data.user?.app_metadata["must_change_password"]).toBe(true);
      await age();
      const kept = await client.auth.updateUser({ password: "tillfällig kod 7741" });
      expect(kept.error?.code).toBe("same_password");
      const changed = await client.auth.updateUser({ password: NEW_PASSWORD });
      expect(changed.data.user?.app_metadata["must_change_password"]).toBe(false);
      await expect(signIn(server, EMAIL, "tillfällig kod 7741")).rejects.toMatchObject({ code: "invalid_credentials" });
    });

    it("a temporary one ends after a day", async () => {
      await server.service.administration.setPassword(server.service.pool, userId, "tillfällig kod 7741", {
        mustChange: true,
      });
      await admin.query("update auth.users set password_changed_at = now() - interval '25 hours'");
      await expect(signIn(server, EMAIL, "tillfällig kod 7741")).rejects.toMatchObject({ code: "otp_expired" });
      await expect(signIn(server, EMAIL, "fel lösenord")).rejects.toMatchObject({ code: "invalid_credentials" });
    });

    it("is not changed by who merely finds the computer unlocked", async () => {
      const client = await signIn(server, EMAIL, PASSWORD);
      await age();
      const blunt = await client.auth.updateUser({ password: NEW_PASSWORD });
      expect(blunt.error?.code).toBe("reauthentication_needed");
      const wrong = await client.auth.updateUser({ password: NEW_PASSWORD, current_password: "gissning" });
      expect(wrong.error?.code).toBe("reauthentication_not_valid");
      const right = await client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD });
      expect(right.error).toBeNull();
    });

    it("can be changed with digits that were mailed, once", async () => {
      const client = await signIn(server, EMAIL, PASSWORD);
      await age();
      expect((await client.auth.reauthenticate()).error).toBeNull();
      const nonce =
        (await messages(server, admin)).find(({ template }) => template === "reauthentication")?.data.code ?? "";
      expect(nonce).toMatch(/^\d{6}$/);
      const other = String((Number(nonce) + 1) % 1_000_000).padStart(6, "0");
      const wrong = await client.auth.updateUser({ password: NEW_PASSWORD, nonce: other });
      expect(wrong.error?.code).toBe("reauthentication_not_valid");
      expect((await client.auth.updateUser({ password: "password1", nonce })).error?.code).toBe("weak_password");
      expect((await client.auth.updateUser({ password: NEW_PASSWORD, nonce })).error).toBeNull();
      const again = await client.auth.updateUser({ password: "ännu en annan mening", nonce });
      expect(again.error?.code).toBe("reauthentication_not_valid");
    });

    it("re-authenticates the person without a second sign-in, and so do mailed digits; a wrong one does not", async () => {
      const client = await signIn(server, EMAIL, PASSWORD);
      const stepUp = async (body: object) => {
        const { data } = await client.auth.getSession();
        const reply = await server.post("/reauthenticate", body, {
          authorization: `Bearer ${data.session?.access_token}`,
        });
        const { access_token = "", refresh_token = "" } = reply.body;
        if (reply.status === 200) await client.auth.setSession({ access_token, refresh_token });
        return reply;
      };
      const enroll = () => client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Telefonen" });
      await age();
      expect((await enroll()).error?.code).toBe("reauthentication_needed");
      expect((await stepUp({ current_password: "gissning" })).body.error_code).toBe("reauthentication_not_valid");
      expect((await stepUp({})).status).toBe(400);
      expect((await enroll()).error?.code).toBe("reauthentication_needed");
      expect((await stepUp({ current_password: PASSWORD })).status).toBe(200);
      expect((await enroll()).error).toBeNull();
      await age();
      await client.auth.reauthenticate();
      const nonce = (await messages(server, admin)).findLast(({ template }) => template === "reauthentication")?.data
        .code;
      expect((await stepUp({ nonce })).status).toBe(200);
      expect((await stepUp({ nonce })).body.error_code).toBe("reauthentication_not_valid");
      expect((await enroll()).error).toBeNull();
      const { rows } = await admin.query("select count(*)::int as sessions from auth.sessions");
      expect(rows[0].sessions).toBe(1);
    });

    // Covers: auth.24
    it("cannot be changed by a session that ends at that very moment", async () => {
      const client = await signIn(server, EMAIL, PASSWORD);
      const rival = await admin.connect();
      await rival.query("begin; select from auth.users for update");
      const change = client.auth.updateUser({ password: NEW_PASSWORD });
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(async () => (await admin.query(waiting)).rowCount).toBeGreaterThan(0);
      await rival.query("update auth.sessions set revoked_at = now(), revoked_reason = 'test'; commit");
      rival.release();
      expect((await change).error).not.toBeNull();
      await signIn(server, EMAIL, PASSWORD);
    });
  });

  describe("the address", () => {
    const change = async (email = NEW_EMAIL) => {
      const client = await signIn(server, EMAIL, PASSWORD);
      const { data, error } = await client.auth.updateUser({ email }, { emailRedirectTo: `${PUBLIC_URL}/auth` });
      return { client, user: data.user, error };
    };

    const confirm = async (link: string) => {
      const token_hash = new URL(link, PUBLIC_URL).searchParams.get("email_change") ?? "";
      return server.client().auth.verifyOtp({ type: "email_change", token_hash });
    };

    // Covers: auth.7
    it("changes when it is confirmed from the new mailbox; until then the old one holds", async () => {
      const { client, user } = await change();
      expect(user).toMatchObject({ email: EMAIL, new_email: NEW_EMAIL });
      expect((await messages(server, admin)).map(({ template, to }) => ({ template, to }))).toEqual([
        { template: "email_change", to: NEW_EMAIL },
        { template: "email_change_notice", to: EMAIL },
      ]);
      await signIn(server, EMAIL, PASSWORD);
      const confirmed = await confirm(await mailedLink(server, admin, "email_change"));
      expect(confirmed.error).toBeNull();
      expect(confirmed.data).toMatchObject({ session: null, user: { email: NEW_EMAIL } });
      const { data } = await client.auth.getUser();
      expect(data.user?.email).toBe(NEW_EMAIL);
      expect(data.user?.new_email).toBeUndefined();
      await signIn(server, NEW_EMAIL, PASSWORD);
      await expect(signIn(server, EMAIL, PASSWORD)).rejects.toMatchObject({ code: "invalid_credentials" });
    });

    it("the profile carries the new address too", async () => {
      await admin.query("insert into public.profiles values ($1, 'Anna', 'Berg', $2)", [userId, EMAIL]);
      await change();
      await confirm(await mailedLink(server, admin, "email_change"));
      const { rows } = await admin.query("select email from public.profiles where id = $1", [userId]);
      expect(rows).toEqual([{ email: NEW_EMAIL }]);
    });

    it("the link leads to the page and confirms nothing by being opened; the press there works once", async () => {
      await change();
      const link = await mailedLink(server, admin, "email_change");
      expect(link).toMatch(/^\/auth\?email_change=[\w-]{43}$/);
      const token = new URL(link, PUBLIC_URL).searchParams.get("email_change") ?? "";
      // A mail scanner's prefetch and an older form of the link follow it.
      for (const type of ["email_change", "recovery"]) {
        const page = landing(await server.get(`/verify?type=${type}&token=${token}`));
        expect(page.searchParams.get("error")).toBe("access_denied");
      }
      await signIn(server, EMAIL, PASSWORD);
      expect((await confirm(link)).error).toBeNull();
      expect((await confirm(link)).error?.code).toBe("otp_expired");
    });

    it("a link of another kind confirms no address", async () => {
      await server.client().auth.resetPasswordForEmail(EMAIL);
      const token_hash =
        new URL(await mailedLink(server, admin, "recovery"), PUBLIC_URL).searchParams.get("token") ?? "";
      const { error } = await server.client().auth.verifyOtp({ type: "email_change", token_hash });
      expect(error?.code).toBe("otp_expired");
    });

    it("that another account has gets the same answer, no link, and changes nothing", async () => {
      await makeUser(server, "upptagen@example.se", PASSWORD);
      const { user, error } = await change("Upptagen@Example.se");
      expect(error).toBeNull();
      expect(user).toMatchObject({ email: EMAIL, new_email: "Upptagen@Example.se" });
      expect((await messages(server, admin)).map(({ template }) => template)).toEqual(["email_change_notice"]);
    });

    it("that somebody took in the meantime is not taken over", async () => {
      await change();
      const link = await mailedLink(server, admin, "email_change");
      await makeUser(server, NEW_EMAIL, PASSWORD);
      expect((await confirm(link)).error?.code).toBe("otp_expired");
    });

    it("a password change ends a change of address that a thief may have begun", async () => {
      const { client } = await change();
      const link = await mailedLink(server, admin, "email_change");
      const { data } = await client.auth.updateUser({ password: NEW_PASSWORD });
      expect(data.user?.new_email).toBeUndefined();
      expect((await confirm(link)).error?.code).toBe("otp_expired");
    });

    it("differing only in case is the same account, and may be respelled", async () => {
      await change("Anna@Example.SE");
      await confirm(await mailedLink(server, admin, "email_change"));
      const client = await signIn(server, EMAIL, PASSWORD);
      expect((await client.auth.getUser()).data.user?.email).toBe("Anna@Example.SE");
    });

    it.each(["anna", "anna@", "a b@example.se", `${"a".repeat(300)}@example.se`, "anna@example.se\nBcc: x@y.se"])(
      "%j is refused",
      async (email) => {
        expect((await change(email)).error?.status).toBe(400);
      },
    );

    it("does not change for a stale sign-in", async () => {
      const client = await signIn(server, EMAIL, PASSWORD);
      await age();
      expect((await client.auth.updateUser({ email: NEW_EMAIL })).error?.code).toBe("reauthentication_needed");
    });

    it("does not change for one who still has a temporary password", async () => {
      await server.service.administration.setPassword(server.service.pool, userId, "tillfällig kod 7741", {
        mustChange: true,
      });
      const client = await signIn(server, EMAIL, "tillfällig kod 7741");
      expect((await client.auth.updateUser({ email: NEW_EMAIL })).error?.status).toBe(403);
    });
  });

  describe("its data", () => {
    // Covers: auth.6
    it("is laid over what is there; null takes a key away", async () => {
      const client = await signIn(server, EMAIL, PASSWORD);
      await client.auth.updateUser({ data: { language: "sv", theme: "dark" } });
      const { data } = await client.auth.updateUser({ data: { theme: null, seen: ["nyhet"] } });
      expect(data.user?.user_metadata).toEqual({ language: "sv", seen: ["nyhet"] });
    });

    it("stays small", async () => {
      const client = await signIn(server, EMAIL, PASSWORD);
      const { error } = await client.auth.updateUser({ data: { text: "x".repeat(9_000) } });
      expect(error?.code).toBe("validation_failed");
    });

    it("cannot make anybody an administrator, or anything else than data", async () => {
      const client = await signIn(server, EMAIL, PASSWORD);
      const wish = {
        data: { ok: true },
        role: "service_role",
        app_metadata: { role: "system_admin" },
        banned_until: "none",
      };
      const { data } = await client.auth.updateUser(wish);
      expect(data.user).toMatchObject({ role: "authenticated", user_metadata: { ok: true } });
      expect(data.user?.app_metadata).not.toHaveProperty("role");
    });
  });

  describe("an invitation", () => {
    const invite = async () => {
      const id = await server.service.administration.createUser(server.service.pool, {
        email: "ny@example.se",
        password: null,
        mustChangePassword: true,
      });
      const { link } = await server.service.administration.invite(server.service.pool, id);
      return { id, link, token: new URL(link).searchParams.get("invitation") ?? "" };
    };

    it("lets the invited person choose a password, once", async () => {
      const { link, token } = await invite();
      expect(link).toMatch(/^http:\/\/portal\.test\/auth\?invitation=[\w-]{43}$/);
      const client = server.client();
      const { data, error } = await client.auth.verifyOtp({ type: "invite", token_hash: token });
      expect(error).toBeNull();
      expect(data.user?.app_metadata["must_change_password"]).toBe(true);
      expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
      await signIn(server, "ny@example.se", NEW_PASSWORD);
      const again = await server.client().auth.verifyOtp({ type: "invite", token_hash: token });
      expect(again.error?.code).toBe("otp_expired");
    });

    it("made anew ends the one before", async () => {
      const { id, token } = await invite();
      await server.service.administration.invite(server.service.pool, id);
      expect((await server.client().auth.verifyOtp({ type: "invite", token_hash: token })).error?.code).toBe(
        "otp_expired",
      );
    });

    it("a recovery link does not pass for an invitation", async () => {
      await server.client().auth.resetPasswordForEmail(EMAIL);
      const token = new URL(await mailedLink(server, admin, "recovery"), server.url).searchParams.get("token") ?? "";
      expect((await server.client().auth.verifyOtp({ type: "invite", token_hash: token })).error?.code).toBe(
        "otp_expired",
      );
    });
  });

  describe("its sessions", () => {
    it("are listed with where they are, and one of them can be ended", async () => {
      const [here, there] = [await signIn(server, EMAIL, PASSWORD), await signIn(server, EMAIL, PASSWORD)];
      const { data } = await here.auth.getSession();
      const authorization = `Bearer ${data.session?.access_token}`;
      const list = z.array(openSessionSchema).parse(await (await server.get("/sessions", { authorization })).json());
      expect(list).toHaveLength(2);
      const other = list.find((session) => !session.current);
      expect(other).toMatchObject({ ip: "127.0.0.1", aal: "aal1" });
      const remove = (id: string) =>
        fetch(`${server.url}/auth/v1/sessions/${id}`, { method: "DELETE", headers: { authorization } });
      expect((await remove(other?.id ?? "")).status).toBe(204);
      expect((await there.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
      expect((await here.auth.getUser()).error).toBeNull();
    });

    it("cannot be ended by another person", async () => {
      await makeUser(server, "annan@example.se", PASSWORD);
      const victim = await signIn(server, "annan@example.se", PASSWORD);
      const { rows } = await admin.query("select id from auth.sessions");
      const { data } = await (await signIn(server, EMAIL, PASSWORD)).auth.getSession();
      const reply = await fetch(`${server.url}/auth/v1/sessions/${rows[0].id}`, {
        method: "DELETE",
        headers: { authorization: `Bearer ${data.session?.access_token}` },
      });
      expect(reply.status).toBe(404);
      expect((await victim.auth.getUser()).error).toBeNull();
    });
  });
});
