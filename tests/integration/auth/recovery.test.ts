import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type AuthFixture,
  type AuthServer,
  claimsOf,
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

describe("a forgotten password", () => {
  let fixture: AuthFixture;
  let admin: pg.Pool;
  let server: AuthServer;
  let userId: string;

  beforeAll(async () => {
    fixture = await openAuthFixture();
    ({ admin, server } = fixture);
  });
  beforeEach(async () => {
    await admin.query(
      "delete from auth.rate_limits; delete from public.mail_queue; delete from auth.link_requests; delete from auth.users",
    );
    userId = await makeUser(server, EMAIL, PASSWORD);
  });
  afterAll(() => fixture.close());

  const ask = async (client = server.client(), email = EMAIL) => {
    const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo: `${PUBLIC_URL}/auth` });
    expect(error).toBeNull();
    return client;
  };
  const follow = async (link: string) => landing(await server.get(link));
  const codeOf = (url: URL) => url.searchParams.get("code") ?? "no code";

  // Covers: 2.5, auth.1
  it("a person asks for a link, opens it, chooses a new password and is signed in by it", async () => {
    const client = await ask();
    const page = await follow(await mailedLink(server, admin, "recovery"));
    expect(page.origin + page.pathname).toBe(`${PUBLIC_URL}/auth`);
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    const { data, error } = await client.auth.exchangeCodeForSession(codeOf(page));
    expect(error).toBeNull();
    expect(data.user?.id).toBe(userId);
    expect(events).toContain("PASSWORD_RECOVERY");
    expect(await claimsOf(client)).toMatchObject({ aal: "aal1", amr: [{ method: "recovery" }] });
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    await signIn(server, EMAIL, NEW_PASSWORD);
    await expect(signIn(server, EMAIL, PASSWORD)).rejects.toMatchObject({ code: "invalid_credentials" });
  });

  // Covers: auth.2
  it("the link carries 256 random bits, and the database keeps only their digest", async () => {
    await ask();
    const link = await mailedLink(server, admin, "recovery");
    const token = new URL(link, server.url).searchParams.get("token") ?? "";
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const { rows } = await admin.query("select to_jsonb(t)::text as row from auth.one_time_tokens t");
    const { rows: queued } = await admin.query("select to_jsonb(q)::text as row from public.mail_queue q");
    for (const { row } of [...rows, ...queued]) {
      expect(row).not.toContain(token);
      expect(row).not.toContain(Buffer.from(token, "base64url").toString("hex"));
    }
  });

  // Covers: auth.3
  it("the code of a link opens a session once, and the link is used up with it", async () => {
    const client = await ask();
    const link = await mailedLink(server, admin, "recovery");
    const code = codeOf(await follow(link));
    const verifier = await client.auth.exchangeCodeForSession(code);
    expect(verifier.error).toBeNull();
    expect((await follow(link)).searchParams.get("error_code")).toBe("otp_expired");
    const again = await server.post("/token?grant_type=pkce", { auth_code: code, code_verifier: "x".repeat(56) });
    expect(again.body.error_code).toBe("flow_state_not_found");
  });

  // Covers: auth.4
  it("a mail scanner that opens the link before the person takes nothing from her", async () => {
    const client = await ask();
    const link = await mailedLink(server, admin, "recovery");
    const scanned = codeOf(await follow(link));
    const opened = codeOf(await follow(link));
    expect(opened).toBe(scanned);
    expect((await client.auth.exchangeCodeForSession(opened)).error).toBeNull();
    const { rows } = await admin.query("select count(*)::int as sessions from auth.sessions");
    expect(rows[0].sessions).toBe(1);
  });

  // Covers: auth.3
  it("one of fifty people who redeem one code at once gets in", async () => {
    const reply = await server.post("/recover", {
      email: EMAIL,
      code_challenge: "v".repeat(43),
      code_challenge_method: "plain",
    });
    expect(reply.status).toBe(200);
    const code = codeOf(await follow(await mailedLink(server, admin, "recovery")));
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        server.post("/token?grant_type=pkce", { auth_code: code, code_verifier: "v".repeat(43) }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await admin.query("select count(*)::int as sessions from auth.sessions");
    expect(rows[0].sessions).toBe(1);
  });

  // Covers: auth.4
  it("a code that was read over a shoulder opens nothing without the browser that asked for it", async () => {
    await ask();
    const code = codeOf(await follow(await mailedLink(server, admin, "recovery")));
    const thief = await server.post("/token?grant_type=pkce", { auth_code: code, code_verifier: "x".repeat(56) });
    expect({ status: thief.status, code: thief.body.error_code }).toEqual({ status: 400, code: "bad_code_verifier" });
    const otherBrowser = server.client();
    await otherBrowser.auth.resetPasswordForEmail("annan@example.se");
    expect((await otherBrowser.auth.exchangeCodeForSession(code)).error?.code).toBe("bad_code_verifier");
  });

  // Covers: auth.3
  it("a link ends after 60 minutes, and its code after ten", async () => {
    const client = await ask();
    const link = await mailedLink(server, admin, "recovery");
    const lives = async (kind: string) => {
      const { rows } = await admin.query(
        "select extract(epoch from expires_at - created_at)::int as seconds from auth.one_time_tokens where kind = $1",
        [kind],
      );
      return rows[0].seconds;
    };
    expect(await lives("recovery")).toBe(3600);
    const code = codeOf(await follow(link));
    expect(await lives("pkce_code")).toBe(600);
    await admin.query("update auth.one_time_tokens set expires_at = now() - interval '1 second'");
    expect((await follow(link)).searchParams.get("error_code")).toBe("otp_expired");
    expect((await client.auth.exchangeCodeForSession(code)).error?.code).toBe("flow_state_not_found");
  });

  it("an unknown address gets the same answer, and no email", async () => {
    const known = await server.post("/recover", recoverBody(EMAIL));
    const unknown = await server.post("/recover", recoverBody("ingen@example.se"));
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: 200, body: {} });
    expect({ status: known.status, body: known.body }).toEqual({ status: 200, body: {} });
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
    expect((await messages(server, admin)).map(({ to }) => to)).toEqual([EMAIL]);
  });

  // Covers: auth.22
  it("a request leaves the same row for both: the account is looked up only after the reply", async () => {
    await server.service.links.add(server.service.pool, {
      kind: "recovery",
      email: "ingen@example.se",
      userId: null,
      codeChallenge: "c".repeat(43),
      redirectTo: `${PUBLIC_URL}/auth`,
    });
    const { rows } = await admin.query("select kind, email, user_id from auth.link_requests");
    expect(rows).toEqual([{ kind: "recovery", email: "ingen@example.se", user_id: null }]);
    server.service.links.work();
    await server.service.links.idle();
    expect((await admin.query("select from auth.link_requests")).rows).toHaveLength(0);
  });

  // Covers: auth.5
  it("the email goes to the account's own address, not to the one that was typed", async () => {
    await ask(server.client(), "ＡNNA@Example.SE");
    expect((await messages(server, admin)).map(({ to }) => to)).toEqual([EMAIL]);
  });

  it.each([
    "https://evil.example/auth",
    "//evil.example/auth",
    "http://portal.test.evil.example/auth",
    "http://portal.test@evil.example/auth",
    "http://portal.test:81/auth",
    "https://portal.test/auth",
    "javascript:alert(1)",
    "http://portal.test/auth/v1/callback",
    "http://portal.test/auth/../organisationer",
    "http://portal.test/auth%2f..%2forg",
    "http://portal.test/organisationer",
    "/\\evil.example/auth",
    "data:text/html,x",
    "not an address \u0007",
  ])("a link never leads to %s", async (target) => {
    const reply = await server.post(`/recover?redirect_to=${encodeURIComponent(target)}`, recoverBody(EMAIL));
    expect(reply.status).toBe(200);
    const page = await follow(await mailedLink(server, admin, "recovery"));
    expect(page.origin + page.pathname).toBe(`${PUBLIC_URL}/auth`);
  });

  it.each(["host", "x-forwarded-host", "x-original-host", "forwarded", "origin", "referer"])(
    "a false %s header has no say in the link",
    async (header) => {
      await fetchWith({ [header]: header === "forwarded" ? "host=evil.example" : "http://evil.example" });
      const [message] = await messages(server, admin);
      expect(message?.data.link).toMatch(/^http:\/\/portal\.test\/auth\/v1\/verify\?/);
      expect(message?.data.link).not.toContain("evil");
    },
  );
  const fetchWith = (headers: Record<string, string>) => server.post("/recover", recoverBody(EMAIL), headers);

  it("a new password ends every other session and every other link", async () => {
    const elsewhere = await signIn(server, EMAIL, PASSWORD);
    const client = await ask();
    const code = codeOf(await follow(await mailedLink(server, admin, "recovery")));
    const second = await ask(server.client());
    const secondLink = await mailedLink(server, admin, "recovery");
    await client.auth.exchangeCodeForSession(code);
    await client.auth.updateUser({ password: NEW_PASSWORD });
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await elsewhere.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect((await follow(secondLink)).searchParams.get("error_code")).toBe("otp_expired");
    expect((await second.auth.getSession()).data.session).toBeNull();
  });

  it("a link mailed before the password was changed is worth nothing after", async () => {
    const client = await ask();
    const code = codeOf(await follow(await mailedLink(server, admin, "recovery")));
    await (await signIn(server, EMAIL, PASSWORD)).auth.updateUser({ password: NEW_PASSWORD });
    expect((await client.auth.exchangeCodeForSession(code)).error?.code).toBe("flow_state_not_found");
  });

  it("a blocked account gets no email, and a link it already had opens nothing", async () => {
    const client = await ask();
    const code = codeOf(await follow(await mailedLink(server, admin, "recovery")));
    await admin.query("update auth.users set banned_until = now() + interval '1 day'; delete from public.mail_queue");
    await ask(server.client());
    expect(await messages(server, admin)).toEqual([]);
    expect((await client.auth.exchangeCodeForSession(code)).error?.code).toBe("user_banned");
  });

  it("one address cannot flood a mailbox, known or not, and a refusal reveals nothing either", async () => {
    for (const email of [EMAIL, "ingen@example.se"]) {
      const replies = [];
      for (let i = 0; i < 5; i += 1) replies.push(await server.post("/recover", recoverBody(email)));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
      expect(replies[4]?.body.error_code).toBe("over_email_send_rate_limit");
    }
    expect(await messages(server, admin)).toHaveLength(3);
  });

  // Covers: 7.2
  it("a request without PKCE is refused by name: no sign-in is ever put into an address", async () => {
    const reply = await server.post("/recover", { email: EMAIL });
    expect({ status: reply.status, code: reply.body.error_code }).toEqual({ status: 400, code: "validation_failed" });
    expect(reply.body.msg).toContain("flowType: 'pkce'");
  });

  it.each([
    "/verify",
    "/verify?token=x&type=signup",
    "/verify?token=&type=recovery",
    "/verify?token=aaaa&type=recovery",
  ])("%s lands on the page with a Swedish sentence", async (path) => {
    const page = await follow(path);
    expect(page.origin + page.pathname).toBe(`${PUBLIC_URL}/auth`);
    expect(page.searchParams.get("error")).toBe("access_denied");
    expect(page.searchParams.get("error_description")).toMatch(/Länken|Begäran/);
  });

  // Covers: auth.31
  it("false links and codes use up nobody's attempts: 256 bits cannot be searched", async () => {
    for (let i = 0; i < 120; i += 1) {
      const code = await server.post("/token?grant_type=pkce", { auth_code: `gissning ${i}`, code_verifier: "x" });
      expect(code.status).toBe(404);
      const link = await follow(`/verify?token=gissning${i}&type=recovery`);
      expect(link.searchParams.get("error_code")).toBe("otp_expired");
      for (const type of ["invite", "recovery", "email_change"]) {
        expect((await server.post("/verify", { type, token_hash: `gissning ${i}` })).status).toBe(403);
      }
    }
    const { rows } = await admin.query("select key from auth.rate_limits");
    expect(rows).toEqual([]);
    await signIn(server, EMAIL, PASSWORD);
  });

  it("the link's own token opens a session by a press, once, and not past the second factor", async () => {
    const client = await ask();
    const token = new URL(await mailedLink(server, admin, "recovery"), PUBLIC_URL).searchParams.get("token") ?? "";
    const { data, error } = await client.auth.verifyOtp({ token_hash: token, type: "recovery" });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(userId);
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    const again = await server.client().auth.verifyOtp({ token_hash: token, type: "recovery" });
    expect({ status: again.error?.status, code: again.error?.code }).toEqual({ status: 403, code: "otp_expired" });
  });

  // Covers: auth.38
  it("an outsider who uses up the account's attempts does not keep the owner from the mailed link", async () => {
    await admin.query("delete from auth.sessions");
    const { limiter } = server.service;
    const attemptFrom = (address: string) => limiter.take({ account: userId, address, known: false });
    for (let i = 0; i < 7; i += 1) await attemptFrom(`198.51.100.${i}`);
    await expect(attemptFrom("198.51.100.9")).rejects.toMatchObject({ status: 429 });
    await expect(signIn(server, EMAIL, PASSWORD)).rejects.toMatchObject({ status: 429 });
    const client = await ask();
    const code = codeOf(await follow(await mailedLink(server, admin, "recovery")));
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull();
    // The person's address counts as known from there on and has its own attempts.
    await signIn(server, EMAIL, PASSWORD);
  });

  // Covers: auth.31
  it("a code that was found is not tried for ever: wrong verifiers are charged like any attempt", async () => {
    await ask();
    const code = codeOf(await follow(await mailedLink(server, admin, "recovery")));
    const redeem = async (i: number) =>
      (await server.post("/token?grant_type=pkce", { auth_code: code, code_verifier: `gissning ${i}` })).body
        .error_code;
    const said = [];
    for (let i = 0; i < 12; i += 1) said.push(await redeem(i));
    expect(said).toEqual([...Array(10).fill("bad_code_verifier"), ...Array(2).fill("over_request_rate_limit")]);
  });

  it("the next server mails what a stopped one left", async () => {
    await admin.query(
      "insert into auth.link_requests (kind, email, redirect_to, code_challenge) values ('recovery', $1, 'http://portal.test/auth', $2)",
      [EMAIL, "c".repeat(43)],
    );
    server.service.links.work();
    expect((await messages(server, admin)).map(({ template }) => template)).toEqual(["recovery"]);
  });

  it("a request that cannot be mailed waits, and keeps nobody else waiting", async () => {
    await admin.query(
      `insert into auth.link_requests (kind, email, redirect_to, code_challenge, created_at)
       values ('recovery', $1, $2, $3, now() - interval '1 minute'), ('recovery', $1, 'http://portal.test/auth', $3, now())`,
      [EMAIL, `${PUBLIC_URL}/auth?next=${"/".repeat(1_900)}`, "c".repeat(43)],
    );
    server.service.links.work();
    expect((await messages(server, admin)).map(({ template }) => template)).toEqual(["recovery"]);
    expect((await admin.query("select from auth.link_requests")).rowCount).toBe(1);
  });

  it("a page whose address is too long for a link in a mail is replaced by the portal's own", async () => {
    const { status } = await server.post(
      `/recover?redirect_to=${encodeURIComponent(`${PUBLIC_URL}/auth?next=${"/".repeat(1_300)}`)}`,
      recoverBody(EMAIL),
    );
    expect(status).toBe(200);
    const page = await follow(await mailedLink(server, admin, "recovery"));
    expect([page.pathname, page.searchParams.has("next")]).toEqual(["/auth", false]);
  });
});

function recoverBody(email: string) {
  return { email, code_challenge: "c".repeat(43), code_challenge_method: "s256" };
}
