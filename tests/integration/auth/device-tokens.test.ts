import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Browser, SentCall, SentReply } from "./auth-server.ts";
import { makeUser } from "./auth-server.ts";
import { EMAIL, type MfaWorld, NEW_PASSWORD, openMfaWorld, PASSWORD } from "./mfa-world.ts";

const COLLEAGUE = "bertil@example.se";
const OFFICE = "192.0.2.10";
const BURST = 12;

describe("a browser that has signed in before", () => {
  let world: MfaWorld;
  beforeAll(async () => {
    world = await openMfaWorld();
  });
  beforeEach(() => world.reset());
  afterAll(() => world.stop());

  const send = (call: SentCall) => world.server.send({ from: OFFICE, ...call });
  const signIn = (email: string, password: string, browser: Browser = new Map(), from = OFFICE) =>
    send({ path: "/token?grant_type=password", body: { email, password }, browser, from });
  const remembered = async (email = EMAIL): Promise<Browser> => {
    const browser: Browser = new Map();
    expect((await signIn(email, PASSWORD, browser)).status).toBe(200);
    return browser;
  };
  /** Lets a colleague behind the same address use up the shared attempts. */
  const wearOut = async (email = EMAIL) => {
    for (let i = 0; i < BURST; i += 1) await signIn(email, `gissning ${i}`);
    expect((await signIn(email, PASSWORD)).status).toBe(429);
  };
  const codes = (replies: SentReply[]) => replies.map(({ body }) => body.error_code);

  // Covers: auth.33
  it("gets in while somebody at the same address uses up the account's attempts, and keeps a quota of five", async () => {
    const browser = await remembered();
    await wearOut();
    expect((await signIn(EMAIL, PASSWORD, browser)).status).toBe(200);
    const wrong = [];
    for (let i = 0; i < 6; i += 1) wrong.push(await signIn(EMAIL, "fel", new Map(browser)));
    expect(codes(wrong)).toEqual([...Array(5).fill("invalid_credentials"), "over_request_rate_limit"]);
    // Signing in by another way gives the same device no new attempts.
    expect((await signIn(EMAIL, PASSWORD, browser)).status).toBe(429);
  });

  it("gets in while the whole office's address has no attempt left", async () => {
    const browser = await remembered();
    const { perAddress } = world.server.service.settings.attempts;
    for (let i = 0; i < perAddress; i += 1) {
      await world.server.service.limiter.take({ account: `konto ${i}`, address: OFFICE, known: true });
    }
    expect((await signIn(EMAIL, PASSWORD)).status).toBe(429);
    expect((await signIn(EMAIL, PASSWORD, browser)).status).toBe(200);
  });

  it("is recognised by a cookie that scripts cannot read and other sites do not send", async () => {
    const { headers } = await signIn(EMAIL, PASSWORD);
    expect(headers["set-cookie"]).toMatch(
      /^portal_device=[\w.~-]+; Path=\/auth\/v1; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    expect((await signIn(EMAIL, "fel")).headers["set-cookie"]).toBeUndefined();
  });

  // Covers: auth.33
  it("has nothing at another account, known or not: the same number of tries as anybody", async () => {
    await makeUser(world.server, COLLEAGUE, PASSWORD);
    const browser = await remembered();
    for (const email of [COLLEAGUE, "ingen@example.se"]) {
      await world.admin.query("delete from auth.rate_limits");
      const replies = [];
      for (let i = 0; i < BURST; i += 1) replies.push(await signIn(email, `gissning ${i}`, new Map(browser)));
      expect(codes(replies).filter((code) => code === "invalid_credentials")).toHaveLength(10);
    }
  });

  it("is a stranger whose sign-in works when a portal with another form of token made its own", async () => {
    const body = Buffer.from(JSON.stringify(["another form"])).toString("base64url");
    const secret = world.server.service.encryptor.derive("auth/device");
    const token = `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
    expect((await signIn(EMAIL, PASSWORD, new Map([["portal_device", token]]))).status).toBe(200);
  });

  it("may be shared by colleagues, each with a token of their own", async () => {
    await makeUser(world.server, COLLEAGUE, PASSWORD);
    const browser = await remembered();
    await signIn(COLLEAGUE, PASSWORD, browser);
    await wearOut(EMAIL);
    await wearOut(COLLEAGUE);
    expect((await signIn(EMAIL, PASSWORD, browser)).status).toBe(200);
    expect((await signIn(COLLEAGUE, PASSWORD, browser)).status).toBe(200);
  });

  it.each([
    ["made up", () => "AAAA.BBBB"],
    ["changed in its payload", (token: string) => `${token.startsWith("V") ? "W" : "V"}${token.slice(1)}`],
    ["changed in its signature", (token: string) => `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`],
    ["a payload alone", (token: string) => token.split(".")[0] ?? ""],
  ])("has nothing by a token that is %s", async (_what, change) => {
    const token = (await remembered()).get("portal_device") ?? "";
    await wearOut();
    expect((await signIn(EMAIL, PASSWORD, new Map([["portal_device", change(token)]]))).status).toBe(429);
  });

  it("has nothing after half a year, nor after a new password elsewhere", async () => {
    const browser = await remembered();
    await wearOut();
    world.move(181 * 24 * 3600);
    expect((await signIn(EMAIL, PASSWORD, new Map(browser))).status).toBe(429);
    world.move(-181 * 24 * 3600);
    expect((await signIn(EMAIL, PASSWORD, new Map(browser))).status).toBe(200);
    const { administration, pool } = world.server.service;
    await administration.setPassword(pool, world.userId(), NEW_PASSWORD, { mustChange: false });
    expect((await signIn(EMAIL, NEW_PASSWORD, new Map(browser))).status).toBe(429);
  });

  it("that changes the password keeps its reserve, and every other loses it", async () => {
    const [here, there] = [await remembered(), await remembered()];
    const bearer = (await signIn(EMAIL, PASSWORD, here)).body.access_token;
    const change = await send({
      method: "PUT",
      path: "/user",
      body: { password: NEW_PASSWORD },
      bearer,
      browser: here,
    });
    expect(change.status).toBe(200);
    await wearOut();
    expect((await signIn(EMAIL, NEW_PASSWORD, there)).status).toBe(429);
    expect((await signIn(EMAIL, NEW_PASSWORD, here)).status).toBe(200);
  });

  it("has its own links by mail", async () => {
    const browser = await remembered();
    const ask = (kept?: Browser) =>
      send({
        path: "/recover",
        body: { email: EMAIL, code_challenge: "c".repeat(43), code_challenge_method: "s256" },
        ...(kept && { browser: kept }),
      });
    for (let i = 0; i < 3; i += 1) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    for (let i = 0; i < 5; i += 1) expect((await ask(browser)).status).toBe(200);
    expect((await ask(browser)).status).toBe(429);
  });

  describe("for an account with a second factor", () => {
    const codeOf = async (browser: Browser, factorId: string, code: () => string) => {
      const bearer = (await signIn(EMAIL, PASSWORD, browser)).body.access_token;
      const challenge = await send({ path: `/factors/${factorId}/challenge`, body: {}, bearer, browser });
      const body = { challenge_id: challenge.body.id, code: code() };
      return send({ path: `/factors/${factorId}/verify`, body, bearer, browser });
    };

    // Covers: auth.33
    it("gets its token by the second factor only, so a password gives no tries at the rest", async () => {
      const { factorId, secret } = await world.withApp();
      const thief: Browser = new Map();
      const bearers = [];
      for (let i = 0; i < 4; i += 1) bearers.push((await signIn(EMAIL, PASSWORD, thief)).body.access_token);
      expect(thief.size).toBe(0);
      const right = new Set([-2, -1, 0, 1, 2].map((step) => world.codeOf(secret, step)));
      const wrong = ["000000", "111111", "222222"].find((digits) => !right.has(digits)) ?? "333333";
      const said = [];
      for (const bearer of [...bearers, ...bearers, ...bearers, ...bearers]) {
        const challenge = await send({ path: `/factors/${factorId}/challenge`, body: {}, bearer });
        const body = { challenge_id: challenge.body.id, code: wrong };
        said.push((await send({ path: `/factors/${factorId}/verify`, body, bearer, browser: thief })).body.error_code);
      }
      expect(said).toEqual([...Array(10).fill("mfa_verification_failed"), ...Array(6).fill("over_request_rate_limit")]);
    });

    it("shows the factor while others who know the password use up attempts, challenges and sign-ins", async () => {
      const { factorId, secret } = await world.withApp();
      const browser: Browser = new Map();
      expect((await codeOf(browser, factorId, () => world.codeOf(secret))).status).toBe(200);
      expect(browser.size).toBe(1);
      world.move(30);
      const bearer = (await signIn(EMAIL, PASSWORD)).body.access_token;
      for (let i = 0; i < 62; i += 1) await send({ path: `/factors/${factorId}/challenge`, body: {}, bearer });
      for (let i = 0; i < 60; i += 1) await signIn(EMAIL, PASSWORD);
      await wearOut();
      expect((await send({ path: `/factors/${factorId}/challenge`, body: {}, bearer })).status).toBe(429);
      expect((await codeOf(browser, factorId, () => world.codeOf(secret))).status).toBe(200);
    });
  });

  it("a living session re-authenticates whatever others use up, five tries a session", async () => {
    const bearer = (await signIn(EMAIL, PASSWORD)).body.access_token;
    await wearOut();
    const stepUp = (current_password: string) => send({ path: "/reauthenticate", body: { current_password }, bearer });
    expect((await stepUp(PASSWORD)).status).toBe(200);
    const wrong = [];
    for (let i = 0; i < 6; i += 1) wrong.push(await stepUp("fel"));
    expect(codes(wrong)).toEqual([...Array(5).fill("reauthentication_not_valid"), "over_request_rate_limit"]);
    // A caller without a session cannot use up the attempts of a session.
    await world.admin.query("delete from auth.rate_limits where key not like 'session:%'");
    expect((await stepUp(PASSWORD)).status).toBe(429);
    const { rows } = await world.admin.query("select key from auth.rate_limits where key like 'account:%'");
    expect(z.array(z.object({ key: z.string() })).parse(rows)).toEqual([]);
  });
});
