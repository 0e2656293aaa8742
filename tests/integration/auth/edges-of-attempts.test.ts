// Edges of the attempt budgets: tokens older than a factor, rows per refused address, a full queue of hashes.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { BusyError } from "#server/auth/errors.ts";
import type { Browser, SentCall } from "./auth-server.ts";
import { EMAIL, type MfaWorld, NEW_PASSWORD, openMfaWorld, PASSWORD } from "./mfa-world.ts";

const OFFICE = "192.0.2.10";
const countRow = z.object({ count: z.number() });

describe("an attacker at the edges of the attempts", () => {
  let world: MfaWorld;
  beforeAll(async () => {
    world = await openMfaWorld();
  });
  beforeEach(() => world.reset());
  afterAll(() => world.stop());

  const send = (call: SentCall) => world.server.send({ from: OFFICE, ...call });
  const signIn = (email: string, password: string, browser: Browser = new Map()) =>
    send({ path: "/token?grant_type=password", body: { email, password }, browser });
  const count = async (sql: string) => countRow.parse((await world.admin.query(sql)).rows[0]).count;
  const fillQueue = async () => {
    const { passwords, settings } = world.server.service;
    const most = settings.hashing.concurrent + settings.hashing.queued;
    await Promise.allSettled(Array.from({ length: most + 20 }, () => passwords.matches("främmande", null)));
  };

  it("has no tries at a second factor by device tokens from the time when the password was enough", async () => {
    const browsers: { browser: Browser; bearer?: string | undefined }[] = [];
    for (let i = 0; i < 4; i += 1) {
      const browser: Browser = new Map();
      await signIn(EMAIL, PASSWORD, browser);
      expect(browser.size).toBe(1);
      browsers.push({ browser });
    }
    const { factorId, secret } = await world.withApp();
    await world.admin.query("delete from auth.rate_limits");
    for (const one of browsers) one.bearer = (await signIn(EMAIL, PASSWORD, new Map(one.browser))).body.access_token;
    const right = new Set([-2, -1, 0, 1, 2].map((step) => world.codeOf(secret, step)));
    const wrong = ["000000", "111111", "222222"].find((digits) => !right.has(digits)) ?? "333333";
    const said = [];
    for (const { browser, bearer } of browsers) {
      for (let i = 0; i < 5; i += 1) {
        const challenge = await send({ path: `/factors/${factorId}/challenge`, body: {}, bearer });
        const body = { challenge_id: challenge.body.id, code: wrong };
        const call = { path: `/factors/${factorId}/verify`, body, bearer, browser: new Map(browser) };
        said.push((await send(call)).body.error_code);
      }
    }
    expect(said).toEqual([...Array(10).fill("mfa_verification_failed"), ...Array(10).fill("over_request_rate_limit")]);
  });

  it("leaves no row for each mailbox that an address without attempts names", async () => {
    const { perAddress, perAccount } = world.server.service.settings.attempts;
    for (let i = 0; i < perAddress; i += 1) {
      await world.server.service.limiter.take({ account: `konto ${i}`, address: OFFICE, known: true });
    }
    const bursts = () => count("select count(*)::int as count from public.audit where action = 'auth.failed_burst'");
    const keys = () => count("select count(*)::int as count from auth.rate_limits");
    const [rowsBefore, keysBefore] = [await bursts(), await keys()];
    for (let i = 0; i < 200; i += 1) expect((await signIn(`ingen${i}@example.se`, "fel")).status).toBe(429);
    // One more than the number of accounts that the address's attempts could exhaust.
    const most = Math.ceil(perAddress / perAccount) + 1;
    expect((await bursts()) - rowsBefore).toBeLessThanOrEqual(most);
    expect((await keys()) - keysBefore).toBeLessThanOrEqual(most + 2);
  });

  it("keeps nobody from a step-up or a new password by a full queue of hashes", async () => {
    const bearer = (await signIn(EMAIL, PASSWORD)).body.access_token;
    const filled = fillQueue();
    const stepUp = await send({ path: "/reauthenticate", body: { current_password: PASSWORD }, bearer });
    expect(stepUp.status).toBe(200);
    const change = await send({ method: "PUT", path: "/user", body: { password: NEW_PASSWORD }, bearer });
    expect(change.status).toBe(200);
    await filled;
  });

  it("uses up no attempt of an owner whose password was not even looked at", async () => {
    const { perAccount } = world.server.service.settings.attempts;
    const full = vi.spyOn(world.server.service.passwords, "matches").mockRejectedValue(new BusyError());
    for (let i = 0; i < perAccount + 5; i += 1) expect((await signIn(EMAIL, PASSWORD)).status).toBe(429);
    full.mockRestore();
    expect((await signIn(EMAIL, PASSWORD)).status).toBe(200);
  });
});
