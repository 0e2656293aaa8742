// Every way to try a secret is charged: to the session with every factor, to the mailed code, else to the account.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { landing, mailedLink, signIn } from "./auth-server.ts";
import { EMAIL, type MfaWorld, NEW_PASSWORD, openMfaWorld, PASSWORD, PHONE } from "./mfa-world.ts";

const GARBAGE = { id: "AAAA", rawId: "AAAA", type: "public-key" };

interface Try {
  method: "POST" | "PUT";
  path: string;
  body: object;
}
interface Person {
  factorId: string;
  code: string;
  /** Returns six digits that match neither the app nor the latest text message. */
  wrong(): string;
  enroll(body: object): Promise<{ factorId: string; challengeId: string }>;
  challenge(factorId: string): Promise<string>;
}

const PATHS: [string, (person: Person) => Try | Promise<Try>][] = [
  ["the password", () => post("/token?grant_type=password", { email: EMAIL, password: "gissning" })],
  ["the present password, to set a new one", () => put({ password: NEW_PASSWORD, current_password: "gissning" })],
  ["mailed digits, to set a new password", () => put({ password: NEW_PASSWORD, nonce: "000000" })],
  ["the present password, to change the address", () => put({ email: "ny@example.se", current_password: "gissning" })],
  ["the present password, to re-authenticate", () => post("/reauthenticate", { current_password: "gissning" })],
  ["mailed digits, to re-authenticate", () => post("/reauthenticate", { nonce: "000000" })],
  [
    "a code of the app",
    async (p) => verify(p.factorId, { challenge_id: await p.challenge(p.factorId), code: p.wrong() }),
  ],
  [
    "a code by text message",
    async (p) => {
      const { factorId, challengeId } = await p.enroll({ factor_type: "phone", phone: PHONE });
      return verify(factorId, { challenge_id: challengeId, code: p.wrong() });
    },
  ],
  [
    "a passkey",
    async (p) => {
      const { factorId, challengeId } = await p.enroll({ factor_type: "webauthn", friendly_name: "Nyckeln" });
      const response = { clientDataJSON: "AAAA", attestationObject: "AAAA" };
      const webauthn = { type: "create", credential_response: { ...GARBAGE, response } };
      return verify(factorId, { challenge_id: challengeId, webauthn });
    },
  ],
  ["a recovery code", () => post("/factors/recovery-codes/verify", { code: "gissning" })],
  [
    "the verifier of a mailed link's code",
    (p) => post("/token?grant_type=pkce", { auth_code: p.code, code_verifier: "gissning" }),
  ],
];

function post(path: string, body: object): Try {
  return { method: "POST", path, body };
}
function put(body: object): Try {
  return { method: "PUT", path: "/user", body };
}
function verify(factorId: string, body: object): Try {
  return post(`/factors/${factorId}/verify`, body);
}

describe("a wrong try", () => {
  let world: MfaWorld;
  let person: Person;
  let send: (one: Try) => Promise<{ status: number; code: string | undefined }>;

  beforeAll(async () => {
    world = await openMfaWorld();
  });
  beforeEach(async () => {
    await world.reset();
    const { client, factorId, secret } = await world.withApp();
    await client.auth.mfa.recoveryCodes.generate();
    const asker = world.server.client();
    await asker.auth.resetPasswordForEmail(EMAIL);
    const page = landing(await world.server.get(await mailedLink(world.server, world.admin, "recovery")));
    const { data } = await client.auth.getSession();
    const headers = { authorization: `Bearer ${data.session?.access_token}`, "content-type": "application/json" };
    const call = async ({ method, path, body }: Try) => {
      const reply = await fetch(`${world.server.url}/auth/v1${path}`, { method, headers, body: JSON.stringify(body) });
      return { status: reply.status, body: z.looseObject({}).parse(await reply.json()) };
    };
    send = async (one) => {
      const { status, body } = await call(one);
      return { status, code: z.string().optional().parse(body["error_code"]) };
    };
    const idOf = async (one: Try) => z.object({ id: z.string() }).parse((await call(one)).body).id;
    const challenge = (id: string) => idOf(post(`/factors/${id}/challenge`, {}));
    person = {
      factorId,
      code: page.searchParams.get("code") ?? "",
      wrong: () => {
        const texts = world.gateway.messages.map(({ text }) => text.slice(0, 6));
        const right = new Set([...[-2, -1, 0, 1, 2].map((step) => world.codeOf(secret, step)), ...texts]);
        return (
          ["000000", "111111", "222222", "333333", "444444", "555555", "666666", "777777"].find(
            (digits) => !right.has(digits),
          ) ?? "888888"
        );
      },
      challenge,
      enroll: async (body) => {
        const id = await idOf(post("/factors", body));
        return { factorId: id, challengeId: await challenge(id) };
      },
    };
  });
  afterAll(async () => {
    await world.stop();
  });

  const consumed = async () => {
    const { rows } = await world.admin.query(
      `select coalesce(sum(cardinality(taken)), 0)::int as consumed from auth.rate_limits
       where key like 'account:' || $1 || '%' or key ~ '^(session|code):'`,
      [world.userId()],
    );
    return z.object({ consumed: z.number() }).parse(rows[0]).consumed;
  };
  const useUp = () =>
    world.admin.query(
      `insert into auth.rate_limits (key, taken, expires_at)
       select key, array_fill(now(), array[size]), now() + interval '15 minutes'
       from (select 'account:' || $1 as key, 7 as size union all select 'account:' || $1 || ':known', 3
             union all select 'session:' || id, 5 from auth.sessions where user_id::text = $1
             union all select 'code:' || id, 10 from auth.one_time_tokens where user_id::text = $1) quota
       on conflict (key) do update set taken = excluded.taken`,
      [world.userId()],
    );

  // Covers: auth.29
  it.each(PATHS)("at %s costs one attempt, and is not looked at when none is left", async (_what, make) => {
    const one = await make(person);
    const before = await consumed();
    const wrong = await send(one);
    expect(wrong.status).toBeGreaterThanOrEqual(400);
    expect(wrong.code).not.toBe("over_request_rate_limit");
    expect(await consumed()).toBe(before + 1);
    await useUp();
    expect(await send(one)).toEqual({ status: 429, code: "over_request_rate_limit" });
  });

  // Covers: auth.29
  it("offering the present password as the new one is an attempt too, as long as it changes nothing", async () => {
    // The change is refused after the comparison; otherwise its attempts would be free.
    const email = "full@example.se";
    for (let i = 0; i < 3; i += 1) await send(put({ email }));
    const said = [];
    for (let i = 0; i < 12; i += 1) said.push((await send(put({ password: `violett gissning ${i}`, email }))).code);
    expect(said).toEqual([...Array(5).fill("over_email_send_rate_limit"), ...Array(7).fill("over_request_rate_limit")]);
    await world.admin.query("delete from auth.rate_limits");
    expect((await send(put({ password: PASSWORD }))).code).toBe("same_password");
    await world.admin.query("delete from auth.rate_limits");
    expect((await send(put({ password: NEW_PASSWORD }))).status).toBe(200);
    expect(await consumed()).toBe(0);
    await signIn(world.server, EMAIL, NEW_PASSWORD);
  });
});
