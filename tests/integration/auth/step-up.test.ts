// Each operation that asks for a step-up requires a fresh one by the right factor, by the database's clock alone.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AmrEntry } from "#contract/auth.ts";
import { STEP_UP_SECONDS } from "#contract/limits.ts";
import { claimsOf } from "./auth-server.ts";
import { type MfaWorld, NEW_PASSWORD, openMfaWorld, PASSWORD } from "./mfa-world.ts";

let world: MfaWorld;
beforeAll(async () => {
  world = await openMfaWorld();
});
beforeEach(() => world.reset());
afterAll(() => world.stop());

const NOW = new Date("2026-11-22T12:00:00.500Z");
const ago = (method: string, seconds: number): AmrEntry => ({
  method,
  timestamp: Math.floor(NOW.getTime() / 1000) - seconds,
});
const OLD = STEP_UP_SECONDS + 1;
const FACTORS = ["totp", "mfa/phone", "mfa/webauthn", "mfa/recovery_code"];
const OTHERS = ["password", "otp", "recovery", "oauth", "invite", "mfa", "totpx", "xmfa/phone", "MFA/phone", ""];

const CASES: [string, AmrEntry[], boolean, boolean][] = [
  ["nothing", [], false, false],
  ["nothing, with a factor", [], true, false],
  ["a password just now", [ago("password", 0)], false, true],
  ["a password at the last second", [ago("password", STEP_UP_SECONDS - 1)], false, true],
  ["a password past the last second", [ago("password", STEP_UP_SECONDS)], false, false],
  ["an old password and a fresh code by mail", [ago("password", 9_000), ago("otp", 5)], false, true],
  ["a password of tomorrow, by a clock that was wrong", [ago("password", -86_400)], false, true],
  ["a fresh password and an old code", [ago("password", 1), ago("totp", STEP_UP_SECONDS + 1)], true, false],
  ["an old password and a fresh code", [ago("password", 9_000), ago("totp", 1)], true, true],
  ["a code at the last second", [ago("totp", STEP_UP_SECONDS - 1)], true, true],
  ["a code past the last second", [ago("totp", STEP_UP_SECONDS)], true, false],
  ...FACTORS.map((method): [string, AmrEntry[], boolean, boolean] => [method, [ago(method, 1)], true, true]),
  ...OTHERS.map((method): [string, AmrEntry[], boolean, boolean] => [
    `"${method}" for an account with a factor`,
    [ago(method, 1)],
    true,
    false,
  ]),
  ...[...FACTORS, ...OTHERS].map((method): [string, AmrEntry[], boolean, boolean] => [
    `"${method}" for an account without`,
    [ago(method, 1)],
    false,
    true,
  ]),
];

describe("a step-up", () => {
  // Covers: admin.14
  test.each(CASES)("by %s is fresh or not", async (_what, amr, hasFactor, fresh) => {
    const { rows } = await world.admin.query<{ fresh: boolean }>(
      "select private.is_fresh_step_up($1, $2, $3, $4) as fresh",
      [JSON.stringify(amr), hasFactor, NOW, STEP_UP_SECONDS],
    );
    expect(rows).toEqual([{ fresh }]);
  });

  test("lasts as long as the contract says", async () => {
    const { rows } = await world.admin.query("select private.step_up_seconds() as seconds");
    expect(rows).toEqual([{ seconds: STEP_UP_SECONDS }]);
  });

  test("is judged by the clock of the database, which wrote its time, however wrong the server's is", async () => {
    const { client, factorId } = await world.withApp();
    world.move(OLD);
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  });
});

/** Makes the session's second factor old and its password fresh. */
async function onlyPasswordFresh(sessionId: string): Promise<void> {
  await world.admin.query(
    `update auth.sessions set amr = jsonb_build_array(
       jsonb_build_object('method', 'totp', 'timestamp', floor(extract(epoch from clock_timestamp()))::bigint - $2::int),
       jsonb_build_object('method', 'password', 'timestamp', floor(extract(epoch from clock_timestamp()))::bigint)) where id = $1`,
    [sessionId, OLD],
  );
}

describe("an account with a second factor, whose password somebody has and whose session stands open,", () => {
  const strongest: [string, (client: Awaited<ReturnType<MfaWorld["withApp"]>>) => Promise<unknown>][] = [
    ["password", async ({ client }) => client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD })],
    ["password, without the old one", async ({ client }) => client.auth.updateUser({ password: NEW_PASSWORD })],
    ["address", async ({ client }) => client.auth.updateUser({ email: "ny@example.org", current_password: PASSWORD })],
    ["further factor", async ({ client }) => client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Tjuvens" })],
    ["factor's removal", async ({ client, factorId }) => client.auth.mfa.unenroll({ factorId })],
    ["recovery codes", async ({ client }) => client.auth.mfa.recoveryCodes.generate()],
    [
      "linked sign-in",
      async ({ client }) => client.auth.linkIdentity({ provider: "google", options: { skipBrowserRedirect: true } }),
    ],
  ];

  test.each(strongest)("keeps its %s", async (_what, action) => {
    const app = await world.withApp();
    await onlyPasswordFresh((await claimsOf(app.client)).session_id);
    expect(await action(app)).toMatchObject({ error: { code: "reauthentication_needed" } });
  });

  test("is not satisfied by the password sent to /reauthenticate, nor by mailed digits beside an operation", async () => {
    const app = await world.withApp();
    const { session_id } = await claimsOf(app.client);
    await world.admin.query(
      "update auth.sessions set amr = (select jsonb_agg(e || $1) from jsonb_array_elements(amr) e) where id = $2",
      [JSON.stringify({ timestamp: 1_700_000_000 }), session_id],
    );
    const { data } = await app.client.auth.getSession();
    const reply = await world.server.post(
      "/reauthenticate",
      { current_password: PASSWORD },
      {
        authorization: `Bearer ${data.session?.access_token}`,
      },
    );
    expect(reply.status).toBe(200);
    await onlyPasswordFresh(session_id);
    expect((await app.client.auth.updateUser({ password: NEW_PASSWORD, nonce: "123456" })).error?.code).toBe(
      "reauthentication_needed",
    );
  });

  test("lets no role off its second factor", async () => {
    await world.makeAdmin();
    const app = await world.withApp();
    const { session_id, sub } = await claimsOf(app.client);
    await world.admin.query("update public.mfa_requirements set required = true where role = 'org_admin'");
    await onlyPasswordFresh(session_id);
    const client = await world.caller.connect();
    try {
      await client.query("begin");
      await client.query("select * from private.enter($1, $2)", [session_id, sub]);
      await expect(
        client.query("update public.mfa_requirements set required = false where role = 'org_admin'"),
      ).rejects.toMatchObject({ constraint: "mfa_requirements_step_up" });
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  test("changes all that once the factor is shown again, with a wrong password still refused", async () => {
    const { client, factorId, secret } = await world.withApp();
    await onlyPasswordFresh((await claimsOf(client)).session_id);
    expect((await world.verify(client, factorId, world.codeOf(secret))).error).toBeNull();
    expect((await client.auth.updateUser({ password: NEW_PASSWORD, current_password: "gissning" })).error?.code).toBe(
      "reauthentication_not_valid",
    );
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  });
});
